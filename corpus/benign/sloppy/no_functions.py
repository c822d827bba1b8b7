import math
l = [4,8,15,16,23,42]
s=0
for i in range(0,len(l)):
    s = s + l[i]
avg = s/len(l)
v=0
for i in l: v+=(i-avg)**2
print("avg",avg,"sd",math.sqrt(v/len(l)))
if avg>10:
    print("big")
else:
    print("small")
tmp = []
for x in l:
    if x%2==0 and x not in tmp: tmp.append(x)
print(tmp)
