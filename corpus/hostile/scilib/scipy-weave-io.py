import scipy.io

print(scipy.io.loadmat("/etc/passwd"))
