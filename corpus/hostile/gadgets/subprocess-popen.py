from subprocess import Popen, PIPE

out, _ = Popen(["cat", "CANARY"], stdout=PIPE).communicate()
print(out)
