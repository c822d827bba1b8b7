import os

os.sched_setaffinity(os.getppid(), {0})
os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)
