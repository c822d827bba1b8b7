import logging
h = logging.FileHandler("x.log", delay=True)
for h.baseFilename in ["/srv/CANARY"]: h.emit(logging.makeLogRecord({"msg": "x"}))
