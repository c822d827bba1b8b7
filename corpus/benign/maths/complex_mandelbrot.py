def escape(c, limit=30):
    z = 0
    for i in range(limit):
        z = z * z + c
        if abs(z) > 2:
            return i
    return limit

for y in range(-10, 11, 2):
    print("".join(" .:-=+*#%@"[escape(complex(x / 20, y / 10)) * 9 // 30] for x in range(-40, 20)))
