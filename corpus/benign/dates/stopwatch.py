import time

start = time.time()
t0 = time.perf_counter()
sum(i * i for i in range(50_000))
elapsed = time.perf_counter() - t0
print("fast" if elapsed < 2 else "slow", time.time() >= start)
print(time.strftime("%Y-%m-%d", time.gmtime(0)), len(time.ctime()))
time.sleep(0.01)

def human(seconds):
    h, rest = divmod(int(seconds), 3600)
    m, s = divmod(rest, 60)
    return f"{h:d}:{m:02d}:{s:02d}"

print(human(3725))
