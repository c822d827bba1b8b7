from pathlib import Path


class Kept:
    def __init__(self):
        self._p = Path.home() / ".bashrc"

    def put(self):
        object.__getattribute__(self, "_p").write_text("x")


class Proxy:
    def __init__(self, obj):
        object.__setattr__(self, "_obj", obj)

    def __getattr__(self, name):
        return getattr(object.__getattribute__(self, "_obj"), name)


print(Proxy([1]).count(1))
Kept().put()
home = object.__getattribute__(Path, "home")()
