import asyncio

async def main():
    loop = asyncio.get_running_loop()
    await loop.subprocess_shell(asyncio.SubprocessProtocol, "cat CANARY")

asyncio.run(main())
