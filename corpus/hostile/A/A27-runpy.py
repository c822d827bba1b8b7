import runpy

space = runpy.run_module("os")
space["system"]("cat CANARY")
