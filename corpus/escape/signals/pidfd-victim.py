import os
import signal

fd = os.pidfd_open(int(os.environ["CANARY"]))
signal.pidfd_send_signal(fd, signal.SIGKILL)
