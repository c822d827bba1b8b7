import builtins

builtins.__import__ = print
import json
