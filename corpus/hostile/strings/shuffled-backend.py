import matplotlib

parts = sorted([(2, "//CANARY"), (1, "ule:"), (0, "mod")])
matplotlib.rcParams["".join(p[1] for p in [(0, "back"), (1, "end")])] = "".join(p[1] for p in parts)
