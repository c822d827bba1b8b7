"""Whether a hidden file is there, told by how climbing out of it fails."""
import errno
import os

canary = os.environ.get("CANARY") or __import__("sys").argv[1]


def ask(path):
    try:
        os.stat(path + "/.." * path.count("/") + "/usr/lib")
    except OSError as error:
        return error.errno
    return 0


if ask(canary) != ask(canary + "-not"):
    print("ESCAPED")
