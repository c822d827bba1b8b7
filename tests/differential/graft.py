"""Mutants of Python sources that stay Python: an expression where another was,
one statement inside another, a space or a line where it changes nothing. Both
readers have their say on nearly all of them. Deterministic."""
import ast
import random

# What may stand around an expression. The first: nothing.
AROUND = (
    "{}", "({})", "( {} )", "(\n{}\n)", "({}  # )\n)", "[*{}]", "(x := {})", "(lambda: {})", "(yield {})",
    "(await {})", "f'{{{}}}'", "f'''{{\n{}\n}}'''", "f'{{{}!r:>{{x}}}}'", "not {}", "-{}", "{}[{}]", "{}.x",
    "{}({})", "({} if {} else {})", "({}, *{})", "{{**{}}}", "[{} for x in {}]", "({} for x, *y in {} if {})",
    "{} < {} is not {}", "{}[{}:{}, ...]", "f(*{}, k={}, **{})", "({} or {} and {})", "{} @ {}",
    "(lambda *a, k={}, **b: {})", "print({}, file={})", "type({})", "{{{}: {} for x in {}}}", "'a' f'{{{}}}' \"b\"",
    "(not {}) in {}", "({} ,)", "{}\\\n.x", "await_({})", "print >> {}", "match[{}]", "type({})[{}]",
)
# And around a statement.
HEADS = (
    "if x:\n", "while x:\n", "for x in y:\n", "for x, *type in y:\n", "async def f():\n", "with x as y:\n",
    "with (x as y, z):\n", "try:\n", "def f(a, /, b: int = 1, *, c):\n", "async def match(*a, **k):\n",
    "class case(x, metaclass=y):\n", "match x:\n case {'k': [y, *_], **z} if y:\n", "match x, y:\n case _:\n",
    "match (x):\n case C(a, b=1) | None | -1 as c:\n", "@x.y(z)\ndef print():\n", "match [x]:\n case [y]:\n",
    "match x[0]:\n case (1, y):\n", "if x: pass\nelse:\n", "for x in y: pass\nelse:\n",
)
TAILS = {"try:\n": ("except x as y: pass\n", "finally:\n pass\n", "except (x, y): pass\nelse: pass\n",
                    "except x.y:\n pass\nexcept: pass\nfinally: pass\n")}
AT_HAND = 24	# files that pieces are taken of
EXCHANGED = 400	# looks at them until one is exchanged for another


def ranges(text):
    """(expressions, statements) of a source, as ranges of its characters.

    Only of one that is ASCII: there a column is a character.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return [], []
    if not text.isascii() or "\f" in text or "\r" in text:
        return [], []
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    in_strings = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr)
                  for v in ast.walk(n) if v is not n}
    expressions, statements = [], []
    for node in ast.walk(tree):
        if not hasattr(node, "end_col_offset") or id(node) in in_strings:
            continue
        low = starts[node.lineno - 1] + node.col_offset
        high = starts[node.end_lineno - 1] + node.end_col_offset
        if isinstance(node, ast.stmt):
            for d in getattr(node, "decorator_list", ())[:1]:
                low = text.rindex("@", 0, starts[d.lineno - 1] + d.col_offset)
            statements.append((low, high))
        elif isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            expressions.append((low, high))
    return expressions, statements


class Grafter:
    def __init__(self, seed, files, tokens):
        self.random = random.Random(seed)
        self.files = [f for f in files if 200 < len(f) < 60000]
        self.tokens = tokens		# cuts a text into tokens
        self.at_hand, self.looks = [], 0

    def file(self):
        """(text, expressions, statements) of one of the files at hand."""
        self.looks += 1
        if len(self.at_hand) < AT_HAND or self.looks % EXCHANGED == 0:
            text = self.random.choice(self.files).decode("utf-8", "replace")
            self.at_hand = self.at_hand[-AT_HAND + 1:] + [(text, *ranges(text))]
        return self.random.choice(self.at_hand)

    def expression(self):
        """A short expression of the library."""
        for _ in range(20):
            text, expressions, _ = self.file()
            if not expressions:
                continue
            low, high = self.random.choice(expressions)
            if high - low < 80:
                found = text[low:high]
                return f"({found})" if "\n" in found else found
        return "x"

    def wrapped(self):
        how = self.random.choice(AROUND) if self.random.randrange(3) == 0 else "{}"
        return how.format(*[self.expression() for _ in range(how.count("{}"))])

    def statement(self):
        """A statement of the library at the left margin, some of its
        expressions exchanged for others."""
        r = self.random
        for _ in range(20):
            text, expressions, statements = self.file()
            if not statements:
                continue
            low, high = r.choice(statements)
            if high - low > 700:
                continue
            inner = [e for e in expressions if low <= e[0] and e[1] <= high]
            made, end = "", low
            for a, b in sorted(r.sample(inner, min(len(inner), r.choice((0, 1, 1, 2, 3))))):
                if a >= end:
                    made += text[end:a] + self.wrapped()
                    end = b
            margin = low - text.rfind("\n", 0, low) - 1
            first, *rest = (made + text[end:high]).split("\n")
            # In brackets and texts a line may begin further left.
            return "\n".join([first] + [l if l[:margin].strip() else l[margin:] for l in rest]) + "\n"
        return "pass\n"

    def noise(self, text):
        """The same to a reader, written otherwise."""
        r = self.random
        how = r.randrange(8)
        if how == 0:
            return text.replace("\n", r.choice(("\r\n", "  \n", "\n\n", "  # c\n", "\n# type: x\n")))
        if how == 1:
            return text.replace("    ", r.choice(("\t", " ", "   ")))
        tokens = self.tokens(text)
        for _ in range(r.choice((1, 2, 4))):
            tokens.insert(r.randrange(len(tokens) + 1), r.choice((" ", "  ", "\\\n", "\t", "\f")))
        return "".join(tokens)

    def source(self):
        r = self.random
        text = "".join(self.statement() for _ in range(r.choice((1, 1, 2, 3))))
        for _ in range(r.choice((0, 0, 1, 1, 2))):
            head = r.choice(HEADS)
            margin = "  " if head.split("\n")[-2].startswith(" ") else " "
            text = head + "".join(margin + l if l.strip() else l for l in text.splitlines(keepends=True))
            text += r.choice(TAILS.get(head, ("",)))
        return self.noise(text) if r.randrange(3) == 0 else text

    def make(self):
        return self.source().encode("utf-8", "replace")
