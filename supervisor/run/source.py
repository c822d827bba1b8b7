# Finds the expression that a source ends in. Compiled into the program, and in
# the interpreter where results are wanted.


def compile_source(source, name, flags):
    try:
        return split(source, name, flags)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return compile(source, name, "exec", flags, True), None


# The code of a source without the expression that it ends in, and of that one.
# A tree of all of it costs more than compiling it does: where the last line
# without indent, and what follows, is whole by itself and so is the rest, one
# of that will do. A \ may bring a warning, and nobody wants it twice.
def split(source, name, flags):
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
                           "<sallyport>", "exec", 0x400 | flags, True)
            if len(tree.body) == 1 and type(tree.body[0]) is not _ast.Expr:
                return compile(source, name, "exec", flags, True), None
            if len(tree.body) == 1:
                body = compile(source[:at], name, "exec", flags, True)
        except SyntaxError:
            pass
    if body is None:
        if len(source) > 1 << 18:
            return compile(source, name, "exec", flags, True), None
        tree = compile(source, name, "exec", 0x400 | flags, True)
    last = tree.body[-1] if tree.body else None
    if type(last) is not _ast.Expr:
        return compile(tree, name, "exec", flags, True), None
    if body is None:
        # A text that stands alone documents the module, too.
        if len(tree.body) > 1 or last.value.__class__.__name__ not in \
                ("Constant", "Str"):
            tree.body.pop()
        body = compile(tree, name, "exec", flags, True)
    last.code = compile(_ast.Expression(last.value), name, "eval", flags, True)
    return body, last


# One loop for all cells, so that a task goes on while a later cell awaits.
loops = []


def wait_for(coroutine, source):
    import sys
    if "asyncio" not in sys.modules and b"asyncio" not in source:
        try:
            coroutine.send(None)
        except StopIteration as end:
            return end.value
        coroutine.close()
        raise RuntimeError("what is awaited waits for something: import "
                           "asyncio in a cell before this one")
    import asyncio
    if not loops or loops[0].is_closed():
        loops[:] = [asyncio.new_event_loop()]
    task = loops[0].create_task(coroutine)
    try:
        return loops[0].run_until_complete(task)
    except KeyboardInterrupt:
        task.cancel()
        raise
