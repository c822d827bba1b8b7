import _testcapi, _xxsubinterpreters

print(_xxsubinterpreters.create())
