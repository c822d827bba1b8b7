import sys
import time

def progress(items, width=20, out=sys.stderr):
    total = len(items)
    for i, item in enumerate(items, 1):
        yield item
        filled = width * i // total
        out.write(f"\r[{'=' * filled}{' ' * (width - filled)}] {100 * i // total}%")
    out.write("\n")

total = 0
for n in progress(range(50)):
    total += n
    time.sleep(0.0005)
print(total)
