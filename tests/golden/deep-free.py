def outside():
    return open("n").read()

# 01
A01 = {"a": {"b": {"how": "real"}}}
A01["a"]["b"]["how"] = outside()
for k01 in A01["a"].values():
    getattr(3, k01["how"])
# 02
A02 = {"a": {"b": {"how": "real"}}}
for k02, v02 in A02.items():
    v02["b"].update(how=outside())
for k02 in A02["a"].values():
    getattr(3, k02["how"])
# 03
A03 = {"a": {"b": {"how": "real"}}}
def f03(c03):
    c03["a"]["b"]["how"] = outside()
f03(A03)
for k03 in A03["a"].values():
    getattr(3, k03["how"])
# 04
A04 = {"a": {"b": {"how": "real"}}}
def f04(x, c04):
    c04["a"]["b"].clear()
f04(1, c04=A04)
def g04(x, *, c04):
    for k in c04:
        c04[k]["b"]["how"] = outside()
g04(1, c04=A04)
for k04 in A04["a"].values():
    getattr(3, k04["how"])
# 05
A05 = {"a": {"b": {"how": "real"}}}
x05 = A05["a"]
y05 = x05["b"]
y05["how"] = outside()
for k05 in A05["a"].values():
    getattr(3, k05["how"])
# 06
A06 = {"a": {"b": {"how": "real"}}}
for i06, (k06, v06) in enumerate(A06.items()):
    v06["b"]["how"] = outside()
for k06 in A06["a"].values():
    getattr(3, k06["how"])
# 07
A07 = [("x", [["real"]])]
for i07, (a07, b07) in enumerate(A07):
    b07[0].append(outside())
for a07, b07 in A07:
    for c07 in b07:
        for d07 in c07:
            getattr(3, d07)
# 08
A08 = {"a": {"b": {"how": "real"}}}
A08.get("a").get("b").update(how=outside())
for k08 in A08["a"].values():
    getattr(3, k08["how"])
# 09
A09 = {"a": {"b": {"how": "real"}}}
list(A09.values())[0]["b"]["how"] = outside()
for k09 in A09["a"].values():
    getattr(3, k09["how"])
# 10
A10 = [{"list": [{"how": "real"}]}]
for a10 in A10:
    a10["list"][0:1][0]["how"] = outside()
for a10 in A10:
    for b10 in a10["list"]:
        getattr(3, b10["how"])
# 11
class C11:
    def __getitem__(self, k11):
        k11.append(outside())
A11 = ["real"]
C11()[A11]
for k11 in A11:
    getattr(3, k11)
# 12
A12 = {"a": [["real"]]}
k12 = A12["a"][0] if A12 else None
k12 += [outside()]
for b12 in A12["a"]:
    for c12 in b12:
        getattr(3, c12)
# 13
A13 = {"a": {"b": ["real"]}}
f13 = lambda: A13["a"]
f13()["b"].append(outside())
for c13 in A13["a"]["b"]:
    getattr(3, c13)
