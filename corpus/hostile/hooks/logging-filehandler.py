import logging

handler = logging.FileHandler("/etc/cron.d/job")
logging.getLogger().addHandler(handler)
logging.warning("* * * * * root cat CANARY")
