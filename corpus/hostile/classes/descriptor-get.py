class Command:
    def __get__(self, owner, kind):
        return __import__("os").system("cat CANARY")

class Shell:
    now = Command()

Shell().now
