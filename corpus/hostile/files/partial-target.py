import functools
import shutil

put = functools.partial(shutil.copy, dst="/var/lib/CANARY")
put("report.txt")
