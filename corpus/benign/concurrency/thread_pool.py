from concurrent.futures import ThreadPoolExecutor, as_completed
import time

def work(n):
    time.sleep(0.01)
    return n * n

with ThreadPoolExecutor(max_workers=4) as pool:
    futures = {pool.submit(work, n): n for n in range(8)}
    results = {futures[f]: f.result() for f in as_completed(futures)}
    print(list(pool.map(work, range(3))))
print(sorted(results.items()))
