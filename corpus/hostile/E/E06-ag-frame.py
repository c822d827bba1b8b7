async def g():
    yield 1

print(g().ag_frame)
