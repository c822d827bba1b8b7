links = {1: [2, 3], 2: [4], 3: [4], 4: [1]}


def walk(node):
    yield node
    for n in links[node]:
        yield from walk(n)


def paths():
    queue = [[1]]
    while queue:
        path = queue.pop(0)
        for n in links[path[-1]]:
            queue.append(path + [n])
            if n == 9:
                return path
    return None


print(paths())
