reader = open
print(reader("/etc/shadow").read())
