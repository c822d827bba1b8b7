import os
import subprocess

subprocess.run([os.environ["CANARY"]])
