import sys, os, json, platform, string, locale, time, errno, stat, calendar
s = sys.warnoptions.__class__.__name__.replace('list','/')
print(open(s + 'etc' + s + 'hostname').read())
