import signal

signal.signal(signal.SIGALRM, lambda n, f: f.f_builtins["exec"]("print(1)"))
signal.alarm(1)
