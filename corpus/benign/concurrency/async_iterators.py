import asyncio
from contextlib import asynccontextmanager

async def ticks(n):
    for i in range(n):
        yield i
        await asyncio.sleep(0)

class Countdown:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        return self.n

@asynccontextmanager
async def resource(name):
    print("open", name)
    yield name
    print("close", name)

async def main():
    async with resource("db") as r:
        print([i async for i in ticks(3)], [i async for i in Countdown(2)], r)
    lock = asyncio.Lock()
    async with lock:
        print(lock.locked())

asyncio.run(main())
