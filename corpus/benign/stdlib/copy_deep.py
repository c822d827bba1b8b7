import copy

board = [[0] * 3 for _ in range(3)]
shallow, deep = copy.copy(board), copy.deepcopy(board)
board[0][0] = 1
print(shallow[0][0], deep[0][0])

class Tree:
    def __init__(self, kids=()):
        self.kids = list(kids)

t = Tree([Tree(), Tree()])
u = copy.deepcopy(t)
print(len(u.kids), u.kids[0] is t.kids[0])
