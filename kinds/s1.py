class A: x = 1
setattr(A, input(), 3)
