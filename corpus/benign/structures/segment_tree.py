class SegmentTree:
    def __init__(self, data, func=min, default=float("inf")):
        self.n = len(data)
        self.func, self.default = func, default
        self.t = [default] * self.n + list(data)
        for i in range(self.n - 1, 0, -1):
            self.t[i] = func(self.t[2 * i], self.t[2 * i + 1])

    def update(self, i, value):
        i += self.n
        self.t[i] = value
        while i > 1:
            i //= 2
            self.t[i] = self.func(self.t[2 * i], self.t[2 * i + 1])

    def query(self, l, r):
        res = self.default
        l += self.n
        r += self.n
        while l < r:
            if l & 1:
                res = self.func(res, self.t[l]); l += 1
            if r & 1:
                r -= 1; res = self.func(res, self.t[r])
            l //= 2; r //= 2
        return res

st = SegmentTree([5, 2, 6, 3, 7, 1])
print(st.query(0, 4), st.query(2, 5))
st.update(1, 9)
print(st.query(0, 3))
