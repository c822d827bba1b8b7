from scipy.io import FortranFile
FortranFile("/root/x", "w").write_record(b"x")
