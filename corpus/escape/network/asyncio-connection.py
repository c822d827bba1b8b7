import asyncio
import os

async def main():
    host, port = os.environ["CANARY"].split(":")
    _, w = await asyncio.open_connection(host, int(port))
    w.write(b"ESCAPED")
    await w.drain()
    w.close()

asyncio.run(main())
