import asyncio

async def main():
    p = await asyncio.create_subprocess_shell("cat CANARY")
    await p.wait()

asyncio.run(main())
