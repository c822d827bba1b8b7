import sched
import threading
import time

done = []
timer = threading.Timer(0.01, done.append, args=["timer"])
timer.start()
s = sched.scheduler(time.monotonic, time.sleep)
s.enter(0.02, 1, done.append, ("second",))
s.enter(0.005, 1, done.append, ("first",))
s.run()
timer.join()
print(sorted(done))
