class Delegate:
    def __init__(self, target):
        self.target = target

    def __getattr__(self, name):
        return getattr(self.target, name)

print(Delegate(print).__self__)
