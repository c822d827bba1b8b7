from dataclasses import dataclass, field
from typing import Callable, Dict, List


@dataclass
class Machine:
    stack: List[int] = field(default_factory=list)
    names: Dict[str, int] = field(default_factory=dict)
    output: List[str] = field(default_factory=list)

    def push(self, value: str) -> None:
        self.stack.append(int(value))

    def add(self) -> None:
        self.stack.append(self.stack.pop() + self.stack.pop())

    def mul(self) -> None:
        self.stack.append(self.stack.pop() * self.stack.pop())

    def store(self, name: str) -> None:
        self.names[name] = self.stack.pop()

    def load(self, name: str) -> None:
        self.stack.append(self.names[name])

    def show(self) -> None:
        self.output.append(str(self.stack[-1]))

    def exec(self, program: str) -> str:
        table: Dict[str, Callable] = {"push": self.push, "add": self.add, "mul": self.mul,
                                      "store": self.store, "load": self.load, "show": self.show}
        for line in program.strip().splitlines():
            name, *arguments = line.split()
            table[name](*arguments)
        return " ".join(self.output)


print(Machine().exec("""
push 6
store x
load x
push 7
mul
show
push 8
add
show
"""))
