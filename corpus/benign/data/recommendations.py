import numpy as np

users = ["ann", "bob", "cy"]
films = ["alien", "brazil", "clue", "dune"]
ratings = np.array([[5, 4, 0, 1], [4, 5, 1, 0], [1, 0, 5, 4]], dtype=float)

def cosine(a, b):
    return a @ b / (np.linalg.norm(a) * np.linalg.norm(b))

similar = np.array([[cosine(a, b) for b in ratings] for a in ratings])
np.fill_diagonal(similar, 0)
for i, user in enumerate(users):
    scores = similar[i] @ ratings / similar[i].sum()
    scores[ratings[i] > 0] = -np.inf
    print(user, "->", films[int(np.argmax(scores))])
