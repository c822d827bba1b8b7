from itertools import count
set().update(count())
