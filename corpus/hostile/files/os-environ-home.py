import os
print(open(os.environ["HOME"] + "/.aws/credentials").read())
