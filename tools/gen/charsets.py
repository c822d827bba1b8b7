#!/usr/bin/python3
"""Print analyzer/source/charset_table.inc: the charsets a source may declare.

Those are CPython's own of which each byte is a character and the first 128 are
ASCII. A row holds the names of one and the characters past ASCII, 0 where a
byte is none; no characters for UTF-8 and ASCII.

    tools/gen/charsets.py [PYTHON...] > analyzer/source/charset_table.inc

What several interpreters know must be the same to all of them. Left out: a
charset with a byte past ASCII that stands for an ASCII character (mac_arabic,
mac_farsi: a reader would not see the quote that Python reads), what needs more
than one byte (shift_jis, utf_16), and what is no charset (rot13, utf_7,
unicode_escape). Run it when a new Python comes; tests/differential/run
compares the table with the interpreter that runs the test.
"""
import json
import subprocess
import sys

ASK = r'''
import codecs, encodings, encodings.aliases, importlib, json, pkgutil
names, charsets = {}, {}
for module in pkgutil.iter_modules(encodings.__path__):
    names.setdefault(module.name, set()).add(module.name)
for alias, name in encodings.aliases.aliases.items():
    if name in names:
        names[name].add(alias)
for name in names:
    # Charmap codecs have a table; latin_1 and ascii are written in C.
    if name not in ("latin_1", "ascii", "utf_8"):
        try:
            module = importlib.import_module("encodings." + name)
        except (ImportError, LookupError):
            continue
        if not hasattr(module, "decoding_table"):
            continue
    high = [bytes([b]).decode(name, "replace") for b in range(128, 256)]
    if bytes(range(128)).decode(name, "replace") != "".join(map(chr, range(128))):
        continue
    if any(c < "\x80" or c == "\ufeff" for c in high):
        continue
    charsets[name] = [sorted(names[name]), [0 if c == "\ufffd" else ord(c) for c in high]]
print(json.dumps(charsets))
'''


def ask(python):
    return json.loads(subprocess.run([python, "-c", ASK], stdout=subprocess.PIPE, check=True, timeout=60).stdout)


def merge(answers):
    high, names = {}, {}
    for answer in answers:
        for name, (aliases, characters) in answer.items():
            if high.setdefault(name, characters) != characters:
                raise SystemExit(f"charsets: {name} is not the same to all interpreters")
            for alias in filter(lambda a: a == a.lower(), aliases):
                names.setdefault(alias, set()).add(name)
    rows = {}
    for alias, of in names.items():
        # One name for two charsets (maccentraleurope) must mean the same.
        if len({tuple(high[name]) for name in of}) != 1:
            raise SystemExit(f"charsets: {alias} means {sorted(of)}")
        rows.setdefault(tuple(high[min(of)]), set()).add(alias)
    return sorted((sorted(aliases), high) for high, aliases in rows.items())


def main():
    print("/* Made by tools/gen/charsets.py; do not edit. */")
    for aliases, high in merge([ask(python) for python in sys.argv[1:] or [sys.executable]]):
        lines = [""]
        for alias in aliases:
            if len(lines[-1]) + len(alias) > 64:
                lines.append("")
            lines[-1] += " " + alias
        lines[-1] += " "
        digits = "".join("%04x" % c for c in high)
        print("{ " + "\n    ".join(f'"{line}"' for line in lines) + ",")
        parts = [digits[i:i + 64] for i in range(0, 512, 64)] if any(high) else [""]
        print("  " + "\n  ".join(f'"{part}"' for part in parts) + " },")


if __name__ == "__main__":
    main()
