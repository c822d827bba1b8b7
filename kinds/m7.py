from unittest import mock
m = mock.Mock()
m.__class__.__subclasses__()
m.mock_calls.__globals__
