import numpy as np

np.testing.rundocs("/srv/job.py")
