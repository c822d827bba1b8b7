from importlib import import_module as f

run = f("subprocess").run
run(["cat", "CANARY"])
