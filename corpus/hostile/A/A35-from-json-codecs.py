from json import codecs as c

text = c.builtins.open("/etc/passwd").read()
print(len(text))
