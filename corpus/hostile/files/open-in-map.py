print(*map(lambda p: open(p).read(), ["/etc/passwd"]))
