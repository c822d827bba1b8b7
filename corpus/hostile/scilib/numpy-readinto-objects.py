import io
import numpy as np

slots = np.empty(1, dtype=object)
io.BytesIO(bytes(8)).readinto(slots)
print(slots[0])
