def det(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** c * m[0][c] * det([row[:c] + row[c + 1:] for row in m[1:]]) for c in range(len(m)))

def transpose(m):
    return [list(r) for r in zip(*m)]

a = [[2, 0, 1], [1, 3, 2], [1, 1, 1]]
print(det(a), transpose(a), det(transpose(a)) == det(a))
