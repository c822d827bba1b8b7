from __main__ import secret

print(secret)
