matrix = [[r * 3 + c for c in range(3)] for r in range(3)]
flat = [x for row in matrix for x in row if x % 2 == 0]
squares = {n: n ** 2 for n in range(5)}
inverted = {v: k for k, v in squares.items()}
letters = {c for c in "mississippi"}
lazy = (x * x for x in range(10 ** 6))
print(matrix, flat, inverted, sorted(letters), next(lazy), next(lazy))
if (n := len(flat)) > 3:
    print("n is", n)
print([y := 1, y + 1, y ** 2], [f"{a}{b}" for a, b in zip("ab", "cd")])
