import time

class TokenBucket:
    def __init__(self, rate, capacity, clock=time.monotonic):
        self.rate, self.capacity, self.clock = rate, capacity, clock
        self.tokens, self.last = capacity, clock()

    def allow(self):
        now = self.clock()
        self.tokens = min(self.capacity, self.tokens + (now - self.last) * self.rate)
        self.last = now
        if self.tokens >= 1:
            self.tokens -= 1
            return True
        return False

fake_now = 0.0
bucket = TokenBucket(2, 3, clock=lambda: fake_now)
print([bucket.allow() for _ in range(5)])
fake_now += 1.0
print([bucket.allow() for _ in range(3)])
