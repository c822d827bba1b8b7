"""A tiny stack machine whose tables have names that modules have, too."""
import sys


class Machine:
    def __init__(self, out=sys.stdout):
        self.stack = []
        self.out = out
        self.builtins = {"dup": self.dup, "drop": self.drop, "add": self.add}
        self.os = "toy"

    def dup(self):
        self.stack.append(self.stack[-1])

    def drop(self):
        self.stack.pop()

    def add(self):
        self.stack.append(self.stack.pop() + self.stack.pop())

    def run(self, source):
        for word in source.split():
            if word in self.builtins:
                self.builtins[word]()
            else:
                self.stack.append(int(word))
        print(self.os, self.stack, file=self.out)


Machine().run("2 dup add 3 drop")
