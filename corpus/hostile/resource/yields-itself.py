def loop():
    yield 1
    yield from loop()

print(max(loop()))
