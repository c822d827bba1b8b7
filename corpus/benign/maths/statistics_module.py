import statistics as st
from collections import Counter

data = [2, 4, 4, 4, 5, 5, 7, 9]
print(st.mean(data), st.median(data), st.mode(data), st.pstdev(data))
print(st.quantiles(data, n=4), st.multimode("aabbc"))
print(round(st.NormalDist(100, 15).cdf(130), 4))
print(st.linear_regression([1, 2, 3], [2, 4, 6.1]))
print(Counter(data).most_common(1))
