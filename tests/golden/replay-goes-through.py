from dataclasses import dataclass, field


@dataclass
class Job:
    name: str
    left: int = 2
    log: list = field(default_factory=list)


def spread(todo):
    for x in todo:
        if x < 90:
            todo.append(x + 1)
    return todo


def work(limit):
    queue = [0, 1]
    while queue:
        x = queue.pop()
        if x < limit:
            queue.append(x + 1)
            queue.append(x + 2)


def countdown(n):
    while n > 0:
        yield n
        n -= 1


def counter(n):
    def step():
        nonlocal n
        n += 1
        return n
    return step


jobs = [Job("a"), Job("b", 3)]
while jobs:
    job = jobs.pop(0)
    job.left -= 1
    if job.left > 0:
        jobs.append(job)
step = counter(3)
while step() < 12:
    pass
text = "one two"
while len(text) < 20:
    text = f"{text:>{len(text) + 3}}".upper()
print(spread([1, 2]), work(9), sum(countdown(4)))
