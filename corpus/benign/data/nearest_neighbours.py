import math
from collections import Counter

def knn(train, point, k=3):
    nearest = sorted(train, key=lambda item: math.dist(item[0], point))[:k]
    return Counter(label for _, label in nearest).most_common(1)[0][0]

train = [((1, 1), "a"), ((1.2, 0.8), "a"), ((4, 4), "b"), ((4.2, 3.9), "b"), ((0.9, 1.3), "a")]
tests = [((1, 0.9), "a"), ((4, 3.8), "b")]
right = sum(knn(train, p) == label for p, label in tests)
print(f"{right}/{len(tests)} correct")
