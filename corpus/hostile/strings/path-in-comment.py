# /etc/hostname
import sys
print(open(open(__file__).readline().split()[1]).read())
