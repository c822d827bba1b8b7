from unittest import mock
class A: x = 1
mock.patch.object(A, "x", eval)
mock.patch.object(A, "x", new=eval)
