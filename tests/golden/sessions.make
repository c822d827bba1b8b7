"""Snippets of one session, in order."""
for name, text in {"1": "e = len\nn = 1\n", "2": "print(e('x') + n)\n", "3": "f = eval\n",
                   "4": "def f(g):\n    return g('1 + 1')\n", "5": "\n\nf(eval)\n",
                   "6": '"""\n', "7": "print(f)\n",
                   "8": "def h():\n    pass\n", "9": "\n    import math as o\n"}.items():
    with open(name + ".py", "w") as out:
        out.write(text)
