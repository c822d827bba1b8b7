import threading


def work():
    threading.Thread(target=work).start()
    threading.Event().wait()


work()
