"""Deterministic mutants of Python sources, small: one in three with changed
tokens, which may be anywhere and are mostly no Python any more, the others of
graft.py, which mostly are."""
import io
import random
import tokenize

import graft

# What reads differently in a surprising place, more often than its share.
PIECES = """
print exec type match case await async yield lambda not in is and or if else elif for while
with as from import def class return raise try except finally del global nonlocal pass break
continue assert None True False _ __future__ __debug__ soft self x y f(x) x.y x[0] x[1:2] *x **x
(x) [x] {x} {x:y} () [] {} , ; : . = == != <> <= >= < > -> := + - * / // % @ & | ^ ~ << >> **
+= -= *= /= //= %= @= &= |= ^= >>= <<= **= ... ` ! ? $ 0 1 0x1 0x1for 1if 1_000 0o7 0b1 1.5 1e5 1j
'a' "b" '''c''' b'd' r'\\x' f'{x}' f"{x!r:{y}}" f'{x:%Y}' f'{{' rb'e' u'g' '\\x41' '\\101' '\\u0041'
*eval(x) print(x) print>>x exec('x') type(x).y type[x] match(x) case(x) (yield) (x:=1) lambda:x
lambda*a:a lambda**k:k [*x] {**x} (*x,) x:int x:int=1 @x if(x):y not(x) await(x) async(x)
x.print x.type x.match x.exec type=1 match=1 case=1 print=1 _=1 x=yield else:x
""".split() + ["\n", "\n ", "\n    ", "\n\t", "\\\n", "\\\n ", "\f", "\f\n", "\r\n", "#c\n", " ", "  ",
               "\t", "# type: x\n", "#coding: utf-8\n", "'\\\n'", "'''\n'''", "if x:\n ", "def f():\n ",
               "class C:\n ", "match x:\n case y:\n  ", "type X = int\n", "with (x as y, z):\n ",
               "except* x:\n ", "f'''{\nx}'''", "x\\\n.y", "(x\n.y)", "print (x) if y else z\n"]


class Mutator:
    def __init__(self, seed, files, seeds):
        self.random = random.Random(seed)
        self.seeds = list(seeds)
        self.lines = [f.decode("utf-8", "replace").splitlines(keepends=True) for f in files]
        self.lines = [l for l in self.lines if len(l) > 5]
        self.base, self.left = [], 0
        self.grafter = graft.Grafter(seed, files, self.tokens)

    def piece_of_library(self):
        """Some consecutive lines, moved to the left margin."""
        lines = self.random.choice(self.lines)
        at = self.random.randrange(len(lines))
        some = lines[at:at + self.random.choice((1, 1, 2, 3, 5, 8, 13))]
        indent = min((len(l) - len(l.lstrip()) for l in some if l.strip()), default=0)
        return "".join(l[indent:] if l.strip() else l for l in some)

    def tokens(self, text):
        """Tokens with the blanks before each; joined they are the text."""
        out, last = [], 0
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        try:
            for t in tokenize.generate_tokens(io.StringIO(text).readline):
                if t.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
                    continue
                end = starts[t.end[0] - 1] + t.end[1]
                if end > last:
                    out.append(text[last:end])
                    last = end
        except (tokenize.TokenError, IndentationError, SyntaxError, IndexError):
            pass
        if last < len(text):
            out.append(text[last:])
        return out

    def change(self, tokens):
        r = self.random
        at = r.randrange(len(tokens) + 1)
        how = r.randrange(9)
        if how < 3 or not tokens:
            tokens.insert(at, r.choice(("", " ")) + r.choice(PIECES))
            return
        at = min(at, len(tokens) - 1)
        other = r.randrange(len(tokens))
        if how == 3:
            del tokens[at]
        elif how == 4:
            tokens[at] = " " + r.choice(PIECES)
        elif how == 5:
            tokens.insert(other, tokens[at])
        elif how == 6:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif how == 7:
            tokens[at] = tokens[at].strip(" ") if r.randrange(2) else " " + tokens[at]
        else:
            low, high = sorted((at, other))
            close = r.choice(("()", "[]", "{}"))
            tokens.insert(high + 1, close[1])
            tokens.insert(low, close[0])

    def choose(self):
        """The tokens of a fixture or of a piece of the library."""
        r = self.random
        if self.seeds and r.randrange(3) == 0:
            text = r.choice(self.seeds).decode("utf-8", "replace")
        else:
            text = self.piece_of_library()
        if r.randrange(8) == 0:
            text += self.piece_of_library()
        return self.tokens(text)

    def make(self):
        if self.random.randrange(3):
            return self.grafter.make()
        return self.make_of_tokens()

    def make_of_tokens(self):
        r = self.random
        if self.left == 0:      # to cut a text into tokens costs the most
            self.base, self.left = self.choose(), 8
        self.left -= 1
        tokens = list(self.base)
        for _ in range(r.choice((1, 1, 1, 2, 2, 3, 5))):
            self.change(tokens)
        return "".join(tokens).encode("utf-8", "replace")
