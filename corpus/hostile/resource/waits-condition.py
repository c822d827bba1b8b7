import threading
c = threading.Condition()
with c: c.wait()
