from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(max_workers=1)


def outer(x):
    return pool.submit(abs, x).result() + 1


print(pool.submit(outer, 20).result())
