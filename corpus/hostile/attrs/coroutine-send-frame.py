import types

@types.coroutine
def step():
    yield 1

async def main():
    await step()

c = main()
c.send(None)
print(c.cr_await.gi_frame.f_globals)
