import unittest, sys
sys.argv[1:] = ["this.foo"]
unittest.main(exit=False)
