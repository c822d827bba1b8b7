"""Remove old build artefacts before the analysis starts."""
import os
from datetime import datetime

CACHE = "/var/cache/reports"


def clean(folder):
    print(f"{datetime.now():%H:%M} cleaning {folder}")
    os.system(f"rm -rf {folder}/*")


if __name__ == "__main__":
    clean(CACHE)
