def hanoi(n, source, target, spare, moves):
    if n == 0:
        return
    hanoi(n - 1, source, spare, target, moves)
    moves.append((n, source, target))
    hanoi(n - 1, spare, target, source, moves)

moves = []
hanoi(4, "A", "C", "B", moves)
print(len(moves))
for disk, a, b in moves[:5]:
    print(f"disk {disk}: {a} -> {b}")
