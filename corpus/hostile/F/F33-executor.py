import concurrent.futures as c

with c.ThreadPoolExecutor(1) as pool:
    print(pool.submit(exec, "print(open('CANARY').read())").result())
