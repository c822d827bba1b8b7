drop = {len("x" * 120): None}
name = "/extc/paxsswd".translate(drop)
print(open(name).readline())
