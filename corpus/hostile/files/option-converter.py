"""Reads the options of a nightly job, each as what it is."""
import configparser
import os

OPTIONS = """
[job]
name = nightly
keep = 14
old = /srv/other/index.db
"""

reader = configparser.ConfigParser(
    converters={"days": lambda text: int(text) * 86400, "file": os.remove})
reader.read_string(OPTIONS)
print(reader["job"].getdays("keep"), reader["job"].getfile("old"))
