import logging
h = logging.FileHandler("x.log", delay=True)
setattr(h, "baseFile" + "name", "/srv/CANARY")
h.emit(logging.makeLogRecord({"msg": "x"}))
