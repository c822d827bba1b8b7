import platform

print(platform.subprocess.check_output(["cat", "CANARY"]))
