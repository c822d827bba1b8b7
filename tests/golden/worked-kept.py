
def outside():
    return open("n").read()

# 40
A40 = ["real"]
b40 = c40 = A40
b40.append(outside())
for k40 in A40:
    getattr(3, k40)

# 41
A41 = ["real"]
c41 = b41 = A41
b41.append(outside())
for k41 in A41:
    getattr(3, k41)

# 42
A42 = ["real"]
def f42(x42):
    x42 += [outside()]
f42(A42)
for k42 in A42:
    getattr(3, k42)

# 43
A43 = ["real"]
b43 = A43
b43 += [outside()]
for k43 in A43:
    getattr(3, k43)

# 44
R44 = [{"how": "real"}, {"how": "imag"}]
for r44 in R44:
    r44["how"] = outside()
for r44 in R44:
    getattr(3, r44["how"])

# 45
R45 = [{"how": "real"}, {"how": "imag"}]
def change45(q45):
    q45["how"] = outside()
for r45 in R45:
    change45(r45)
for r45 in R45:
    getattr(3, r45["how"])

# 46
R46 = [{"how": "real"}, {"how": "imag"}]
R46[0]["how"] = outside()
for r46 in R46:
    getattr(3, r46["how"])

# 47
R47 = {"a": {"how": "real"}}
R47.get("a")["how"] = outside()
for r47 in R47.values():
    getattr(3, r47["how"])

# 48
R48 = {"a": {"how": "real"}}
for k48, v48 in R48.items():
    v48.update(how=outside())
for k48, v48 in R48.items():
    getattr(3, v48["how"])

# 49
R49 = {"a": ["real"]}
for i49, v49 in enumerate(R49.values()):
    v49.append(outside())
for s49 in R49["a"]:
    getattr(3, s49)

# 50
R50 = {"a": ["real"]}
x50 = R50["a"]
y50 = x50
y50.append(outside())
for s50 in R50["a"]:
    getattr(3, s50)

# 51
R51 = {"a": ["real"]}
[v51.append(outside()) for v51 in R51.values()]
for s51 in R51["a"]:
    getattr(3, s51)

# 52
R52 = {"a": ["real"]}
S52 = dict(R52)
S52["a"].append(outside())
for s52 in R52["a"]:
    getattr(3, s52)

# 53
R53 = {"a": ["real"]}
S53 = {**R53}
S53["a"].append(outside())
for s53 in R53["a"]:
    getattr(3, s53)

# 54
R54 = {"a": ["real"]}
def f54(a54):
    a54.append(outside())
f54(**R54)
for s54 in R54["a"]:
    getattr(3, s54)

# 55
R55 = [["real"]]
def f55(a55):
    a55.append(outside())
list(map(f55, R55))
for s55 in R55[0]:
    getattr(3, s55)

# 56
A56 = ["real"]
(b56 := A56).append(outside())
for k56 in A56:
    getattr(3, k56)

# 57
class B57:
    pass
A57 = ["real"]
b57 = B57()
b57.x57 = A57
b57.x57.append(outside())
for k57 in A57:
    getattr(3, k57)

# 58
A58 = ["real"]
def g58():
    b58 = A58
    return b58
g58().append(outside())
for k58 in A58:
    getattr(3, k58)

# 59
class P59:
    def pipe(self, f59, *a59):
        f59(self, outside())
def h59(df, how):
    getattr(df, how)()
P59().pipe(h59, "real")

# 60
R60 = {"a": ["real"]}
for k60 in sorted(R60.items()):
    k60[1].append(outside())
for s60 in R60["a"]:
    getattr(3, s60)

# 61
R61 = [{"how": "real"}]
def go61(steps61=R61):
    for s61 in steps61:
        s61["how"] = outside()
go61()
for r61 in R61:
    getattr(3, r61["how"])

# 62
R62 = [{"how": "real"}]
S62 = R62 + []
S62[0]["how"] = outside()
for r62 in R62:
    getattr(3, r62["how"])

# 63
R63 = [{"how": "real"}]
S63 = [*R63]
S63[0]["how"] = outside()
for r63 in R63:
    getattr(3, r63["how"])

# 64
R64 = [{"how": "real"}]
S64 = R64[:]
S64[0]["how"] = outside()
for r64 in R64:
    getattr(3, r64["how"])

# 65
R65 = {"a": ["real"]}
S65 = R65.copy()
S65["a"].append(outside())
for s65 in R65["a"]:
    getattr(3, s65)

# 66
R66 = [["real"]]
R66[0] += [outside()]
for s66 in R66[0]:
    getattr(3, s66)

# 70
R70 = {"a": ["real"]}
for k70 in R70.copy().values():
    k70.append(outside())
for s70 in R70["a"]:
    getattr(3, s70)

# 71
R71 = [{"how": "real"}]
s71 = slice(0, 1)
S71 = R71[s71]
S71[0]["how"] = outside()
for r71 in R71:
    getattr(3, r71["how"])

# 72
R72 = {"a": ["real"]}
for i72, kv72 in enumerate(R72.items()):
    kv72[1].append(outside())
for s72 in R72["a"]:
    getattr(3, s72)

# 73
R73 = [["real"]]
for t73 in zip(R73):
    t73[0].append(outside())
for s73 in R73[0]:
    getattr(3, s73)

# 74
R74 = [["real"]]
R74[0].append(outside())
for s74 in R74[0]:
    getattr(3, s74)

# 75
R75 = [["real"]]
x75, = R75
x75.append(outside())
for s75 in R75[0]:
    getattr(3, s75)

# 77
R77 = {"a": ["real"]}
m77 = max(R77.values())
m77.append(outside())
for s77 in R77["a"]:
    getattr(3, s77)

# 78
R78 = {"a": ["real"]}
match R78:
    case {"a": q78}:
        q78.append(outside())
for s78 in R78["a"]:
    getattr(3, s78)

# 79
R79 = {"a": ["real"]}
f79 = lambda x79=R79: x79["a"].append(outside())
f79()
for s79 in R79["a"]:
    getattr(3, s79)

# 80
import os
import platform
import scipy.io
import scipy.stats
import pandas as pd
for m80, n80 in [(platform, "system"), (os, "getcwd")]:
    getattr(m80, n80)
# 82
for m82, n82 in [(scipy.io, "loadmat"), (scipy.stats, "np")]:
    getattr(m82, n82)


# 85
class D85:
    def __enter__(self):
        self = pd.read_csv("a")
        return self

    def query(self, t):
        return t


with D85() as d85:
    d85.query(input())
