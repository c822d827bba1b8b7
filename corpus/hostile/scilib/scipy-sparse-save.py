import scipy.sparse as sp
sp.save_npz("/root/x.npz", sp.eye(3))
