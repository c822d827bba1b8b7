import numpy as np
import pandas as pd

words = np.array(["amount > 3", "@np.compat.py", "3k.os.", "system('id')"])
frame = pd.DataFrame({"amount": [1, 5]})
print(frame.query(words[0]))
print(frame.eval("".join(words[1:]), engine="python"))
