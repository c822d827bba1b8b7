"""What /proc/self hides of the host, under the thread's own folder."""
import threading

thread = threading.get_native_id()
for name in ("mountinfo", "cgroup", "net/tcp", "net/unix"):
    try:
        with open(f"/proc/self/task/{thread}/{name}") as file:
            if file.read():
                print("ESCAPED", name)
    except OSError:
        pass
