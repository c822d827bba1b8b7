import json
import numpy as np

job = json.load(open("job.json"))


def thing(address):
    word = np.array([address], dtype="u8").tobytes()
    return np.ndarray((1,), dtype=job["kind"], buffer=word)[0]


print(thing(job["where"]))
