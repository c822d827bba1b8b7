import logging.handlers

log = logging.getLogger("x")
log.addHandler(logging.handlers.SocketHandler("127.0.0.1", 9))
log.warning("hello")
