"""Ways to write a string without writing it.

Each function takes a text and returns the source of an expression that has
that value on CPython, or None where its form cannot hold this text. `needs`
names the module the expression uses, if any.
"""
import base64

# name -> (function, module it needs)
FOLDS = {}


def fold(name, needs=None):
    def register(function):
        FOLDS[name] = (function, needs)
        return function
    return register


def halves(text):
    middle = (len(text) + 1) // 2
    return text[:middle], text[middle:]


@fold("fold-concat")
def concat(text):
    a, b = halves(text)
    return f"({a!r} + {b!r})"


@fold("fold-join")
def join(text):
    return f"''.join([{', '.join(map(repr, text))}])"


@fold("fold-chr")
def by_chr(text):
    return "(" + " + ".join(f"chr({ord(c)})" for c in text) + ")"


@fold("fold-reverse")
def reverse(text):
    return f"{text[::-1]!r}[::-1]"


@fold("fold-base64", "base64")
def by_base64(text):
    return f"base64.b64decode({base64.b64encode(text.encode())!r}).decode()"


@fold("fold-hex")
def by_hex(text):
    return f"bytes.fromhex({text.encode().hex()!r}).decode()"


@fold("fold-bytes")
def by_bytes(text):
    return f"bytes({list(text.encode())}).decode()"


@fold("fold-format")
def by_format(text):
    a, b = halves(text)
    return f"'{{}}{{}}'.format({a!r}, {b!r})"


@fold("fold-percent")
def by_percent(text):
    a, b = halves(text)
    return f"('%s%s' % ({a!r}, {b!r}))"


@fold("fold-fstring")
def by_fstring(text):
    # 3.11 allows neither backslashes nor the same quotes inside the braces.
    if any(c in text for c in "'\"\\{}\n\r\t\0") or not text.isprintable():
        return None
    a, b = halves(text)
    return f"f\"{{'{a}'}}{{'{b}'}}\""


@fold("fold-replace")
def by_replace(text):
    a, b = halves(text)
    return f"{a + '#~#' + b!r}.replace('#~#', '')"


@fold("fold-slice")
def by_slice(text):
    return f"{''.join(c + '-' for c in text)!r}[::2]"


@fold("fold-rot13", "codecs")
def by_rot13(text):
    if not text.isascii():
        return None
    import codecs
    return f"codecs.decode({codecs.encode(text, 'rot13')!r}, 'rot13')"


@fold("fold-pick")
def by_pick(text):
    letters = sorted(set(text))
    picks = ", ".join(str(letters.index(c)) for c in text)
    return f"''.join({''.join(letters)!r}[i] for i in ({picks},))"


@fold("fold-walrus")
def by_walrus(text):
    a, b = halves(text)
    return f"((_head := {a!r}) + {b!r})"


@fold("fold-strip")
def by_strip(text):
    if not text or text[0] == "~" or text[-1] == "~":
        return None
    return f"{'~~' + text + '~~'!r}.strip('~')"


@fold("fold-lower")
def by_lower(text):
    if text.upper().lower() != text or text.upper() == text:
        return None
    return f"{text.upper()!r}.lower()"
