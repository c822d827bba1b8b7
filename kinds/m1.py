from unittest import mock
m = mock.Mock(side_effect=eval)
m("1+1")
