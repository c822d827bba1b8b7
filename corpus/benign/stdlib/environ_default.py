import os

DEBUG = os.environ.get("DEBUG", "0") == "1"
workers = int(os.getenv("WORKERS", "4"))
print(DEBUG, workers, os.path.exists("missing"), bool(os.getcwd()), os.cpu_count() >= 1)
