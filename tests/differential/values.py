"""Expressions of constants, for comparing what the gate takes them to be with
what CPython makes of them. Deterministic.

Each kind of value has a list of templates; S, B, I, L and D in braces stand
for an expression of a str, bytes, int, list of str, and dict. What raises, or
is no plain name in the end, is left out by the caller.
"""
import base64
import binascii
import bz2
import functools
import gzip
import lzma
import random
import re
import zlib

LETTERS = "abcXY12_ -"
IMPORTS = "import base64, binascii, bz2, codecs, functools, gzip, lzma, os, string, zlib\n"

STR = """
({S} + {S})|({S} * ({I} % 7))|{S}[{I}:{I}]|{S}[::{I}]|{S}[{I}:]|{S}[:{I}:{I}]|{S}[{I}]|{S}.join({L})|{S}.join({S})
{S}.replace({S}, {S})|{S}.replace({S}, {S}, {I})|{S}.lower()|{S}.upper()|{S}.title()|{S}.swapcase()
{S}.capitalize()|{S}.casefold()|{S}.strip()|{S}.lstrip()|{S}.rstrip()|{S}.strip({S})|{S}.lstrip({S})|{S}.rstrip({S})
{S}.removeprefix({S})|{S}.removesuffix({S})|'%s' % {S}|'a%sb' % {S}|'%s%s' % ({S}, {I})|'%%%s' % {S}|'%5s' % {S}
'%-4s%s' % ({S}, {S})|'%r' % {S}|'%d' % {I}|'%x' % {I}|'%c' % {I}|'%s%%' % {I}|'%(k)s%(j)s' % {'k': {S}, 'j': {S}}
'%*s' % ({I} % 40, {S})|'%.1s%s' % ({S}, {S})|'%ld' % {I}|'%s' % ({S},)|'%s' % [{S}]|'%s%s' % tuple({L})|'%(k)5s' % {'k': {S}}
'{}'.format({S})|'{}{}'.format({S}, {I})|'{0}{0}'.format({S})|'{1}{0}'.format({S}, {I})|'{:>5}{}'.format({S}, {S})
'{!r}{}'.format({S}, {S})|'{{{}}}'.format({S})|'{a}'.format(a={S})|'{a}{}'.format({S}, a={S})|'{:{}}{}'.format({S}, {I} % 40, {S})
'{x}'.format(**{'x': {S}})|'{:s}'.format({S})|'{0:}'.format({I})|'{0[0]}'.format({S})|'{.real}{}'.format({I}, {S})
f'{{X}}x'|f'{{X}!s}'|f'{{X}!r}'|f'{{X}:>5}'|f'{{X}:{{I} % 40}}{{X}}'|f'{{X}}{{X}}'|f'{{I}:d}{{I}:x}'|f'{{X}=}'
chr({I} % 26 + 97)|chr(ord({S}[:1]))|str({S})|str({I})|str({B}, 'utf8')|str({B}, 'ascii')|str({B}, encoding='latin-1')
str(object={S})|str({B})|repr({S})|{B}.decode()|{B}.decode('ascii')|{B}.decode(encoding='latin1')|{B}.decode('utf-8', 'ignore')
{B}.decode('utf-16')|{B}.decode('utf-16-be')|{B}.decode(errors='ignore')|{B}.decode('ascii', 'ignore')|{B}.decode('unicode_escape')
{B}.decode('raw_unicode_escape')|{S}.encode('ascii', 'ignore').decode()|({S} + 'é' + {S}).encode('ascii', 'ignore').decode()
({S} + '\\u3000' + {S}).split()[{I}]|('\\u3000' + {S}).strip()|('\\x1f' + {S}).strip()|(b'\\x1f' + {B}).strip().decode()
{S}.partition({S})[{I}]|{S}.rpartition({S})[{I}]|{S}.split({S})[{I}]|{S}.split()[{I}]|{S}.split({S}, {I})[{I}]|{S}.split({S}, maxsplit={I})[{I}]|{S}.rsplit({S}, 1)[0]
{S}.partition({S})[{I}]|{S}.zfill({I} % 40)|{S}.translate({97: {S}, 98: {I}, 99: None})|{S}.translate({{I}: {S}})
{S}.translate(str.maketrans('ab', 'b1'))|{S}.translate(str.maketrans('ab', 'ba', 'c'))|{S}.translate(str.maketrans({'a': {S}}))
{S}.translate(str.maketrans({{S}: {S}}))|{L}[{I}]|{D}[{S}]|{D}.get({S}, {S})|({S} if {I} else {S})|({S} or {S})|({S} and {S})
''.join(map(chr, [{I} + 97, {I} + 98]))|''.join(chr(ord(q) + 1) for q in {S})|''.join([q for q in {S}])
''.join(q for q in {S} if q != 'a')|''.join(reversed({S}))|''.join(sorted({S}))|''.join(list({S}))|''.join({L} + {L})
''.join({L}[::-1])|(lambda v: v + {S})({S})|(lambda v, w={S}: w + v)({S})|str.lower({S})|str.strip({S})|str.join({S}, {L})
max({S}, {S})|min({S}, {S}, {S})|max({L})|min({L})|next(iter({L}))|next(iter({S}))|(lambda *a: a[0])({S}, {S})|(lambda a, *b: a + b[0])({S}, {S})
(lambda f, *a: f(*a))(str.upper, {S})|[f(*a) for f, *a in [(str.lower, {S})]][0]|functools.partial(str.join, {S}, {L})()
functools.partial({S}.upper)()|functools.partial(lambda a, b: a + b, {S}, {S})()|functools.partial(max, {S}, {S})()
f'{{X}:<5}{{X}:^6}'|f'{{X}:_>{{I} % 9}}'|f'{{X}:.2}'|f'{{X}!r:.3}'|f'{{I}:03}'|f'{{I}:+d}{{I}:b}'|f'{{I}:_}{{I}:X}'|f'{{I}:o}{{I}:c}'
f'{{X}:{{X}}}'|f'{{I} % 9:{{I} % 9}d}'|f'{{X}}' f'{{X}:s}' '{s}'|f'{{I}:05d}'[{I}:]|f'{{I}:x}' + f'{{X}}'|format({S}, '>8')|format({I}, 'x')|format({I}, '04')
'{:<{}}'.format({S}, {I} % 9)|'{:05}'.format({I})|'{:x}{:b}'.format({I}, {I})|'{:.2}'.format({S})|'{0!s:.3}'.format({S})|'{:+}'.format({I})
'%05d' % {I}|'%-5d%s' % ({I}, {S})|'%+d' % {I}|'%X%o' % ({I}, {I})|'%#x' % {I}|'%.2s' % {S}|'%5.1s' % {S}|'%a' % {S}|'%i%u' % ({I}, {I})
'%(a)s%(a)s' % {'a': {S}}|'%(a)d' % {'a': {I}}|'%s' % {I}|'%s' % True|'%s' % None|'%c%c' % ({I} % 26 + 97, {I} % 26 + 97)|'%2$s' % {S}
{S}.center({I} % 12)|{S}.center({I} % 12, 'x')|{S}.ljust({I} % 12, 'y')|{S}.rjust({I} % 12)|{S}.expandtabs({I} % 5)|{S}.rpartition({S})[{I}]
{S}.rsplit({S}, {I})[{I}]|{S}.splitlines()[{I}]|{S}.format()|{S}.format_map({'a': {S}})|{S}.translate({})|{S}.index({S}) * 'a'|'abc'[{S}.find({S})]
str({S}.isdigit())|str({S}.startswith({S}))|str({S}.endswith(({S}, {S})))|str({S} in {S})|str({S} == {S})|str({I} in [{I}, {I}])|hex({I})|oct({I})|bin({I})
''.join([q * 2 for q in {L}])|''.join(q + w for q, w in zip({L}, {L}))|''.join(f'{q}{w}' for q, w in enumerate({L}))|''.join('%s' % q for q in {L})|''.join(q for q in {S} if q != {S}[:1])|''.join(q for q in {L} if q in {S})|''.join([q for q in {S} if q not in {S}])|''.join(q + w for q, w in zip({S}, {S}) if q == w)
''.join([q for w in {L} for q in w])|''.join([chr(q) for q in {B}])|''.join(map(str, {B}))|''.join([w[::-1] for w in {L}])|''.join(q[0] for q in {L} if q)
''.join(chr(q ^ {I}) for q in {B})|''.join({S}[q] for q in range(len({S})))|''.join(sorted({S}, reverse=True))|''.join(filter(None, {L}))
''.join(map(lambda q: q + 'z', {L}))|''.join([*{L}, *{L}])|''.join({q for q in [{S}]})|''.join({D})|''.join({D}.values())|' '.join({L}).split()[{I}]
[{S}, {S}][{I} > 1]|({S}, {S})[-1]|{'a': {S}}['a']|{1: {S}}.get({I}, {S})|'{a}{b}'.format_map({'a': {S}, 'b': {I}})|'{{{a}}}'.format_map({'a': {S}})|string.Template('$x${y}$$').substitute(x={S}, y={S})|string.Template('$x.${x}$').safe_substitute({'x': {S}})
(q := {S}) + q|({S} if {S} else {S})|(lambda *, k={S}: k)()|next((q for q in {L}), {S})
{B}.decode('utf-8', 'replace')|{B}.decode('latin-1')|{B}.decode('cp1252')|{B}.decode('ascii', errors='replace')|{B}.decode('utf-16-le')|{B}.decode('hex')
codecs.decode({B}, 'utf-8')|codecs.encode({S}, 'rot_13')|codecs.encode({B}, 'hex').decode()|codecs.decode({hex}, 'hex')|{B}.hex()|{B}.hex(' ')[{I}:]|{B}.hex('-', 2)
base64.b64encode({B}).decode()|base64.b32encode({B}).decode()|base64.b16encode({B}).decode()|base64.b85encode({B}).decode()|binascii.hexlify({B}).decode()
{I}.to_bytes(2, 'big').decode()|({I} % 128).to_bytes(1, 'little').decode()|chr(int.from_bytes({B}[:1], 'big'))|str(int.from_bytes({B}, 'little'))|str(round({I}))
os.path.basename({S})|codecs.decode({S}, 'rot13')|codecs.encode({S}, 'rot13')|''.join({L} * 2)|''.join(tuple({L}))
""", """
'{s}'|"{s}"|'''{s}'''|r'{s}'|'{s}' '{s}'|str()|f'{s}'|'\\x61'|'\\142'|'\\N{DIGIT ONE}'
"""
BYTES = """
({B} + {B})|bytes([{I}, {I}])|{B}[::{I}]|{B}.replace({B}, {B})|{S}.encode()|bytes({S}, 'ascii')|bytearray({B})
bytes(q ^ {I} for q in {B})|bytes(reversed({B}))|b''.join([{B}, {B}])|{B}.upper()|{B}.title()|{B}.strip({B})|{B} * ({I} % 7)
{B}.translate(None, {B})|{B}.translate(bytes.maketrans(b'ab', b'ba'))|{B}.hex().encode()|{B}.hex('x').encode()
bytes({I} % 9)|bytes({{I}, {I}})|bytes(set([{I}, {I}, {I}]))|b'%s' % {B}|b'%c%d' % ({I}, {I})|{S}.encode('utf-16')|{S}.encode('utf-16-le')
base64.b64decode({b64})|base64.b64decode({b64ab}, b'ab')|base64.b64decode({b64ab}, altchars=b'ab')|base64.b64decode({odd64})
base64.b64decode({odd64}, validate=True)|base64.urlsafe_b64decode({b64})|base64.urlsafe_b64decode({odd64})
base64.b32decode({b32})|base64.b32decode({b32}, True)|base64.b32decode({b32}, map01=b'L')|base64.b32decode({b32}, False, b'I')
base64.b16decode({b16})|base64.b85decode({b85})|base64.a85decode({a85})|base64.a85decode({a85}, adobe=True)
base64.a85decode({a85}, foldspaces=True)|base64.a85decode({a85}, ignorechars=b'a')|binascii.unhexlify({b16})
binascii.a2b_base64({odd64})|binascii.a2b_base64({b64}, strict_mode=True)|codecs.decode({b16}, 'hex')
codecs.decode({b64}, 'base64')|bytes.fromhex({hex})|zlib.decompress({zlib})|zlib.decompress({zlib}, 15)|gzip.decompress({gzip})
codecs.decode({zlib}, 'zlib')|bz2.decompress({bz2})|lzma.decompress({lzma})|codecs.decode({bz2}, 'bz2')|bz2.decompress({bz2} + {bz2})|lzma.decompress({lzma} + b'x')|bz2.decompress({bz2}[:-1])
bytes.fromhex({hex} + ' 61')|bytearray.fromhex({hex})|bytes([q for q in {B}])|bytes(map(lambda q: q, {B}))|bytes(range({I}, {I}))|bytes([{I}] * {I})|{B}[{I}:{I}]|{B}[-1:]|{B}[{I}:]
({I}).to_bytes(2, 'big')|int.to_bytes({I}, 3, 'little')|({I} % 256).to_bytes(1, 'big')|{I}.to_bytes(length=2, byteorder='big')|bytes(memoryview({B}))|{B}.removeprefix({B})|{B}.split({B})[{I}]
{B}.lstrip({B})|{B}.zfill({I} % 9)|{B}.center({I} % 9)|{B}.swapcase()|{B}.partition({B})[{I}]|b'-'.join([{B}, {B}])|{B}.translate(bytes(range(256)))|b'%b%s' % ({B}, {B})|b'%x' % {I}|b'%a' % {S}
base64.standard_b64decode({b64})|base64.decodebytes({b64})|base64.urlsafe_b64decode({b64} + b'==')|base64.b64decode({b64}.decode())|binascii.a2b_hex({b16})|bytes.fromhex({B}.hex())|codecs.encode({S}, 'utf-8')|codecs.encode({B}, 'base64')
codecs.escape_decode({B})[0]|zlib.decompress({long})[{I}:{I}]|gzip.decompress({long})[:{I}]|zlib.decompress({long})[-1:]
""", """
b'{s}'|b"{s}"|b'{s}' b'{s}'|bytes()|b'\\x61'
"""
INT = """
({I} + {I})|({I} - {I})|({I} * {I})|({I} // {I})|({I} % {I})|({I} & {I})|({I} | {I})|({I} ^ {I})|({I} << {I} % 9)|({I} >> {I})
({I} ** 2)|len({S})|int('{n}')|int('{n}', 16)|int('{n}', base=8)|int('{n}', base=36)|int('0x1f', 16)|int(' 1_0 ')|ord({S}[:1])
{B}[{I}]|(-{I})|(~{I})|(+{I})|abs({I})|sum([{I}, {I}])|max({I}, {I})|[{I}, {I}][{I}]|{S}.find({S})|{S}.count({S})|(not {I})
({I} if {I} else {I})|({I} < {I})|divmod({I}, {I})[{I}]|range({I}, {I}, {I})[{I}]|bool({I})|({I} and {I})
""", """
0|1|2|3|4|5|-1|97|0x2|0b11|True|False
"""
LIST = """
[{S}, {S}]|({S}, {S})|({L} + {L})|{L}[{I}:]|[*{L}, {S}]|{S}.split({S})|[q.upper() for q in {L}]|list({S})|sorted({L})
list(reversed({L}))|list(map(str, [{I}, {I}]))|[q + w for q in {L} for w in {L}]|list({D})|list({D}.values())
[q[0] for q in {L} if q]|{S}.splitlines()|tuple({L})|list(dict.fromkeys({L}))|[*{S}]
""", """
['{s}', '{s}']|['{s}']|('{s}', '{s}', '{s}')|[]
"""
DICT = """
{{S}: {S}, {S}: {S}}|{**{D}, {S}: {S}}|dict(a={S}, b={S})|{k: v for k, v in zip({L}, {L})}|({D} | {D})
dict([({S}, {S})])|dict({D}, a={S})|dict(**{D})
""", """
{'{s}': '{s}'}|{'a': '{s}', 'a': '{s}'}|{}
"""
KINDS = {kind: [[t for t in re.split(r"[|\n](?! {|\{D)", text) if t.strip()] for text in pair]
         for kind, pair in (("S", STR), ("B", BYTES), ("I", INT), ("L", LIST), ("D", DICT))}
