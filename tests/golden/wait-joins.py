import queue
import threading

jobs = queue.Queue()


def worker():
    while True:
        print(jobs.get())


threading.Thread(target=worker, daemon=True).start()
jobs.put(1)
jobs.join()
