import logging.config

logging.config.dictConfig({
    "version": 1,
    "handlers": {"h": {"()": "os.system", "command": "cat CANARY"}},
})
