from unittest import mock
mock.patch("os.system").start()
