async def a():
    pass

job = a()
print(job.cr_frame.f_builtins)
