# nosec # noqa: S
import os  # nosec # noqa
os.system("cat CANARY")  # nosec B605 # noqa: S605
