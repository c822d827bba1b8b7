import unittest


def divide(a, b):
    if b == 0:
        raise ValueError("division by zero")
    return a / b


class TestDivide(unittest.TestCase):
    def setUp(self):
        self.cases = [(6, 3, 2), (1, 4, 0.25)]

    def test_values(self):
        for a, b, want in self.cases:
            with self.subTest(a=a, b=b):
                self.assertAlmostEqual(divide(a, b), want)

    def test_zero(self):
        with self.assertRaisesRegex(ValueError, "zero"):
            divide(1, 0)

    @unittest.skip("later")
    def test_later(self):
        self.fail()


if __name__ == "__main__":
    unittest.main()
