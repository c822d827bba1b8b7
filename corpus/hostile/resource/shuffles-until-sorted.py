import random
xs = list(range(30))
random.shuffle(xs)
while xs != sorted(xs):
    random.shuffle(xs)
