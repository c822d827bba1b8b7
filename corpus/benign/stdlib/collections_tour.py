from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple

Point = namedtuple("Point", "x y", defaults=[0])
p = Point(3)._replace(y=4)
print(p, p._asdict(), Point._fields, Point._make([1, 2]))
c = Counter("mississippi") + Counter(s=1) - Counter("ss")
print(c.most_common(2), sum(c.values()), sorted(c.elements())[:3])
d = deque([1, 2, 3], maxlen=4)
d.rotate(1)
d.appendleft(0)
print(d, d.popleft())
cm = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(cm["a"], cm["b"], dict(cm.new_child({"a": 9})))
tree = lambda: defaultdict(tree)
t = tree()
t["x"]["y"] = 1
print(t["x"]["y"], OrderedDict.fromkeys("abca"))

class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

print(Lower(A=1))
