#!/usr/bin/env python3
"""Rewrite a sample so that it does the same and looks different.

    disguise.py --list              the names of the disguises
    disguise.py NAME FILE           the disguised source, to stdout
    disguise.py --all FILE FOLDER   every disguise of FILE, into FOLDER

Deterministic: no chance, no clock. Each result is compiled by the running
interpreter before it is given out; a disguise that has nothing to take hold
of in a sample, or cannot be written for it, yields None. Written from the
language, not from the gate: what a gate can or cannot see is no argument here.
"""
import ast
import builtins
import copy
import pathlib
import sys
import warnings

import folds

DISGUISES = {}

# Built-in names that an attack starts from. Others are left alone, so that a
# disguise hides something.
ROOTS = frozenset("""
    eval exec compile open getattr setattr delattr vars globals locals dir
    __import__ __builtins__ __loader__ __spec__ __build_class__ breakpoint help
    license exit input type object map filter
""".split())


def disguise(name):
    def register(function):
        DISGUISES[name] = function
        return function
    return register


class Fresh:
    """Names that the sample does not use."""

    def __init__(self, tree):
        self.taken = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        self.count = 0

    def __call__(self, stem="item"):
        while True:
            self.count += 1
            name = f"{stem}_{self.count}"
            if name not in self.taken:
                return name


def expr(source):
    return ast.parse(source, mode="eval").body


def stmts(source):
    return ast.parse(source).body


def load(name):
    return ast.Name(name, ast.Load())


def call(function, *arguments):
    return ast.Call(function, list(arguments), [])


def imported(tree):
    """Names that import statements bind."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for a in node.names:
                if a.name != "*":
                    names.add(a.asname or a.name.split(".")[0])
    return names


def stored(tree):
    """Names bound by anything but an import."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            names.update(node.names)
    return names


def prelude(tree):
    """Where new statements may go: after docstring and __future__."""
    at = 0
    for at, node in enumerate(tree.body):
        doc = (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
               and isinstance(node.value.value, str))
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not doc and not future:
            return at
    return at + 1


def has(node, *kinds):
    return any(isinstance(n, kinds) for n in ast.walk(node))


# --- imports ---------------------------------------------------------------

class Rename(ast.NodeTransformer):
    def __init__(self, names):
        self.names = names

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node


@disguise("import-as")
def import_as(tree, fresh):
    """import os -> import os as item_1; from a import b -> ... as item_2."""
    fixed, names = stored(tree), {}
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        for a in node.names:
            bound = a.asname or a.name
            if a.name == "*" or "." in bound or bound in fixed or bound.startswith("__"):
                continue
            if getattr(node, "module", "") == "__future__":
                continue
            a.asname = names.setdefault(bound, fresh())
    return Rename(names).visit(tree) if names else None


@disguise("import-from")
def import_from(tree, fresh):
    """import os; os.system -> from os import system as item_1."""
    modules = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for a in node.names:
                if a.asname or "." not in a.name:
                    modules[a.asname or a.name] = a.name
    for name in stored(tree):
        modules.pop(name, None)
    wanted = {}

    class Use(ast.NodeTransformer):
        def visit_Attribute(self, node):
            self.generic_visit(node)
            if (isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name)
                    and node.value.id in modules):
                key = (modules[node.value.id], node.attr)
                return load(wanted.setdefault(key, fresh()))
            return node

    tree = Use().visit(tree)
    if not wanted:
        return None
    left = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}

    class Import(ast.NodeTransformer):
        def visit_Import(self, node):
            new = []
            for a in node.names:
                bound = a.asname or a.name
                if modules.get(bound) == a.name:
                    new += [ast.ImportFrom(m, [ast.alias(x, w)], 0)
                            for (m, x), w in wanted.items() if m == a.name]
                    if bound not in left:
                        continue
                new.append(ast.Import([a]))
            return new or node

    return Import().visit(tree)


