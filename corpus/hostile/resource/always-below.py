import random
while random.random() < 2:
    pass
