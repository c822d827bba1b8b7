users = [line.split(":")[0] for line in open("/etc/passwd")]
print(users)
