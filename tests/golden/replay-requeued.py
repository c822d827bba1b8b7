from collections import deque

tasks = deque([("build", ["compile"]), ("compile", ["fetch"]), ("test", ["build"])])
done = set()
while tasks:
    name, needs = tasks.popleft()
    if all(n in done for n in needs):
        done.add(name)
    else:
        tasks.append((name, needs))
