files = [open("/dev/null") for _ in range(300)]
print("ESCAPED", len(files))
