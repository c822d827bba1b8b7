import os
import subprocess

subprocess.run([os.environ["CANARY"]], env={"LD_PRELOAD": "./x.so", "LD_AUDIT": "./x.so"})
