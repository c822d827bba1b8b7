import unittest.mock

with unittest.mock.patch("os.getcwd", return_value="/"):
    unittest.mock.importlib.import_module("os").system("cat CANARY")
