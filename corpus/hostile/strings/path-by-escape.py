import glob
X = [glob.escape(x) for x in ["", "etc", "hostname"]]
print(open("/".join(X)).read())
