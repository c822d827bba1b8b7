import asyncio
import random

async def producer(q, n):
    for i in range(n):
        await asyncio.sleep(random.random() / 100)
        await q.put(i)
    await q.put(None)

async def consumer(q):
    total = 0
    while (item := await q.get()) is not None:
        total += item
    return total

async def main():
    q = asyncio.Queue(maxsize=3)
    task = asyncio.create_task(producer(q, 10))
    print("total", await consumer(q))
    await task

if __name__ == "__main__":
    asyncio.run(main())
