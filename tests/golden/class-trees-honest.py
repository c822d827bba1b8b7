class Base_b:
    @classmethod
    def walk(cls):
        out = []
        for s in cls.__subclasses__():
            out.append(s)
            out.extend(s.walk())
        return out
class B_b(Base_b): pass
for c in Base_b.walk():
    print(c.__subclasses__())

class Base_d: pass
class B_d(Base_d): pass
def find(root, name):
    todo = [root]
    seen = set()
    while todo:
        c = todo.pop(0)
        if c in seen: continue
        seen.add(c)
        if c.__name__ == name: return c
        todo += c.__subclasses__()
    return None
k = find(Base_d, "B_d")
print(k.__subclasses__() if k else "")

class Base_e:
    def kinds(self):
        return {c.__name__: c for c in type(self).__subclasses__()}
    def others(self):
        return [c for c in self.__class__.__subclasses__()]
class B_e(Base_e): pass
print(Base_e().kinds())

import abc
class Base_f(metaclass=abc.ABCMeta):
    @classmethod
    def create(cls, name):
        for sub in cls.__subclasses__():
            if sub.__name__ == name:
                return sub()
            found = sub.create(name)
            if found: return found
    @staticmethod
    def names():
        return sorted(c.__name__ for c in Base_f.__subclasses__())
class B_f(Base_f): pass
print(Base_f.create("B_f"), Base_f.names())


from abc import ABC, abstractmethod
from collections import deque


class Exporter(ABC):
    extension = ""

    @classmethod
    def all_exporters(cls):
        found, queue = [], deque([cls])
        while queue:
            current = queue.popleft()
            for sub in current.__subclasses__():
                found.append(sub)
                queue.append(sub)
        return found

    @classmethod
    def for_extension(cls, ext):
        for sub in cls.__subclasses__():
            if sub.extension == ext:
                return sub()
        raise ValueError(f"no exporter for {ext}")

    @abstractmethod
    def export(self, rows): ...


class CsvExporter(Exporter):
    extension = "csv"

    def export(self, rows):
        return "\n".join(",".join(map(str, r)) for r in rows)


