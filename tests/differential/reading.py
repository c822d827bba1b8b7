"""What CPython reads in a source, in the words of test_gate_reading --dump."""
import ast


class Reader(ast.NodeVisitor):
    """Collects events; `scope` is the path of definitions around."""

    def __init__(self):
        self.events = []
        self.scope = ""

    def event(self, kind, text):
        self.events.append(f"{kind} {self.scope}{text}")

    def inside(self, name, nodes):
        saved = self.scope
        self.scope += name + "."
        for node in nodes:
            self.visit(node)
        self.scope = saved

    def visit_all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def parameters(self, args, name):
        """Defaults and annotations are outside, names inside."""
        self.visit_all(args.defaults)
        self.visit_all(args.kw_defaults)
        every = args.posonlyargs + args.args + args.kwonlyargs
        every += [a for a in (args.vararg, args.kwarg) if a]
        for a in every:
            if a.annotation:
                self.visit(a.annotation)
            self.events.append(f"S {self.scope}{name}.{a.arg}")

    def type_parameters(self, node):
        """The gate takes `T` in `def f[T: int](x)` for a use of the name around."""
        for p in getattr(node, "type_params", ()):
            self.event("L", p.name)
            self.visit_all([getattr(p, "bound", None), getattr(p, "default_value", None)])

    def visit_FunctionDef(self, node):
        self.visit_all(node.decorator_list)
        self.event("S", node.name)
        self.type_parameters(node)
        self.parameters(node.args, node.name)
        if node.returns:
            self.visit(node.returns)
        self.inside(node.name, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.parameters(node.args, "<lambda>")
        self.inside("<lambda>", [node.body])

    def visit_ClassDef(self, node):
        self.visit_all(node.decorator_list)
        self.event("S", node.name)
        self.type_parameters(node)
        self.visit_all(node.bases + node.keywords)
        self.inside(node.name, node.body)

    def visit_TypeAlias(self, node):
        self.visit(node.name)
        self.type_parameters(node)
        self.visit(node.value)

    def comprehension(self, node, *parts):
        first = node.generators[0]
        self.visit(first.iter)
        saved = self.scope
        self.scope += "<comp>."
        self.visit_all(parts)
        for g in node.generators:
            self.visit(g.target)
            if g is not first:
                self.visit(g.iter)
            self.visit_all(g.ifs)
        self.scope = saved

    def visit_ListComp(self, node):
        self.comprehension(node, node.elt)

    visit_SetComp = visit_GeneratorExp = visit_ListComp

    def visit_DictComp(self, node):
        self.comprehension(node, node.key, node.value)

    def visit_Name(self, node):
        self.event({ast.Load: "L", ast.Store: "S", ast.Del: "D"}[type(node.ctx)], node.id)

    def visit_Attribute(self, node):
        self.event({ast.Load: "a", ast.Store: "s", ast.Del: "d"}[type(node.ctx)], node.attr)
        self.visit(node.value)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name):
            self.event("C", node.func.id)
        elif isinstance(node.func, ast.Attribute):
            self.event("c", node.func.attr)
        else:
            self.event("C", "?")
        self.generic_visit(node)

    def visit_keyword(self, node):
        if node.arg:
            self.event("K", node.arg)
        self.visit(node.value)

    def names(self, node):
        for name in node.names:
            self.event("G", name)

    visit_Global = visit_Nonlocal = names

    def visit_Import(self, node):
        for a in node.names:
            self.event("I", a.name)

    def visit_ImportFrom(self, node):
        if node.module and (node.module != "__future__" or node.level):
            self.event("I", node.module)
        for a in node.names:
            self.event("I", a.name)

    def visit_ExceptHandler(self, node):
        if node.name:
            self.event("S", node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node):
        if node.name:
            self.event("S", node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs

    def visit_MatchMapping(self, node):
        if node.rest:
            self.event("S", node.rest)
        self.generic_visit(node)

    def visit_MatchClass(self, node):
        for name in node.kwd_attrs:
            self.event("P", name)
        self.generic_visit(node)

    def text(self, value):
        self.events.append("V " + value.hex())

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.text(node.value.encode("utf-8", "surrogatepass"))
        elif isinstance(node.value, bytes):
            self.text(node.value)
        elif type(node.value) is int and node.value < 2 ** 63:
            self.events.append("n " + str(node.value).encode().hex())

    def pieces(self, node, top):
        """The text of an f-string; a gap for what is worked out."""
        text = b""
        for value in node.values:
            if isinstance(value, ast.Constant):
                text += value.value.encode("utf-8", "surrogatepass")
                continue
            self.visit(value.value)
            if value.format_spec is not None:
                self.pieces(value.format_spec, False)
            if not text.endswith(b"\x1a"):
                text += b"\x1a"
        if top:
            self.text(text)

    def visit_JoinedStr(self, node):
        self.pieces(node, True)


def events(tree):
    reader = Reader()
    reader.visit(tree)
    return sorted(reader.events)
