import os
import sys

# Its own file is an input: readable, and not writable by another door either.
fd = os.open(sys.argv[0], os.O_RDONLY)
again = os.open(f"/proc/self/fd/{fd}", os.O_RDWR)
os.write(again, b"#")
print("ESCAPED")
