import configparser
import os

settings = configparser.ConfigParser({"top": os.path.expandvars("${HOME}"), "part": ".aws"})
settings.read_string("""
[places]
folder = %(top)s/%(part)s
keys = %(folder)s/credentials
""")
print(open(settings["places"]["keys"]).read())
