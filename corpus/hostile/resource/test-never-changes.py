i = 0
while i < 10:
    print("working", i)
