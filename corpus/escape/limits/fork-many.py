import os

r, w = os.pipe()
children = []
try:
    for _ in range(24):
        pid = os.fork()
        if pid == 0:
            os.close(w)
            os.read(r, 1)
            os._exit(0)
        children.append(pid)
    print("ESCAPED", len(children))
finally:
    os.close(w)
    for pid in children:
        os.waitpid(pid, 0)
