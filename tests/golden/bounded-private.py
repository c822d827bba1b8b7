class T:
    def __set_name__(self, owner, name):
        self._attr = "_" + name
    def __get__(self, instance, owner):
        return getattr(instance, self._attr, None)
class X:
    _class__ = T()
print(X()._class__)
