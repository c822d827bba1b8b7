import functools

job = functools.partial(functools.wraps, print)
print(job.func.__globals__["__builtins__"])
