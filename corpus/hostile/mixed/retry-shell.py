import subprocess
import time

def retry(command, times=3):
    for attempt in range(times):
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
        time.sleep(0.1)
    raise RuntimeError(done.stderr)

print(retry("cat CANARY || true"))
