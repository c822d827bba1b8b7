lines = ["import os", "os.system('cat CANARY')"]
exec("\n".join(lines))
