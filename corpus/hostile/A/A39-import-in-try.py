try:
    import subprocess
except ImportError:
    subprocess = None

if subprocess:
    print(subprocess.run(["cat", "CANARY"], capture_output=True))
