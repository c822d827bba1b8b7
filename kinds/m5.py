from unittest import mock
class A: x = 1
p = mock.patch.object(A, input())
