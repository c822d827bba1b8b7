import re
re.Scanner([(r".+", lambda s, t: open(t, "w"))]).scan("/srv/CANARY")
