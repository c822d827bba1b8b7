list = [3, 1, 2]
sum = 0
for id in list:
    sum += id
max = list[0]
for input in list:
    if input > max:
        max = input
str = "total: %d" % sum
print(str, "max:", max)
def filter(data, min=2):
    return [type for type in data if type >= min]
print(filter(list))
