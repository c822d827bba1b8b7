import doctest

doctest.exec_ = None
doctest.testfile("/etc/passwd")
