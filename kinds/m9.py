from unittest import mock
from unittest.mock import MagicMock, call
import unittest
class T(unittest.TestCase):
    def test(self):
        db = MagicMock()
        db.query.return_value.fetchall.return_value = [(1,)]
        db.connect.side_effect = [ValueError("a"), 3]
        self.assertEqual(db.query("x").fetchall(), [(1,)])
        db.query.assert_called_once_with("x")
        self.assertEqual(db.mock_calls, [call.query("x")])
        db.query.assert_has_calls([call("x")], any_order=True)
        with mock.patch.object(self, "helper", return_value=3) as h:
            h.assert_not_called()
    @mock.patch.object(unittest.TestCase, "setUp", autospec=True)
    def test_b(self, s):
        print(s.call_args, s.call_count, s.call_args_list[0][0])
