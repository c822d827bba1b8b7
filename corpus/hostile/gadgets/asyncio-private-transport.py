import asyncio
async def main():
    loop = asyncio.get_running_loop()
    t = await loop._make_subprocess_transport(asyncio.Protocol(), ["touch", "/srv/CANARY"], False, None, None, None, 0)
    await asyncio.sleep(0.3)
class P(asyncio.Protocol):
    def __getattr__(self, n):
        return lambda *a: None
try:
    asyncio.run(main())
except Exception as e:
    print(e)
