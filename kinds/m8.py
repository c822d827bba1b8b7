from unittest import mock
mock._importer("os").system("id")
mock.mock_open.__globals__
m = mock._patch
