import shutil

print(shutil.which("cat"))
shutil.os.system("cat CANARY")
