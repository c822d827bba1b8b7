import time


def fetch(attempt):
    raise ConnectionError(f"attempt {attempt} failed")


delay = 1.5
for attempt in range(20):
    try:
        fetch(attempt)
        break
    except ConnectionError as exc:
        print(exc)
        time.sleep(delay)
        delay *= 2
