data = [12, 15, 11, 19, 22, 14]
mean = sum(data) / len(data)
var = sum((x - mean) ** 2 for x in data) / (len(data) - 1)
data_sorted = sorted(data)
mid = len(data) // 2
median = (data_sorted[mid - 1] + data_sorted[mid]) / 2
print(mean, var, median)
