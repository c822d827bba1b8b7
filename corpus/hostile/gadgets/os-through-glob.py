import glob

glob.os.system("cat CANARY")
