try:
    etc
except NameError as e:
    a = e.name
try:
    hostname
except NameError as e:
    print(open("/" + a + "/" + e.name).read())
