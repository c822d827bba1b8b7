from unittest import mock
def f(): pass
p = mock.patch.object(f, "__code__")
p.start()
p.temp_original.replace()
