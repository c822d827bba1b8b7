import time

time.sleep(4)
print("ESCAPED")
