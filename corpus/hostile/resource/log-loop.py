import logging
logging.basicConfig(filename="x.log")
while True: logging.error("x" * 10**6)
