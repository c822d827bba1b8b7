import os
import re

os.makedirs("texts", exist_ok=True)
for i, body in enumerate(["colour and flavour", "no match", "the colour of colour"]):
    with open(os.path.join("texts", f"{i}.txt"), "w") as f:
        f.write(body)

changed = 0
for name in sorted(os.listdir("texts")):
    path = os.path.join("texts", name)
    with open(path) as f:
        text = f.read()
    new, n = re.subn(r"(col|flav)our", r"\1or", text)
    if n:
        with open(path, "w") as f:
            f.write(new)
        changed += n
        print(name, n, new)
print("replaced", changed)