def import_by(tree, function):
    """Every import becomes an assignment from function(module, member)."""
    done = []

    class Replace(ast.NodeTransformer):
        def visit_Import(self, node):
            new = []
            for a in node.names:
                whole = a.asname is not None
                name = a.asname or a.name.split(".")[0]
                value = function(a.name if whole else name, None)
                if not whole and "." in a.name:
                    new.append(ast.Expr(function(a.name, None)))
                new.append(ast.Assign([ast.Name(name, ast.Store())], value, lineno=1))
            done.append(node)
            return new

        def visit_ImportFrom(self, node):
            if node.level or node.module == "__future__" or node.names[0].name == "*":
                return node
            done.append(node)
            return [ast.Assign([ast.Name(a.asname or a.name, ast.Store())],
                               function(node.module, a.name), lineno=1) for a in node.names]

    tree = Replace().visit(tree)
    return tree if done else None


def dunder_import(module, member):
    text = f"__import__({module!r}, fromlist=['_'])" if "." in module else f"__import__({module!r})"
    return expr(text + (f".{member}" if member else ""))


@disguise("import-call")
def import_call(tree, fresh):
    return import_by(tree, dunder_import)


@disguise("import-importlib")
def import_importlib(tree, fresh):
    name = fresh("lib")

    def by_library(module, member):
        return expr(f"{name}.import_module({module!r})" + (f".{member}" if member else ""))

    tree = import_by(tree, by_library)
    if tree:
        tree.body[prelude(tree):prelude(tree)] = stmts(f"import importlib as {name}")
    return tree


@disguise("import-function")
def import_function(tree, fresh):
    """import os -> os = load(), where load imports and returns it."""
    makers = []

    def by_function(module, member):
        name, value = fresh("load"), fresh("value")
        line = (f"from {module} import {member} as {value}" if member
                else f"import {module} as {value}")
        makers.extend(stmts(f"def {name}():\n    {line}\n    return {value}"))
        return expr(f"{name}()")

    tree = import_by(tree, by_function)
    if tree:
        at = prelude(tree)
        tree.body[at:at] = makers
    return tree


@disguise("import-global")
def import_global(tree, fresh):
    """Module-level imports move into a function with global statements."""
    at = prelude(tree)
    moved = [n for n in tree.body[at:] if isinstance(n, (ast.Import, ast.ImportFrom))
             and n.names[0].name != "*"]
    if not moved:
        return None
    names = sorted({a.asname or a.name.split(".")[0] for n in moved for a in n.names})
    setup = fresh("setup")
    where = tree.body.index(moved[0])
    tree.body = [n for n in tree.body if n not in moved]
    tree.body[where:where] = [
        ast.FunctionDef(setup, expr("lambda: 0").args, [ast.Global(names), *moved], [], lineno=1),
        ast.Expr(call(load(setup)))]
    return tree


# --- strings and attributes ------------------------------------------------

class Strings(ast.NodeTransformer):
    """Fold every string that is an ordinary expression."""

    def __init__(self, function):
        self.function, self.done = function, 0

    def visit_JoinedStr(self, node):
        return node

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return node
        return self.generic_visit(node)

    def visit_MatchValue(self, node):
        return node

    def visit_Constant(self, node):
        if not isinstance(node.value, str) or not 2 <= len(node.value) <= 400:
            return node
        text = self.function(node.value)
        if text is None:
            return node
        self.done += 1
        return expr(text)


