раss = 1
print(раss)
