for a in range(10**6):
    for b in range(10**6):
        for c in range(10**6): pass
