import asyncio
import queue
import threading

import queue, threading
STOP = object()
q = queue.Queue(maxsize=2)
out = []
def prod():
    for i in range(10):
        q.put(i)
    q.put(STOP)
def cons():
    while True:
        x = q.get()
        if x is STOP:
            break
        out.append(x * 2)
a = threading.Thread(target=prod); b = threading.Thread(target=cons)
a.start(); b.start(); a.join(); b.join()
print(out)
import queue, threading
first, second = queue.Queue(), queue.Queue()
def stage():
    while (x := first.get()) is not None:
        second.put(x + 1)
    second.put(None)
t = threading.Thread(target=stage)
t.start()
for i in range(5): first.put(i)
first.put(None)
res = []
while (y := second.get()) is not None:
    res.append(y)
t.join()
print(res)
import threading
stop = threading.Event()
count = 0
def tick():
    global count
    while not stop.is_set():
        count += 1
        stop.wait(0.01)
t = threading.Thread(target=tick)
t.start()
threading.Event().wait(0.05)
stop.set()
t.join()
print(count > 0)
import threading
class Race:
    def __init__(self, n):
        self.start = threading.Barrier(n + 1)
        self.order = []
        self.threads = [threading.Thread(target=self.go, args=(i,)) for i in range(n)]
    def go(self, i):
        self.start.wait()
        self.order.append(i)
    def run(self):
        for t in self.threads: t.start()
        self.start.wait()
        for t in self.threads: t.join()
        return sorted(self.order)
print(Race(3).run())
import threading
class RW:
    def __init__(self):
        self.readers = 0
        self.m = threading.Lock()
        self.w = threading.Lock()
    def read(self, f):
        with self.m:
            self.readers += 1
            if self.readers == 1:
                self.w.acquire()
        try:
            return f()
        finally:
            with self.m:
                self.readers -= 1
                if self.readers == 0:
                    self.w.release()
    def write(self, f):
        with self.w:
            return f()
rw = RW()
d = {}
rw.write(lambda: d.update(a=1))
print(rw.read(lambda: d["a"]))
print(rw.read(lambda: rw.readers))
import asyncio
async def worker(q, out):
    while True:
        x = await q.get()
        out.append(x * x)
        q.task_done()
async def main():
    q = asyncio.Queue()
    out = []
    ws = [asyncio.create_task(worker(q, out)) for _ in range(3)]
    for i in range(10):
        q.put_nowait(i)
    await q.join()
    for w in ws:
        w.cancel()
    await asyncio.gather(*ws, return_exceptions=True)
    print(sorted(out))
asyncio.run(main())
import asyncio
class Job:
    def __init__(self):
        self.state = "new"
    async def run(self):
        await asyncio.sleep(0.02)
        self.state = "done"
async def main():
    j = Job()
    t = asyncio.create_task(j.run())
    while j.state != "done":
        await asyncio.sleep(0.005)
    await t
    print(j.state)
asyncio.run(main())
import asyncio
async def waiter(ev, name):
    await ev.wait()
    print(name, "go")
async def main():
    ev = asyncio.Event()
    ts = [asyncio.create_task(waiter(ev, n)) for n in "abc"]
    await asyncio.sleep(0.01)
    ev.set()
    await asyncio.gather(*ts)
asyncio.run(main())
import asyncio
async def ping(a, b, n):
    for i in range(n):
        await a.put(i)
        print("pong", await b.get())
async def pong(a, b, n):
    for _ in range(n):
        x = await a.get()
        await b.put(x * 10)
async def main():
    a, b = asyncio.Queue(1), asyncio.Queue(1)
    await asyncio.gather(ping(a, b, 3), pong(a, b, 3))
asyncio.run(main())
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(max_workers=2)


def leaf(x):
    return x * 2


def outer(x):
    inner = pool.submit(leaf, x)
    return inner.result() + 1


print(pool.submit(outer, 20).result())
