count = 0
while count < float("inf"):
    count += 1
