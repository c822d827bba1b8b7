import warnings
t = warnings.formatwarning("m", UserWarning, "/etc/hostname", 1)
print(t)
