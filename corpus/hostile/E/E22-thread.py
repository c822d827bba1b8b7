import threading

worker = threading.Thread(target=print, args=("working",))
worker.start()
worker.join()
