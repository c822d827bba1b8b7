import asyncio
async def one(x):
    await asyncio.sleep(0)
    return x
async def main():
    print(open("/".join(await asyncio.gather(*map(one, ["", "etc", "hostname"])))).read())
asyncio.run(main())
