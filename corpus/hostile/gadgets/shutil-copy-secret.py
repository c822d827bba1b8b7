import shutil

shutil.copy("/etc/shadow", "out.txt")
