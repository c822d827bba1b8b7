import bisect
import heapq

def grade(score, breakpoints=(60, 70, 80, 90), grades="FDCBA"):
    return grades[bisect.bisect(breakpoints, score)]

print([grade(s) for s in (33, 99, 77, 70, 89, 90, 100)])
items = []
for n in (5, 1, 4, 2):
    bisect.insort(items, n)
print(items, heapq.nlargest(2, items), heapq.nsmallest(1, items), list(heapq.merge([1, 4], [2, 3])))
