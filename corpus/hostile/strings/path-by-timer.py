import threading
def work(a="", b="", c=""):
    print(open(f"{a}/{b}/{c}").read())
t = threading.Timer(0, work, kwargs=dict(b="etc", c="hostname"))
t.start(); t.join()
