import glob
print(glob.glob("*", root_dir="/etc"))
