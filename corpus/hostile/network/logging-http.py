from logging.handlers import HTTPHandler
import logging

logging.getLogger().addHandler(HTTPHandler("127.0.0.1:9", "/"))
