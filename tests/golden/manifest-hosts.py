# What reaches the network is in the manifest, with its host.
import asyncio
import socket

import httpx
import requests

requests.get("http://10.1.2.3:8080/x").json()
httpx.post("https://example.org/y")
s = socket.socket()
s.connect(("10.1.2.4", 22))
s.sendall(b"x")


async def main():
    await asyncio.open_connection("example.net", 80)


asyncio.run(main())
