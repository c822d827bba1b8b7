import shutil

shutil.rmtree("/home/canary-does-not-exist", ignore_errors=True)
