import unittest, json
unittest.main(argv=json.loads('["x", "this.foo"]'), exit=False)
