import time
for _ in range(10**7):
    time.sleep(60)
