"""argparse opens the file, without a command line."""
import argparse

opened = argparse.FileType("r")
print(opened("/etc/passwd").read())
