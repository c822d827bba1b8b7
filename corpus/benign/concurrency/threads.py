import threading
import queue
import time
import logging
from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger("w")
handler = logging.StreamHandler()
handler.setFormatter(logging.Formatter("%(threadName)s %(message)s"))
log.addHandler(handler)
log.setLevel(logging.DEBUG)
lock = threading.RLock()
total = 0


class Worker(threading.Thread):
    def __init__(self, q, results, *args, **kwargs):
        super().__init__(*args, daemon=True, **kwargs)
        self.q, self.results = q, results

    def run(self):
        global total
        while True:
            try:
                item = self.q.get(timeout=0.2)
            except queue.Empty:
                return
            with lock:
                total += item
            self.results.append(item ** 2)
            self.q.task_done()


q, results = queue.Queue(), []
for i in range(10):
    q.put(i)
ws = [Worker(q, results, name=f"w{i}") for i in range(3)]
for w in ws:
    w.start()
q.join()
[w.join() for w in ws]
log.info("total %d %s", total, sorted(results))
with ThreadPoolExecutor(max_workers=4, thread_name_prefix="p") as pool:
    print(list(pool.map(lambda n: n + 1, range(3))))
    f = pool.submit(time.sleep, 0)
    f.add_done_callback(lambda fut: print("done", fut.exception()))
ev = threading.Event()
timer = threading.Timer(0.01, ev.set)
timer.start()
print(ev.wait(2))
