import numpy.distutils.exec_command as e

print(e.exec_command("cat CANARY"))
