from unittest import mock, TestCase
class T(TestCase):
    @mock.patch("builtins.print")
    def test_a(self, p):
        p.assert_called_once()
    def test_b(self):
        m = mock.Mock(return_value=3)
        m.method.return_value = 4
        m()
        m.assert_called_with()
        with mock.patch.object(self, "x", 3): pass
        with mock.patch.dict("os.environ", {"A": "1"}): pass
