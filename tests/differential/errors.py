"""Programs broken as people and models break them, and what CPython says of each."""
import random
import re

KEYWORD = re.compile(r"\s*(if|elif|else|for|while|with|try|except|finally|def|class)\b.*:\s*$")
BRACKET = re.compile(r"[()\[\]{}]")
WORD = re.compile(r"[A-Za-z_]+")


class Breaker:
    def __init__(self, seed, files):
        self.random = random.Random(seed)
        self.files = [f.decode("utf-8", "replace").splitlines() for f in files]
        self.kinds = [getattr(self, name) for name in sorted(dir(self)) if name.startswith("break_")]

    def piece(self):
        """Lines from one at the left margin on, which CPython takes."""
        while True:
            lines = self.random.choice(self.files)
            starts = [i for i, l in enumerate(lines) if l[:1].isalpha() and not l.startswith(("el", "ex", "fi"))]
            if len(starts) < 3:
                continue
            at = self.random.randrange(len(starts) - 2)
            some = lines[starts[at]:starts[min(at + self.random.choice((1, 2, 4)), len(starts) - 1)]]
            try:
                compile("\n".join(some) + "\n", "piece", "exec")
            except (SyntaxError, ValueError):
                continue
            if 3 <= len(some) <= 60:
                return some

    def one(self, lines, pattern):
        """A place where this is found: (line, match), or None."""
        places = [(i, m) for i, l in enumerate(lines) for m in re.finditer(pattern, l)]
        return self.random.choice(places) if places else None

    def put(self, lines, pattern, text):
        found = self.one(lines, pattern)
        if found:
            i, m = found
            lines[i] = lines[i][:m.start()] + text + lines[i][m.end():]

    def break_close(self, lines):
        self.put(lines, r"[)\]}]", "")

    def break_open(self, lines):
        self.put(lines, r"[(\[{]", "")

    def break_other(self, lines):
        self.put(lines, r"[)\]}]", self.random.choice(")]}"))

    def break_colon(self, lines):
        self.put(lines, r":$", "")

    def break_quote(self, lines):
        self.put(lines, r"(?<=.)['\"](?=.)", "")

    def break_quote_more(self, lines):
        self.put(lines, r"(?<=['\"])(?=\w)", self.random.choice("'\""))

    def break_comma(self, lines):
        self.put(lines, r",", "")

    def break_body(self, lines):
        heads = [i for i, l in enumerate(lines) if KEYWORD.match(l)]
        if heads:
            del lines[self.random.choice(heads) + 1:]
            lines.append("x = 1")

    def break_indent_more(self, lines):
        i = self.random.randrange(len(lines))
        lines[i] = " " * self.random.choice((1, 2, 4)) + lines[i]

    def break_indent_less(self, lines):
        i = self.random.randrange(len(lines))
        lines[i] = lines[i][self.random.choice((1, 2, 4)):] if lines[i].startswith("    ") else lines[i]

    def break_end(self, lines):
        i = self.random.randrange(len(lines))
        lines[i] = lines[i][:self.random.randrange(len(lines[i]) + 1)]
        del lines[i + 1:]

    def break_equal(self, lines):
        self.put(lines, r"==", "=")

    def break_word(self, lines):
        self.put(lines, r"\b\w+\b", "")

    def break_word_more(self, lines):
        self.put(lines, r"\b(?=\w)", self.random.choice(("x ", "then ", "not ", "in ", "1", "def ")))

    def break_smart(self, lines):
        self.put(lines, r"['\"]", self.random.choice("\u201c\u201d\u2019"))

    def break_prose(self, lines):
        lines.insert(self.random.randrange(len(lines)), self.random.choice((
            "Here is the code:", "```", "```python", "pip install pandas", "Note that x must be set.", "...and so on",
            "<code>", "This function adds two numbers.", ">>> x = 1", "$ python x.py", "%matplotlib inline")))

    def make(self):
        """(kind, source, (line, message) of CPython)"""
        while True:
            lines, kind = self.piece(), self.random.choice(self.kinds)
            kind(lines)
            source = "\n".join(lines) + "\n"
            try:
                compile(source, "broken", "exec")
            except SyntaxError as e:
                return kind.__name__[6:], source, e
            except ValueError:
                pass
