i = 0
while i > -1:
    open(f"f{i}", "w").close(); i += 1
