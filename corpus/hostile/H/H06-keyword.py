import subprocess

subprocess.run("cat CANARY", ｓhell=True)
