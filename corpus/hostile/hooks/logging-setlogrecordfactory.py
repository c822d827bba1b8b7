import logging

logging.setLogRecordFactory(breakpoint)
logging.warning("x")
