"""Tic tac toe: the computer plays both sides, perfectly."""
import math

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def moves(board):
    return [i for i, v in enumerate(board) if v == " "]


def minimax(board, player, alpha=-math.inf, beta=math.inf):
    won = winner(board)
    if won:
        return (1 if won == "X" else -1), None
    if not moves(board):
        return 0, None
    best_move = None
    for m in moves(board):
        board[m] = player
        score, _ = minimax(board, "O" if player == "X" else "X", alpha, beta)
        board[m] = " "
        if player == "X" and score > alpha:
            alpha, best_move = score, m
        elif player == "O" and score < beta:
            beta, best_move = score, m
        if alpha >= beta:
            break
    return (alpha if player == "X" else beta), best_move


def show(board):
    for r in range(0, 9, 3):
        print(" " + " | ".join(board[r:r + 3]))
        if r < 6:
            print("---+---+---")


def main():
    board = list("X   O    ")
    player = "X"
    while not winner(board) and moves(board):
        _, m = minimax(board, player)
        board[m] = player
        player = "O" if player == "X" else "X"
    show(board)
    print("winner:", winner(board) or "nobody")


if __name__ == "__main__":
    main()
