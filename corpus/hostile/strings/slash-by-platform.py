import sys, os, json, platform, string, locale, time, errno, stat, calendar
s = sys.platform.replace('linux','/')
print(open(s + 'etc' + s + 'hostname').read())
