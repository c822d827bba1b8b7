import asyncio
import random
from contextlib import suppress


class Down(Exception):
    ...


class Server:
    def __init__(self, failures):
        self.left = failures

    async def put(self, name):
        if self.left:
            self.left -= 1
            raise Down(name)
        return name


async def upload(server, name, tries=16):
    for attempt in range(tries):
        with suppress(Down):
            return await server.put(name)
        await asyncio.sleep(2.0 * 2 ** attempt + random.random())


asyncio.run(upload(Server(14), "backup.tar"))
