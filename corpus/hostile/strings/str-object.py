print(open(str(object="/etc/pas") + "swd").readline())