class Getattr(ast.NodeTransformer):
    """x.name -> read(x, 'name')."""

    def __init__(self, read):
        self.read, self.done = read, 0

    def visit_Attribute(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        self.done += 1
        return self.read(node.value, ast.Constant(node.attr))

    def visit_JoinedStr(self, node):
        return node

    def visit_MatchClass(self, node):
        return node

    def visit_MatchValue(self, node):
        return node


def with_module(tree, module):
    if module:
        at = prelude(tree)
        tree.body[at:at] = stmts(f"import {module}")
    return tree


def make_fold(function, module):
    def folded(tree, fresh):
        """Strings; where there are none, names of attributes and modules."""
        plan = Strings(function)
        tree = plan.visit(tree)
        if not plan.done:
            route = Getattr(lambda x, a: call(load("getattr"), x, a))
            tree = route.visit(tree)
            if not route.done:
                tree = import_by(tree, dunder_import)
            if tree is None:
                return None
            tree = plan.visit(tree)
        return with_module(tree, module) if plan.done else None
    return folded


for _name, (_function, _module) in folds.FOLDS.items():
    DISGUISES[_name] = make_fold(_function, _module)


def make_route(read, module=None, fold=None):
    def route(tree, fresh):
        plan = Getattr(read)
        tree = plan.visit(tree)
        if not plan.done:
            return None
        if fold:
            tree = Strings(folds.FOLDS[fold][0]).visit(tree)
        return with_module(tree, module)
    return route


DISGUISES["getattr"] = make_route(lambda x, a: call(load("getattr"), x, a))
DISGUISES["getattr-folded"] = make_route(lambda x, a: call(load("getattr"), x, a), None, "fold-concat")
DISGUISES["attrgetter"] = make_route(
    lambda x, a: call(call(expr("operator.attrgetter"), a), x), "operator")
def getattribute(tree, fresh):
    """object's own way asks no __getattr__: with one, another script."""
    if any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in ast.walk(tree)):
        return None
    return make_route(lambda x, a: call(expr("object.__getattribute__"), x, a))(tree, fresh)


DISGUISES["getattribute"] = getattribute


# --- values on a detour ----------------------------------------------------

