import threading

def trace(frame, event, arg):
    print(frame.f_builtins)

threading.settrace(trace)
