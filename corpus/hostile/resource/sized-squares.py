{x * y for x in range(10**7) for y in range(10**7)}
