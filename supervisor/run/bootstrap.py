# Runs one script, given as bytes on a descriptor, as `python3 FILE` would.
# Compiled into the program; its text is an argument of the interpreter, so it
# stays short and imports nothing unless the script fails.
def run(main, sys):
    import posix
    given, report, name = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    sys.argv[:] = sys.argv[3:]
    chunks = []
    while True:
        chunk = posix.read(given, 1 << 20)
        if not chunk:
            break
        chunks.append(chunk)
    posix.close(given)
    posix.set_inheritable(report, False)
    source = b"".join(chunks)
    # As on a terminal: what was printed is there, whatever ends the run.
    for out in sys.stdout, sys.stderr:
        out.reconfigure(line_buffering=True)

    class Loader:
        # For tracebacks and warnings: the file itself cannot be read.
        @staticmethod
        def get_source(_):
            import io
            import tokenize
            raw = io.BytesIO(source)
            coding = tokenize.detect_encoding(raw.readline)[0]
            raw.seek(0)
            return io.TextIOWrapper(raw, coding).read()

        @staticmethod
        def is_package(_):
            return False

    def tell(kind, error, trace):
        import linecache
        import traceback
        try:
            lines = Loader.get_source(None).splitlines(True)
            linecache.cache[name] = (len(source), None, lines, name)
        except Exception:
            pass
        if sys.excepthook is sys.__excepthook__:
            text = "".join(traceback.format_exception(kind, error, trace))
            try:
                sys.stdout.flush()
            except Exception:
                pass
            try:
                sys.stderr.write(text)
            except Exception:
                pass
        else:
            text = "".join(traceback.format_exception(kind, error, trace))
            sys.excepthook(kind, error, trace)
        try:
            value = str(error)
        except Exception:
            value = "<exception str() failed>"
        parts = [kind.__name__, value, text]
        parts = [p.encode("utf-8", "surrogateescape" if i < 0 else
                 "backslashreplace")[:20000] for i, p in enumerate(parts)]
        try:
            posix.write(report, b"\0".join(p.replace(b"\0", b"\\x00")
                                           for p in parts))
        except OSError:
            pass

    # Where it seems to lie: what it needs is put into its work folder.
    place = name if name[:1] == "<" else posix.getcwd() + "/" + name.rpartition("/")[2]
    module = {"__name__": "__main__", "__file__": place, "__doc__": None,
              "__package__": None, "__loader__": Loader, "__spec__": None,
              "__builtins__": main["__builtins__"], "__cached__": None}
    main.clear()
    main.update(module)
    try:
        code = compile(source, name, "exec", 0, True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        tell(type(error), error, None)
        return 1
    try:
        exec(code, main)
    except SystemExit:
        raise
    except BaseException as error:
        trace = error.__traceback__.tb_next
        error.__traceback__ = trace
        tell(type(error), error, trace)
        if isinstance(error, KeyboardInterrupt):
            return -2
        return 1
    return 0


def start():
    import sys
    status = run(sys.modules["__main__"].__dict__, sys)
    if status < 0:
        import os
        import signal
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    if status:
        sys.exit(status)


start()
