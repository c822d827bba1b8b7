import asyncio
async def m(loop):
    t, p = await loop.create_connection(asyncio.Protocol, host="127.0.0.1", port=9)
l = asyncio.get_event_loop()
l.run_until_complete(m(l))
