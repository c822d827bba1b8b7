def count(opener, name):
    with opener(name) as f:
        return len(f.read())
print(count(open, "a.txt"))
