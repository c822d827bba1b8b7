import os
import tempfile
import types
from types import FunctionType, CodeType, ModuleType


def kind(x):
    if isinstance(x, (FunctionType, types.LambdaType)):
        return "function"
    return "module" if isinstance(x, ModuleType) else "other"


def build(code):
    isinstance(code, CodeType)
    return CodeType(code), types.FunctionType(code, {})


def save(path, text):
    fd, name = tempfile.mkstemp(dir=os.path.dirname(path) or ".")
    with os.fdopen(fd, "w") as f:
        f.write(text)
    os.replace(name, path)


def close(fd):
    os.close(fd)


def other():
    fd, name = tempfile.mkstemp()
    fd += 1
    os.close(fd)
    os.dup2(2, fd)


save("result.txt", "text")