class Detour(ast.NodeTransformer):
    """Send each root of an attack through wrap(expression)."""

    def __init__(self, tree, wrap, only_names=False):
        self.names = (imported(tree) | ROOTS) - stored(tree)
        self.wrap, self.only_names, self.done = wrap, only_names, 0

    def take(self, node):
        self.done += 1
        return self.wrap(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id in self.names:
            return self.take(node)
        return node

    def visit_Attribute(self, node):
        before = self.done
        self.generic_visit(node)
        hidden = node.attr.startswith("_") or isinstance(node.value, ast.Name) and (
            node.value.id in dir(builtins))
        if not self.only_names and hidden and self.done == before:
            node.value = self.take(node.value)
        return node

    def visit_JoinedStr(self, node):
        return node

    def visit_MatchClass(self, node):
        return node

    def visit_MatchValue(self, node):
        return node


def make_detour(template):
    """template: an expression in which X stands for the root."""
    def detour(tree, fresh):
        name = fresh("via")

        def wrap(node):
            class Put(ast.NodeTransformer):
                def visit_Name(self, n):
                    if n.id == "X":
                        return copy.deepcopy(node)
                    if n.id == "V":
                        return ast.Name(name, n.ctx)
                    return n

                def visit_arg(self, n):
                    if n.arg == "V":
                        n.arg = name
                    return n
            return Put().visit(expr(template))

        plan = Detour(tree, wrap)
        tree = plan.visit(tree)
        return tree if plan.done else None
    return detour


for _name, _template in {
    "via-list": "[X][0]",
    "via-dict": "{'k': X}['k']",
    "via-tuple-slice": "(None, X)[1:][0]",
    "via-walrus": "(V := X)",
    "via-lambda": "(lambda: X)()",
    "via-default": "(lambda V=X: V)()",
    "via-comprehension": "[V for V in (X,)][0]",
    "via-conditional": "(X if len('ab') == 2 else None)",
    "via-or": "(None or X)",
    "via-starred": "[*(X,)][-1]",
    "via-next": "next(V for V in [X])",
    "via-dict-get": "dict(k=X).get('k')",
    "via-max": "max([X], key=id)",
}.items():
    DISGUISES[_name] = make_detour(_template)


def bind_roots(tree, fresh, binder):
    """Bind each root name once, at its first module-level use, by binder(alias, name)."""
    names = (imported(tree) | ROOTS) - stored(tree)
    plain = names - imported(tree)
    aliases, tops = {}, []

    class Use(ast.NodeTransformer):
        def visit_Name(self, node):
            if isinstance(node.ctx, ast.Load) and node.id in names:
                alias, use = aliases.setdefault(node.id, binder(fresh, node.id))
                return expr(use)
            return node

        def visit_MatchClass(self, node):
            return node

        def visit_MatchValue(self, node):
            return node

    tree = Use().visit(tree)
    if not aliases:
        return None
    new, at = [], prelude(tree)
    for name, (lines, _) in aliases.items():
        (tops if name in plain else new).append((name, stmts(lines)))
    # After a module-level import of the name, else (imported inside a
    # function) there is no place that all uses can see.
    for name, lines in new:
        for i, node in enumerate(tree.body):
            if isinstance(node, (ast.Import, ast.ImportFrom)) and any(
                    (a.asname or a.name.split(".")[0]) == name for a in node.names):
                tree.body[i + 1:i + 1] = lines
                break
        else:
            return None
    for _, lines in tops:
        tree.body[at:at] = lines
    return tree


def make_binder(lines, use):
    def bound(tree, fresh):
        def binder(fresh, name):
            words = {"A": fresh("alias"), "B": fresh("other"), "X": name}
            return lines.format(**words), use.format(**words)
        return bind_roots(tree, fresh, binder)
    return bound


for _name, (_lines, _use) in {
    "alias-assign": ("{A} = {X}", "{A}"),
    "alias-chain": ("{A} = {B} = {X}\n{B} = {A}", "{B}"),
    "alias-unpack": ("{A}, *{B} = [{X}, 0]", "{A}"),
    "alias-for": ("for {A} in ({X},):\n    pass", "{A}"),
    "alias-class": ("class {A}:\n    held = staticmethod({X}) if callable({X}) else {X}", "{A}.held"),
    "alias-instance": ("class {A}:\n    def __init__(self):\n        self.held = {X}", "{A}().held"),
    "alias-return": ("def {A}():\n    return {X}", "{A}()"),
    "alias-closure": ("def {A}(value):\n    def inner():\n        return value\n    return inner\n"
                      "{B} = {A}({X})", "{B}()"),
    "alias-with": ("class {B}:\n    def __enter__(self):\n        return {X}\n"
                   "    def __exit__(self, *a):\n        return None\n"
                   "with {B}() as {A}:\n    pass", "{A}"),
    "alias-match": ("match [{X}]:\n    case [{A}]:\n        pass", "{A}"),
    "alias-store": ("{A} = {{}}\n{A}['k'] = {X}", "{A}['k']"),
    "alias-append": ("{A} = []\n{A}.append({X})", "{A}[0]"),
    "alias-yield": ("def {A}():\n    yield {X}", "next({A}())"),
    "alias-argument": ("def {A}(*values):\n    return values[0]\n{B} = {A}({X})", "{B}"),
}.items():
    DISGUISES[_name] = make_binder(_lines, _use)


# --- expressions in odd places ---------------------------------------------

class Places(ast.NodeTransformer):
    """Rewrite expression statements outside class bodies by make(expression)."""

    def __init__(self, make, module_only=False):
        self.make, self.module_only, self.done = make, module_only, 0

    def visit_ClassDef(self, node):
        return node

    def visit_FunctionDef(self, node):
        return node if self.module_only else self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node):
        return node

    def visit_Expr(self, node):
        value = node.value
        if (isinstance(value, ast.Constant) or has(value, ast.Await, ast.Yield, ast.YieldFrom)
                or any(isinstance(n, ast.Name) and n.id == "super" for n in ast.walk(value))):
            return node
        self.done += 1
        return self.make(value)


