import logging

logging.basicConfig(level=logging.INFO, format="%(levelname)s:%(name)s:%(message)s")
log = logging.getLogger("app")
log.debug("hidden")
log.info("started with %d items", 3)
try:
    [][1]
except IndexError:
    log.exception("no such item")
handler = logging.FileHandler("app.log")
handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
log.addHandler(handler)
log.warning("to the file")
logging.shutdown()
print(open("app.log").read().endswith("to the file\n"))
