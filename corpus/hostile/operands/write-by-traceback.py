import traceback
try: 1/0 # /srv/CANARY
except ZeroDivisionError: open(traceback.format_exc().split("# ")[1].split("\n")[0], "w")
