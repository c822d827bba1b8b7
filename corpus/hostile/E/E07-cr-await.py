async def a():
    pass

print(a().cr_await)
