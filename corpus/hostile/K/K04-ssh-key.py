try:
    print(open("~/.ssh/id_rsa").read())
except OSError as e:
    print(e)
