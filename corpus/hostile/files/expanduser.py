import os.path

print(open(os.path.expanduser("~/.aws/credentials")).read())
