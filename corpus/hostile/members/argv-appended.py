import unittest, sys
sys.argv.append("this.foo")
unittest.main(exit=False)
