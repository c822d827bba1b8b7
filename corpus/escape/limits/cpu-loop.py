import time

end = time.process_time() + 3
while time.process_time() < end:
    pass
print("ESCAPED")
