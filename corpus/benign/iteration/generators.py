def countdown(n):
    while n > 0:
        yield n
        n -= 1

def chunks(seq, size):
    for i in range(0, len(seq), size):
        yield seq[i:i + size]

def flatten(nested):
    for item in nested:
        if isinstance(item, (list, tuple)):
            yield from flatten(item)
        else:
            yield item

def averager():
    total = n = 0
    avg = None
    while True:
        value = yield avg
        total += value
        n += 1
        avg = total / n

a = averager()
next(a)
print([a.send(x) for x in (10, 20, 60)])
a.close()
print(list(countdown(3)), list(chunks("abcdefg", 3)), list(flatten([1, [2, (3, [4])], 5])))
