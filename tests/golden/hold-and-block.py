open("/var/tmp/x", "w")
eval("1")
