class A[T: (exec("print(1)"))]:
    pass
