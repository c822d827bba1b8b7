from itertools import count

squares = (n * n for n in count())
print(49 in squares, next(n for n in count(1) if n > 1000) > 0)
print(50 in squares)
