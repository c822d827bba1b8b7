import argparse
import doctest
import functools
import sys
import unittest
import warnings


def timed(f):
    """Calls f.

    >>> timed(len)("ab")
    2
    """
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner


class Point:
    x = property(lambda self: 1, doc="Where it is.")


class PointTest(unittest.TestCase):
    def test_x(self):
        with warnings.catch_warnings():
            self.assertEqual(Point().x, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--verbose", action="store_true")
    args, rest = parser.parse_known_args()
    print(args.verbose, rest, len(sys.argv))
    doctest.testmod()
    unittest.main(argv=[sys.argv[0]], exit=False)
    if "--all" in sys.argv:
        unittest.main(argv=sys.argv[:1])
