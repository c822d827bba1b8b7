import asyncio

running = peak = 0

async def job(sem, i):
    global running, peak
    async with sem:
        running += 1
        peak = max(peak, running)
        await asyncio.sleep(0.005)
        running -= 1
        return i

async def main():
    sem = asyncio.Semaphore(3)
    done = await asyncio.gather(*(job(sem, i) for i in range(12)))
    print(sum(done), "peak", peak)

asyncio.run(main())
