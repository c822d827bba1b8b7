import matplotlib.cbook as cbook

cbook.subprocess.run(["cat", "CANARY"])
