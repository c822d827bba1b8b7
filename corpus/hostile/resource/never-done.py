done = False
while not done: done = False
