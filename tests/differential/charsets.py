"""Sources in every encoding that CPython has, under every name it knows it by."""
import ast
import encodings
import encodings.aliases
import json
import pathlib
import pkgutil
import subprocess
import tempfile

HIGH = [bytes([b]) for b in range(0x80, 0x100)]
SECOND = [bytes([b]) for b in (0x40, 0x5c, 0x7e, 0x80, 0xa1, 0xfe)]
ASCII = bytes(range(0x80))


def decode(data, name):
    try:
        return data.decode(name)
    except (UnicodeDecodeError, ValueError):
        return None


def is_charset(name):
    """Does each byte stand for a character of its own, the first 128 for ASCII and no other for that?"""
    try:
        alone = {b: decode(b, name) for b in HIGH}
        return (name != "charmap" and decode(ASCII + rb"\u0041\x41", name) == (ASCII + rb"\u0041\x41").decode()
                and any(alone.values()) and all(c is None or len(c) == 1 and c > "\x7f" for c in alone.values())
                and all(decode(b + s, name) == (alone[b] and alone[b] + decode(s, name))
                        for b in HIGH for s in SECOND if alone.get(s, s)))
    except LookupError:
        return False


def spellings():
    """(name, the charset it declares, or None: a codec the gate does not read)"""
    names = {m.name for m in pkgutil.iter_modules(encodings.__path__)}
    known = {name: name if is_charset(name) else None for name in sorted(names - {"aliases"})}
    for alias, name in encodings.aliases.aliases.items():
        # Python never finds one that has capitals.
        if name in known and alias == alias.lower():
            known[alias] = known[name]
    for name, charset in sorted(known.items()):
        # Theirs are UTF-8 or ASCII, which need no charset.
        if encodings.aliases.aliases.get(name, name) in ("utf_8", "ascii", "utf_8_sig"):
            continue
        yield from ((spelling, charset) for spelling in sorted({name, name.upper(), name.replace("_", "-")}))
    for name in ("latin-1-unix", "ISO_8859-1-dos", "iso-latin-1"):
        yield name, "latin_1"


def source(name, charset):
    """One that declares it: each of its bytes in a string, but for control characters, and a call after them."""
    text = b"".join(b for b in HIGH if charset and (decode(b, charset) or "\x80") >= "\xa0")
    return b'# -*- coding: %s -*-\ns = ["%s"]; eval(s)\n' % (name.encode(), text)


def compare_places(build, sources):
    """Where `check` finds the call, against where CPython has it."""
    with tempfile.TemporaryDirectory(prefix="charsets-") as folder:
        for i, text in enumerate(sources):
            (pathlib.Path(folder) / f"{i:05}.py").write_bytes(text)
        done = subprocess.run([pathlib.Path(build) / "bin" / "sallyport", "check", "--format", "json", folder],
                              stdout=subprocess.PIPE, timeout=60)
    wrong = []
    for text, s in zip(sources, json.loads(done.stdout)["submissions"]):
        assignment, call = ast.parse(text).body
        letters = assignment.value.elts[0].value
        # CPython counts bytes of the line in UTF-8.
        column = call.col_offset - len(letters.encode()) + len(letters) + 1
        if column not in [f["column"] for f in s["findings"] if f["line"] == 2]:
            wrong.append(f"{text!r}: {column}, gate {[(f['line'], f['column']) for f in s['findings']]}")
    return wrong
