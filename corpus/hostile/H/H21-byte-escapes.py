tool = __import__(b"\x6f\x73".decode())
tool.system("cat CANARY")
