try:
    f = open("/etc/myapp/config.ini")
except OSError:
    f = None
