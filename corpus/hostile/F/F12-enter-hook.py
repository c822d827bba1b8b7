class X:
    __enter__ = exec
    __exit__ = print