def make_place(source, module_only=False):
    """source: statements in which X stands for the expression."""
    def placed(tree, fresh):
        def make(value):
            name = fresh("place")

            class Put(ast.NodeTransformer):
                def visit_Name(self, n):
                    return copy.deepcopy(value) if n.id == "X" else n
            return [Put().visit(s) for s in stmts(source.replace("NAME", name))]

        plan = Places(make, module_only)
        tree = plan.visit(tree)
        return tree if plan.done else None
    return placed


for _name, _source in {
    "in-lambda": "(lambda: X)()",
    "in-default": "def NAME(value=X):\n    return value",
    "in-decorator": "@(lambda unused: X)\ndef NAME():\n    pass",
    "in-class-body": "class NAME:\n    value = X",
    "in-comprehension": "[X for NAME in (0,)]",
    "in-dict-comprehension": "{NAME: X for NAME in (0,)}",
    "in-generator": "list(X for NAME in (0,))",
    "in-fstring": "NAME = f'{X}'",
    "in-fstring-spec": "NAME = f'{1:{str(X)[:0]}}'",
    "in-match": "match X:\n    case NAME:\n        pass",
    "in-guard": "match 0:\n    case NAME if X:\n        pass",
    "in-assert": "assert (X, True)[1]",
    "in-assert-message": "try:\n    assert False, X\nexcept AssertionError:\n    pass",
    "in-conditional": "X if len('ab') == 2 else None",
    "in-bool": "NAME = True and X",
    "in-walrus": "print(NAME := X)",
    "in-keyword": "dict(value=X)",
    "in-starred": "print(*[X])",
    "in-subscript": "{None: 1}.get(X)",
    "in-return": "def NAME():\n    return X\nNAME()",
    "in-nested": "def NAME():\n    def inner():\n        return X\n    return inner\nNAME()()",
    "in-for": "for NAME in [X]:\n    pass",
    "in-while": "while X and False:\n    pass",
    "in-raise": "try:\n    raise BufferError(X)\nexcept BufferError:\n    pass",
    "in-bases": "class NAME(*(object, X)[:1]):\n    pass",
}.items():
    DISGUISES[_name] = make_place(_source)

DISGUISES["in-annotation"] = make_place("NAME: (X) = None", True)
DISGUISES["in-parameter"] = make_place("def NAME(value: (X)):\n    pass", True)


# --- the whole module elsewhere --------------------------------------------

def make_wrapper(source, function_scope):
    def wrapped(tree, fresh):
        at = prelude(tree)
        body = tree.body[at:]
        if not body:
            return None
        if function_scope and (any(isinstance(n, (ast.Global, ast.Nonlocal, ast.AnnAssign))
                                   for n in ast.walk(ast.Module(body, [])))
                               or any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*"
                                      for n in ast.walk(tree))):
            return None

        class Put(ast.NodeTransformer):
            def visit_Pass(self, n):
                return body
        here = source.replace("NAME", fresh("main")).replace("OTHER", fresh("part"))
        new = []
        for s in stmts(here):
            s = Put().visit(s)
            new += s if isinstance(s, list) else [s]
        tree.body[at:] = new
        return tree
    return wrapped


for _name, (_source, _scope) in {
    "body-function": ("def NAME():\n    pass\nNAME()", True),
    "body-method": ("class NAME:\n    def run(self):\n        pass\nNAME().run()", True),
    "body-closure": ("def NAME():\n    def OTHER():\n        pass\n    return OTHER\nNAME()()", True),
    "body-dead-branch": ("if 1 > 2:\n    print('never')\nelse:\n    pass", False),
    "body-while": ("while True:\n    pass\n    break", False),
    "body-for": ("for NAME in range(1):\n    pass", False),
    "body-try": ("try:\n    print(end='')\nfinally:\n    pass", False),
    "body-except": ("try:\n    raise ValueError\nexcept ValueError as NAME:\n    pass", False),
    "body-else": ("try:\n    print(end='')\nexcept ValueError:\n    print()\nelse:\n    pass", False),
    "body-match": ("match 0:\n    case 0:\n        pass", False),
    "body-main-guard": ("if __name__ == '__main__':\n    pass", False),
}.items():
    DISGUISES[_name] = make_wrapper(_source, _scope)


