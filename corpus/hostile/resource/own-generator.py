def ones():
    while True:
        yield 1


print(sum(ones()))
