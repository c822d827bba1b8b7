class D:
    def __set_name__(self, owner, name):
        self.private = "_" + name
    def __get__(self, obj, t=None):
        return getattr(obj, self.private)
d = D()
class A:
    x = d
def put(o, k, v):
    setattr(o, k, v)
put(d, "private", input())
print(A().x(2))