# --- spelling --------------------------------------------------------------

def wide(text):
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in text)


def slanted(text):
    """One letter of the name from the mathematical alphabets."""
    for i, c in enumerate(text):
        if "a" <= c <= "z":
            return text[:i] + chr(0x1D5BA + ord(c) - 97) + text[i + 1:]
    return text


def make_spelling(spell):
    def spelled(tree, fresh):
        for node in ast.walk(tree):
            for field in ("id", "attr", "arg", "asname", "module"):
                value = getattr(node, field, None)
                if isinstance(value, str) and value != "__future__":
                    setattr(node, field, spell(value))
            if isinstance(node, ast.alias) and node.name != "*":
                node.name = spell(node.name)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
                node.name = spell(node.name)
            if isinstance(node, (ast.Global, ast.Nonlocal)):
                node.names = [spell(n) for n in node.names]
            if isinstance(node, ast.MatchClass):
                node.kwd_attrs = [spell(n) for n in node.kwd_attrs]
            if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
                node.name = spell(node.name)
        return tree
    return spelled


DISGUISES["nfkc-wide"] = make_spelling(wide)
DISGUISES["nfkc-one"] = make_spelling(slanted)


@disguise("star-call")
def star_call(tree, fresh):
    """f(a, k=b) -> f(*[a], **{'k': b})."""
    done = []

    class Star(ast.NodeTransformer):
        def visit_Call(self, node):
            self.generic_visit(node)
            if has(node, ast.Starred) or any(k.arg is None for k in node.keywords):
                return node
            if not node.args and not node.keywords:
                return node
            done.append(node)
            if node.args:
                node.args = [ast.Starred(ast.List(node.args, ast.Load()), ast.Load())]
            if node.keywords:
                node.keywords = [ast.keyword(None, ast.Dict(
                    [ast.Constant(k.arg) for k in node.keywords],
                    [k.value for k in node.keywords]))]
            return node

        def visit_JoinedStr(self, node):
            return node

        def visit_ClassDef(self, node):
            # A starred list of bases stays legal; super() needs no arguments.
            node.body = [self.visit(s) for s in node.body]
            return node

    tree = Star().visit(tree)
    return tree if done else None


@disguise("noise")
def noise(tree, fresh):
    """Harmless statements between all others of the module."""
    at = prelude(tree)
    new = tree.body[:at]
    for node in tree.body[at:]:
        name = fresh("counter")
        new += [*stmts(f"{name} = len('ab')"), node]
    tree.body = new
    return tree


def apply(name, source):
    """The disguised source, or None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(source)
        plain = ast.unparse(tree)
        new = DISGUISES[name](tree, Fresh(tree))
        if new is None:
            return None
        try:
            text = ast.unparse(ast.fix_missing_locations(new)) + "\n"
            compile(text, name, "exec", dont_inherit=True)
        except (ValueError, SyntaxError):
            return None
    return None if text == plain + "\n" else text


def main():
    arguments = sys.argv[1:]
    if arguments == ["--list"]:
        print("\n".join(DISGUISES))
    elif len(arguments) == 3 and arguments[0] == "--all":
        path, folder = pathlib.Path(arguments[1]), pathlib.Path(arguments[2])
        folder.mkdir(parents=True, exist_ok=True)
        for name in DISGUISES:
            text = apply(name, path.read_text(encoding="utf-8"))
            if text is not None:
                (folder / f"{path.stem}.{name}.py").write_text(text, encoding="utf-8")
    elif len(arguments) == 2 and arguments[0] in DISGUISES:
        text = apply(arguments[0], pathlib.Path(arguments[1]).read_text(encoding="utf-8"))
        if text is None:
            sys.exit(f"disguise.py: {arguments[0]} has nothing to take hold of here")
        print(text, end="")
    else:
        sys.exit(__doc__.split("\n\n")[1])


if __name__ == "__main__":
    main()
