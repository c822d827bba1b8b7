import sys

def trace(frame, event, arg):
    frame.f_globals["balance"] = 10**6
    return trace

sys.settrace(trace)
