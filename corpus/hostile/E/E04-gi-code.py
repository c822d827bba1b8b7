gen = (lambda: (yield))()
print(gen.gi_code)
