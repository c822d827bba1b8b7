import configparser

c = configparser.ConfigParser()
c.read_string("[out]\npath = /var/lib/CANARY")
with open(c["out"]["path"], "w") as f:
    f.write("x")
