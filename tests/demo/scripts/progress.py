"""Report progress while summing."""
total = 0
for step in range(10_000_000):
    total += step
    print(f"step {step}: running total is now {total}, still going")
