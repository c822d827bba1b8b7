class FakeClock:
    def __init__(self):
        self.now = 0

    def time(self):
        return self.now

    def sleep(self, s):
        self.now += s

def poll(check, clock, timeout=5, every=1):
    end = clock.time() + timeout
    while clock.time() < end:
        if check():
            return True
        clock.sleep(every)
    return False

answers = iter([False, False, True])
clock = FakeClock()
assert poll(lambda: next(answers), clock)
assert clock.now == 2
assert not poll(lambda: False, clock)
print("ok")
