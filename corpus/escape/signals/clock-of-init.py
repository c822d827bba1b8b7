"""How long another process has run, by its clock."""
import time

ran = time.clock_gettime((~1 << 3) | 2)
print("ESCAPED", ran)
