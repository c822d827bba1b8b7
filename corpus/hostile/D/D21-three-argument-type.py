def f(self):
    print("gone")

X = type("X", (), {"__del__": f})
X()
