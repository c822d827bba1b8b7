import pwd, getpass

print(pwd.getpwall()[0], getpass.getuser())
