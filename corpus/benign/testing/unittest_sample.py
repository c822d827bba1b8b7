import unittest
from unittest import TestCase
from typing import Iterable


def chunks(seq, n):
    if n <= 0:
        raise ValueError("n must be positive")
    return [seq[i:i + n] for i in range(0, len(seq), n)]


def flatten(x: Iterable):
    for i in x:
        if isinstance(i, (list, tuple)):
            yield from flatten(i)
        else:
            yield i


class TestChunks(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = list(range(7))

    def setUp(self):
        self.addCleanup(lambda: None)

    def test_even(self):
        self.assertEqual(chunks([1, 2], 1), [[1], [2]])

    def test_rest(self):
        self.assertListEqual(chunks(self.data, 3)[-1], [6])

    def test_bad(self):
        with self.assertRaises(ValueError) as cm:
            chunks([], 0)
        self.assertIn("positive", str(cm.exception))

    def test_flatten(self):
        for case, want in (([1, [2, (3,)]], [1, 2, 3]), ([], [])):
            with self.subTest(case=case):
                self.assertEqual(list(flatten(case)), want)

    @unittest.skip("later")
    def test_skip(self):
        self.fail("no")


if __name__ == "__main__":
    suite = unittest.TestSuite()
    suite.addTest(TestChunks("test_even"))
    runner = unittest.TextTestRunner(verbosity=0)
    runner.run(suite)
    unittest.main(argv=["first-arg-is-ignored"], exit=False, verbosity=2)
