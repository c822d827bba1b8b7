from collections.abc import MutableMapping

class TwoWay(MutableMapping):
    def __init__(self, *args, **kwargs):
        self.forward, self.back = {}, {}
        self.update(*args, **kwargs)

    def __getitem__(self, key):
        return self.forward[key]

    def __setitem__(self, key, value):
        if key in self.forward:
            del self.back[self.forward[key]]
        self.forward[key] = value
        self.back[value] = key

    def __delitem__(self, key):
        del self.back[self.forward.pop(key)]

    def __iter__(self):
        return iter(self.forward)

    def __len__(self):
        return len(self.forward)

m = TwoWay(one=1, two=2)
m["one"] = 11
print(dict(m), m.back, len(m), "two" in m)
