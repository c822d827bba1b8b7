import os

key = os.environ["AWS_SECRET_ACCESS_KEY"]
print(key)
