# Runs one script, given as bytes on a descriptor, as `python3 FILE` would.
# Compiled into the program; its text is an argument of the interpreter, so it
# stays short and imports nothing unless the script fails.
def run(main, sys):
    import posix
    given, report = int(sys.argv[1]), int(sys.argv[2])
    name, folder, place = sys.argv[3:6]
    place = folder + "/" + place
    sys.argv[:] = [name] + sys.argv[6:]
    chunks = []
    while True:
        chunk = posix.read(given, 1 << 20)
        if not chunk:
            break
        chunks.append(chunk)
    posix.close(given)
    posix.set_inheritable(report, False)
    names, _, source = b"".join(chunks).partition(b"\0\0")
    names = [part.decode("utf-8", "surrogateescape")
             for part in names.split(b"\0")]
    names = {folder + "/" + file: shown
             for file, shown in zip(names[::2], names[1::2])}
    files = sys.modules["_frozen_importlib_external"]

    # Modules of the submission: nothing but the source that was judged, under
    # the names it was given by. Without any, nothing is imported from there.
    if names:
        class Source(files.SourceFileLoader):
            def source_to_code(self, data, path, *_, **__):
                return compile(data, names.get(path, path), "exec", 0, True)

        def finder(path):
            if path != folder and not path.startswith(folder + "/"):
                raise ImportError
            return files.FileFinder(path, (Source, [".py"]))

        sys.path_hooks.insert(0, finder)
        sys.path.insert(0, folder)
    names[place] = name

    # The host's users are not shown to a run: tarfile, shutil and others do
    # without them, as on systems that have none, instead of being refused.
    sys.modules["pwd"] = sys.modules["grp"] = None

    # As on a terminal: what was printed is there, whatever ends the run.
    for out in sys.stdout, sys.stderr:
        out.reconfigure(line_buffering=True)

    class Loader:
        # For tracebacks and warnings, under the name that was given.
        @staticmethod
        def get_source(_):
            return files.decode_source(source)

        @staticmethod
        def is_package(_):
            return False

    def show_lines(cache):
        for path, shown in names.items():
            try:
                with open(path, "rb") as file:
                    text = files.decode_source(file.read())
                cache[shown] = len(text), None, text.splitlines(True), shown
            except Exception:
                pass

    # Finds nothing. Once linecache comes, it gets the lines of what has
    # another name than where it lies.
    class Lines:
        def __init__(self, loader):
            self.loader = loader

        def __getattr__(self, attribute):
            return getattr(self.loader, attribute)

        def exec_module(self, module):
            self.loader.exec_module(module)
            module.__loader__ = module.__spec__.loader = self.loader
            show_lines(module.cache)

        @staticmethod
        def find_spec(wanted, path=None, target=None):
            if wanted != "linecache":
                return None
            sys.meta_path.remove(Lines)
            for other in sys.meta_path:
                spec = other.find_spec(wanted, path)
                if spec is not None:
                    spec.loader = Lines(spec.loader)
                    return spec

    if "linecache" in sys.modules:
        show_lines(sys.modules["linecache"].cache)
    else:
        sys.meta_path.insert(0, Lines)

    def tell(kind, error, trace):
        try:
            import traceback
        except Exception:
            # No descriptor is left to read it with; the interpreter has its
            # own way to print.
            sys.__excepthook__(kind, error, trace)
            return record(kind, error, "")
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
        record(kind, error, text)

    def record(kind, error, text):
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
    except SystemExit as error:
        # sys.exit("why"): the interpreter prints it.
        if isinstance(error.code, str):
            import traceback
            record(SystemExit, error, "".join(traceback.format_exception(
                SystemExit, error, error.__traceback__.tb_next)))
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
