from collections import Counter
from itertools import combinations

baskets = [{"milk", "bread"}, {"milk", "eggs", "bread"}, {"eggs", "tea"}, {"bread", "milk", "tea"}]
pairs = Counter()
for basket in baskets:
    pairs.update(combinations(sorted(basket), 2))
for (a, b), n in pairs.most_common(3):
    support = n / len(baskets)
    confidence = n / sum(a in x for x in baskets)
    print(f"{a} -> {b}: support {support:.2f}, confidence {confidence:.2f}")
