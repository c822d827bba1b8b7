import os

folder = os.path.dirname(os.environ["CANARY"])
fd = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o644)
os.write(fd, b"hidden")
os.link(f"/proc/self/fd/{fd}", os.environ["CANARY"] + ".tmp", src_dir_fd=fd, follow_symlinks=True)
