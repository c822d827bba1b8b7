import threading
for _ in range(100000):
    threading.Thread(target=lambda: None).start()
