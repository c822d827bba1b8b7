import sys

m = sys.modules
tool = m.get("o" "s")
tool.system("cat CANARY")
