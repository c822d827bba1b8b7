for value in iter(breakpoint, None):
    print(value)
