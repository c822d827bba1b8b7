import json
import numpy as np

header = json.load(open("header.json"))
m = np.memmap("data.bin", header["type"], mode="r")
print(m[0])
