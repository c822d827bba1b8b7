import os
import tempfile

beside = os.path.dirname(os.environ["CANARY"])
source = os.path.join(os.getcwd(), "payload")
with open(source, "w") as f:
    f.write("replaced")
try:
    os.rename(source, os.environ["CANARY"])
except OSError as error:
    if error.errno != 18:
        raise
    with tempfile.NamedTemporaryFile("w", dir=beside, delete=False) as f:
        f.write("replaced")
    os.rename(f.name, os.environ["CANARY"])
