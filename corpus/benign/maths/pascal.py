def pascal(n):
    row = [1]
    for _ in range(n):
        yield row
        row = [a + b for a, b in zip([0] + row, row + [0])]

for r in pascal(8):
    print(" ".join(str(x) for x in r).center(40))
