class Event:
    def __init__(self):
        self.handlers = []

    def subscribe(self, fn):
        self.handlers.append(fn)
        return fn

    def __call__(self, *args, **kwargs):
        return [h(*args, **kwargs) for h in self.handlers]

saved = Event()

@saved.subscribe
def log(name, size):
    return f"log: {name} ({size})"

saved.subscribe(lambda name, size: size > 100)
print(saved("report", size=120))
