import unittest
unittest.main("os")
