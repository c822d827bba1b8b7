class A:
    def f(self):
        return super().__self_class__

print(A().f())
