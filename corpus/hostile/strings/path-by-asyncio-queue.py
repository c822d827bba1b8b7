import asyncio
async def prod(q):
    for x in ("", "etc", "hostname"):
        await q.put(x)
async def main():
    q = asyncio.Queue()
    await prod(q)
    out = []
    while not q.empty():
        out.append(await q.get())
    print(open("/".join(out)).read())
asyncio.run(main())
