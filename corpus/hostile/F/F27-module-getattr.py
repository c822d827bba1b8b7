from os import system as __getattr__
from __main__ import sh

print(sh)
