# Finds the expression that a source ends in. Compiled into the program, and in
# the interpreter where results are wanted.


def compile_source(source, name):
    try:
        return split(source, name)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return compile(source, name, "exec", 0, True), None


# The code of a source without the expression that it ends in, and of that one.
# A tree of all of it costs more than compiling it does: where the last line
# without indent, and what follows, is whole by itself and so is the rest, one
# of that will do. A \ may bring a warning, and nobody wants it twice.
def split(source, name):
    import _ast
    at, end = len(source), len(source)
    while at > 0:
        at = source.rfind(b"\n", 0, end) + 1
        if source[at:at + 1] not in b" \t\n\r\f#)]}":
            break
        end = max(at - 1, 0)
    body, tail = None, source[at:]
    if at > 0 and len(tail) < 1 << 18 and b"\\" not in tail and \
            b"coding" not in b"".join(source.split(b"\n", 2)[:2]):
        try:
            # Of what is wrong CPython would read the line from the file `name`.
            tree = compile(b"\n" * source.count(b"\n", 0, at) + tail,
                           "<sallyport>", "exec", 0x400, True)
            if len(tree.body) == 1 and type(tree.body[0]) is not _ast.Expr:
                return compile(source, name, "exec", 0, True), None
            if len(tree.body) == 1:
                body = compile(source[:at], name, "exec", 0, True)
        except SyntaxError:
            pass
    if body is None:
        if len(source) > 1 << 18:
            return compile(source, name, "exec", 0, True), None
        tree = compile(source, name, "exec", 0x400, True)
    last = tree.body[-1] if tree.body else None
    if type(last) is not _ast.Expr:
        return compile(tree, name, "exec", 0, True), None
    if body is None:
        # A text that stands alone documents the module, too.
        if len(tree.body) > 1 or last.value.__class__.__name__ not in \
                ("Constant", "Str"):
            tree.body.pop()
        body = compile(tree, name, "exec", 0, True)
    last.code = compile(_ast.Expression(last.value), name, "eval", 0, True)
    return body, last
