import threading

gate = threading.Event()
threads = [threading.Thread(target=gate.wait) for _ in range(40)]
started = []
try:
    for t in threads:
        t.start()
        started.append(t)
    print("ESCAPED", threading.active_count())
finally:
    gate.set()
    for t in started:
        t.join()
