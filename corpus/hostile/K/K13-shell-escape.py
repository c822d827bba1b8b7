!pip install no-such-package-canary
print("installed")
