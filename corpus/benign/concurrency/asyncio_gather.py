import asyncio

async def fetch(name, delay):
    await asyncio.sleep(delay)
    return f"{name} after {delay}"

async def main():
    results = await asyncio.gather(fetch("a", 0.02), fetch("b", 0.01))
    for r in results:
        print(r)
    try:
        await asyncio.wait_for(fetch("slow", 5), timeout=0.05)
    except asyncio.TimeoutError:
        print("timeout")

asyncio.run(main())
