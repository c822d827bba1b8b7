import asyncio

async def main():
    r, w = await asyncio.open_connection("127.0.0.1", 9)
    w.write(b"x")

asyncio.run(main())
