assert False, [step for step in iter(int, 1)]
