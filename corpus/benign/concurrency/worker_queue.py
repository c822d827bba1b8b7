import queue
import threading

tasks, results = queue.Queue(), queue.Queue()

def worker():
    while True:
        item = tasks.get()
        if item is None:
            break
        results.put((item, item ** 3))
        tasks.task_done()

threads = [threading.Thread(target=worker, daemon=True) for _ in range(3)]
for t in threads:
    t.start()
for i in range(10):
    tasks.put(i)
tasks.join()
for _ in threads:
    tasks.put(None)
for t in threads:
    t.join()
out = []
while not results.empty():
    out.append(results.get())
print(sorted(out))
