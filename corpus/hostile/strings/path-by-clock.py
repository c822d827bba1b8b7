import time
print(open(time.strftime("/et%%c/hostname").replace("%", "")).read())