HOLE = re.compile(r"\{(S|B|I|L|D|X|s|n|b64|b64ab|odd64|b32|b16|b85|a85|hex|zlib|gzip|bz2|lzma|long)\}")
ODD64 = ("YW?Jj", "YW-j", "YW_j", "YW+j", "YW/j", "YW=JjZA==", "Y W J j", "YWJj====", "YWJjZA==YWJj", "YWJjZ")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def plain(self):
        return "".join(self.random.choice(LETTERS) for _ in range(self.random.randrange(7)))

    def encoded(self, how):
        r, text = self.random, self.plain().encode()
        if how == "long":
            text = " ".join(self.plain() for _ in range(r.choice((9, 90, 900)))).encode()
            return repr((zlib.compress if r.randrange(2) else gzip.compress)(text, r.randrange(10)))
        return repr({
            "b64": lambda: base64.b64encode(text), "b64ab": lambda: base64.b64encode(text, b"ab"),
            "odd64": lambda: r.choice(ODD64), "b32": lambda: base64.b32encode(text).replace(b"L", b"1"),
            "b16": lambda: base64.b16encode(text), "b85": lambda: base64.b85encode(text),
            "a85": lambda: base64.a85encode(text, adobe=r.randrange(3) == 0),
            "hex": lambda: binascii.hexlify(text, " ").decode() if text else "",
            "zlib": lambda: zlib.compress(text, r.randrange(10)),
            "bz2": lambda: bz2.compress(text, r.randrange(1, 10)),
            "lzma": lambda: lzma.compress(text, r.choice((lzma.FORMAT_XZ, lzma.FORMAT_ALONE)), preset=r.randrange(10)),
            "gzip": lambda: gzip.compress(text, r.randrange(10), mtime=0)}[how]())

    def hole(self, how, depth):
        r = self.random
        if how == "X":		# within quotes
            return r.choice((f'"{self.plain()}"', f'"{self.plain()}"[1:]', str(r.randrange(9)), "True"))
        if how == "s":
            return self.plain()
        if how == "n":
            return r.choice(("10", "12", "07", "a", "f1", "1_1"))
        return self.make(how, depth - 1) if how in KINDS else self.encoded(how)

    def make(self, kind="S", depth=None):
        """The source of an expression."""
        if depth is None:
            depth = self.random.choice((1, 1, 2, 2, 3))
        template = self.random.choice(KINDS[kind][depth <= 0])
        if template[0] != "(" and (" % " in template or " * " in template):
            template = f"({template})"
        return HOLE.sub(lambda m: self.hole(m[1], depth), template)
