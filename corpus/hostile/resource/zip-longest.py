from itertools import count, zip_longest
list(zip_longest(count(), [1]))
