import shlex
s = shlex.shlex("source /etc/passwd")
s.source = "source"
print(list(s))
