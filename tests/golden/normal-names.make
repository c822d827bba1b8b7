"""Names past ASCII, to the golden table that allows them; and to it as it is."""
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
shared = HERE.parents[1] / "rules" / "shared" / "source.rules"
text, n = re.subn(r"^deny +source +non-ascii-name .*\n  bad: .*\n  ok: .*$", "allow source non-ascii-name",
                  shared.read_text("utf-8"), flags=re.M)
assert n == 1
pathlib.Path("source.rules").write_text(text, "utf-8")
table = pathlib.Path("golden.rules").read_text("utf-8")
assert '"shared/source.rules"' in table
pathlib.Path("names.rules").write_text(table.replace('"shared/source.rules"', '"source.rules"'), "utf-8")

pathlib.Path("allowed.py").write_text('''größe = 1; print(größe)
μήκος = len("Größe")
длина, 長さ = μήκος, 2
class Ñandú:
    def año(self, ﬁle=1): return self.ﬀ + ﬁle
print(Ñandú().año(ﬁle=2))
getattr(größe, "ｅval")
''', "utf-8")
LINES = '''ｅval("1")
𝘦𝘷𝘢𝘭("1")
(lambda: 0)._＿globals＿_
import os as ｏ; ｏ.system("id"); o.system("id")
_＿import_＿("os")
import ｏs
from ｏs import ｓystem
f"{ｅval(1)}"
f"{1:{ｅval(1)}}"
e＝1
def f(ａ, a): pass
print(ａ=1, a=2)
x = Ｔrue
print(ｉf=1)
_＿debug__ = 1
from _＿future__ import annotations
aㅤ = 1
a\u200db = 1
a\u037a = 1
a² = 1
x = \N{LATIN SMALL LETTER A}\ufdfa
''' + "é" * 501 + " = 1\n"
for number, line in enumerate(LINES.splitlines(), 1):
    pathlib.Path(f"{number:02}.py").write_text(line + "\n", "utf-8")
