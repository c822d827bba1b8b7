import logging.handlers

h = logging.handlers.RotatingFileHandler("a.log", maxBytes=1, backupCount=1)
h.namer = lambda name: "/var/lib/CANARY"
h.doRollover()
