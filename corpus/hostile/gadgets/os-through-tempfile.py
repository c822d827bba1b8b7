import tempfile

tempfile._os.system("cat CANARY")
