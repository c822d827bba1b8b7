import signal

def handler(number, frame):
    print(frame.f_back)

signal.signal(2, handler)
