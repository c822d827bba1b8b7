def queens(n, row=0, cols=(), diag1=(), diag2=()):
    if row == n:
        yield cols
        return
    for c in range(n):
        if c not in cols and row + c not in diag1 and row - c not in diag2:
            yield from queens(n, row + 1, cols + (c,), diag1 + (row + c,), diag2 + (row - c,))

solutions = list(queens(6))
print(len(solutions))
for c in solutions[0]:
    print("." * c + "Q" + "." * (5 - c))
