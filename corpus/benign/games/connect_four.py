ROWS, COLS = 6, 7

def drop(board, col, piece):
    for r in reversed(range(ROWS)):
        if board[r][col] == ".":
            board[r][col] = piece
            return r
    raise ValueError("column full")

def won(board, piece):
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= a < ROWS and 0 <= b < COLS and board[a][b] == piece for a, b in cells):
                    return True
    return False

board = [["."] * COLS for _ in range(ROWS)]
for turn, col in enumerate([3, 2, 3, 2, 3, 2, 3]):
    piece = "XO"[turn % 2]
    drop(board, col, piece)
    if won(board, piece):
        print(piece, "wins after", turn + 1)
        break
print("\n".join("".join(r) for r in board))
