import glob
print(open(glob.glob("/et?/host?ame")[0]).read())
