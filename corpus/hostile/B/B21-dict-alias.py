actions = {"k": eval, "len": len}
print(actions["k"]("1 + 1"))
