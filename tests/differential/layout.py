"""Small programs of the productions that the parser reads otherwise by itself: stars in bare
tuples, lines within brackets that are indented anyhow, tabs, comments, `match [x]:`."""
import random

OPERANDS = ['"ab"', "'a' f'{b}'", "(x, y)", "[x]", "{x}", "{**k}", "-x", "+1", "~x", "1", "1.5", ".5", "...", "x",
            "x.y", "f(x)", "np.shape(a)", "x[0]", "x[1:2](y)", "(x)(y)", "'a'.join(x)", "x + y", "x | y ** -z", "x < y",
            "x or y", "not x", "x if y else z", "lambda: x", "await x", "None", "True", "b'a'", "rb'a'", "(yield)", "[*x]",
            "x @ y", "x in y", "(x := y)", "f'{x!r:>{y}}'", "x.y(z)[0] + 1", "-x ** y", "-(x, y)[0]", "*x"]
BARE = ["t = %s", "t += %s", "t: int = %s", "t = u = %s", "return %s", "yield %s", "x = yield %s", "%s", "for i in %s: pass",
        "x[%s]", "x[%s] = 1", "del %s", "if x: %s", "a; %s", "f(%s)", "[%s]", "{%s}", "(%s)", "(yield %s)", "print(%s, sep='')",
        "t = lambda: (%s)", "assert %s", "raise %s", "with x as y: t = %s", "%s = x", "for %s in x: pass"]
BRACKETED = ["f(%s)", "[%s]", "(%s)", "{%s}", "x = [%s]", "f(x)(%s)", "x[%s]", "x = {'a': [%s]}", "from m import (%s)",
             "class A(%s): pass", "@f(%s)\ndef g(): pass", "def g(%s): pass", "with (%s): pass", "del (%s)", "for i in (%s): pass",
             "if f(%s): pass", "return (%s)", "a = b = (%s)", "assert f(%s), '#('", "print('''(\n#''', %s)"]
INSIDE = ["a", ",", "+", "'#'", "f(b)", "# c\n", "# ) ' \"\n", "\n", "\n\n", "\\\n", "*a", "k=1", ".b", "if x else y", "for i in j",
          "[c, d]", "lambda: 1", "not", "(", ")", "1", "'a'", "\t", "\f", "'''\n  d\n'''", "f'{x}'", "f'{x:#x}'", "#!\r\n", "is", ":"]
BLOCKS = ["if x:", "for i in j:", "while x:", "try:", "def f():", "class A:", "with x:", "else:", "elif x:", "except x:",
          "finally:", "match x:", "match [x]:", "case y:", "case [y]:", "@d", "async def g():"]
LINES = ["a = 1", "pass", "f(x)", "# c", "", "x = (1,", "2)", "'''", "return", "x = \\", "b;", "b; c", "\f"]
INDENTS = ["", " ", "  ", "    ", "\t", "\t\t", " \t", "    \t", "        ", "\t    ", "       \t", "  \t  ", "\f", "\f ", " \f\t"]


class Layout:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def stars(self):
        r = self.random
        items = [("*" + r.choice(("", "", " ")) if r.random() < 0.6 else "") + r.choice(OPERANDS)
                 for _ in range(r.choice((1, 1, 2, 2, 3)))]
        text = r.choice((", ", ",", " , ")).join(items) + r.choice(("", "", ","))
        line = r.choice(BARE) % text
        return r.choice((line, f"async def f():\n    {line}", f"if x:\n  y = 1\n  {line}")) + "\n"

    def brackets(self):
        r = self.random
        inside = "".join(r.choice(INSIDE) + r.choice(("", " ", "", "\n", "\n ", "\n      ", "\n\t"))
                         for _ in range(r.choice((1, 2, 3, 3, 5)))) if r.random() < 0.5 else ",".join(
            r.choice(("a", "1", "'b'", "f(c)", "x.y", "*a")) + r.choice(("", "\n", "\n ", " # c\n", "\n# (c\n  ", "\n\t", " +\n1"))
            for _ in range(r.choice((1, 2, 4))))
        line = r.choice(BRACKETED) % inside
        return r.choice((line, f"if x:\n    {line}\n    y = 1", f"def f():\n  if x:\n    {line}\n  return y\nz = 1",
                         f"class A:\n\t{line}\n\tb = c")) + "\n"

    def blocks(self):
        r = self.random
        lines, indents = [], [""]
        for _ in range(r.choice((2, 3, 4, 6, 8))):
            head = r.random() < 0.5
            indent = r.choice(indents + [r.choice(INDENTS)] * 2)
            lines.append(indent + r.choice(BLOCKS if head else LINES))
            if indent not in indents:
                indents.append(indent)
        return "\n".join(lines) + "\n"

    def tabs(self):
        """A block whose lines come to one column in several ways."""
        r = self.random
        some = r.choice((["\t", "        ", "    \t", "       \t", " \t"], ["\t", "\t"], ["  \t", " \t", "\t"],
                         ["    ", "    "], ["\t ", "\t "], [" \t", " \t"]))
        deeper = r.choice(("", " ", "\t", "  \t"))
        out = ["if x:"]
        for _ in range(r.choice((1, 2, 3))):
            out.append(r.choice(some) + r.choice(("a = 1", "if y:")))
            if out[-1].endswith(":"):
                out.append(r.choice(some) + deeper + "b = 2")
        return "\n".join(out + r.choice((["c"], []))) + "\n"

    def make(self):
        return self.random.choice((self.stars, self.stars, self.brackets, self.brackets, self.blocks, self.tabs))().encode()
