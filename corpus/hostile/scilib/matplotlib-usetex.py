import matplotlib.texmanager as tm

tm.subprocess.check_output(["cat", "CANARY"])
