import inspect

class Tool:
    def f(self):
        return 1

print(inspect.getattr_static(Tool(), "f"))
