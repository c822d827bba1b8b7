from itertools import count
-1 in count()
