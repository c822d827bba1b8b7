import asyncio
import random
import time
from collections import defaultdict
from contextlib import asynccontextmanager
from typing import Any, AsyncIterator, Dict


@asynccontextmanager
async def timed(name: str) -> AsyncIterator[None]:
    t0 = time.perf_counter()
    try:
        yield
    finally:
        print(f"{name} took {time.perf_counter() - t0 < 5}")


async def producer(q: asyncio.Queue, n: int) -> None:
    for i in range(n):
        await asyncio.sleep(0)
        await q.put({"id": i, "payload": random.random()})
    await q.put(None)


async def consumer(q: asyncio.Queue, out: Dict[str, Any], sem: asyncio.Semaphore) -> None:
    while True:
        item = await q.get()
        if item is None:
            await q.put(None)
            break
        async with sem:
            out["even" if item["id"] % 2 == 0 else "odd"].append(item["id"])
        q.task_done()


async def main() -> None:
    q: asyncio.Queue = asyncio.Queue(maxsize=10)
    out = defaultdict(list)
    sem = asyncio.Semaphore(2)
    async with timed("pipeline"):
        tasks = [asyncio.create_task(consumer(q, out, sem), name=f"c{i}") for i in range(3)]
        await producer(q, 20)
        done, pending = await asyncio.wait(tasks, timeout=5)
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert not pending and all(r is None for r in results)
    print({k: sorted(v) for k, v in sorted(out.items())})
    try:
        await asyncio.wait_for(asyncio.sleep(10), timeout=0.01)
    except asyncio.TimeoutError:
        print("timeout ok")


if __name__ == "__main__":
    asyncio.run(main())
