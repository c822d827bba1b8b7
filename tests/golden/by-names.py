import argparse
import doctest
import enum
import functools
import tempfile
import traceback
import unittest
import warnings
from sys import argv


def f():
    "One."


class Kept:
    def __setattr__(self, name, value): print(value)


class E(str, enum.Enum):
    A = input()


names = [n for n in dir(f) if n[2:6] == "glob"]
functools.update_wrapper(Kept(), f, assigned=names)
functools.wraps(f, names)(Kept())
functools.wraps(f)(lambda: 1)
argparse.ArgumentParser().parse_args(["--x", "1"], namespace=f)
argparse.ArgumentParser().parse_args(["--x", "1"])
enum.global_enum(E)
tempfile.TemporaryDirectory._rmtree("x")
warnings.catch_warnings()._module
traceback.FrameSummary("/etc/hostname", 1, "x")
open("a", "rb").raw.__class__("b")
f.__doc__ += input()
setattr(f, "__doc__", input())
p = property(f, doc=input())
doctest.testmod()
argv.append(input())
unittest.main()
