# Runs one script, given as bytes on a descriptor, as `python3 FILE` would.
# Compiled into the program; its text is an argument of the interpreter, so it
# stays short and imports nothing unless the script fails.
import posix
import sys

# Of a zygote: what it has compiled already, and where its child waits.
compiled, wait = globals().get("warm", ({}, None))


# Functions of the parts that few runs need, each compiled when first asked for.
class Later:
    def __init__(self, fd, wanted, parts):
        self.fd, self.wanted, self.parts, self.flags = fd, wanted, parts, 0
        self.pid, self.space = posix.getpid(), {"later": self}
        self.lock = __import__("_thread").RLock()

    def __getattr__(self, name):
        # One thread at a time; what was forked has one, and it may be held.
        if posix.getpid() != self.pid:
            return self.find(name)
        with self.lock:
            return self.find(name)

    def find(self, name):
        while name not in self.space:
            exec(compiled.get(self.parts[0]) or compile(
                self.parts[0], "<sallyport>", "exec", 0, True), self.space)
            del self.parts[0]
        return self.space[name]

    def display(self, *objects, **options):
        if self.wanted and posix.getpid() == self.pid:
            return self.display_values(*objects, **options)
        print(*objects)
        if options.get("display_id"):
            return self.handle(options["display_id"])


def fail(later, error, trace):
    try:
        tell = later.tell
    except Exception:
        return sys.__excepthook__(type(error), error, trace)
    tell(type(error), error, trace)


# Runs a source in a namespace, and tells what came of it. Returns the status
# that the interpreter is to end with, or less than 0 for a signal.
def run(source, name, space, later):
    last = None
    try:
        if later.wanted:
            code, last = later.compile_source(source, name, later.flags)
        else:
            code = compile(source, name, "exec", 0, True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        error.__context__ = None
        fail(later, error, None)
        return 1
    try:
        value = eval(code, space)
        if value is not None:       # a cell that awaits at its top
            later.wait_for(value, source)
        if last is not None:
            value = eval(last.code, space)
            if later.flags and last.code.co_flags & 0x80:
                value = later.wait_for(value, source)
            if value is not None:
                later.show("show_value", value, last, source)
                value = None
    except SystemExit as error:
        # sys.exit("why"): the interpreter prints it.
        if isinstance(error.code, str):
            import traceback
            later.record(SystemExit, error, "".join(
                traceback.format_exception(SystemExit, error,
                                           error.__traceback__.tb_next)))
        finish(later)
        raise
    except BaseException as error:
        trace = own = error.__traceback__.tb_next
        while own and own.tb_frame.f_code.co_filename != name:
            own = own.tb_next
        error.__traceback__ = trace = own or trace
        fail(later, error, trace)
        if isinstance(error, KeyboardInterrupt):
            return -2
        finish(later)
        return 1
    finish(later)
    return 0


# Figures that were left open are shown; then there is nothing more to tell.
def finish(later):
    if posix.getpid() != later.pid:
        return
    if later.wanted and "matplotlib.pyplot" in sys.modules:
        later.show("show_figures")
    try:
        posix.write(later.fd, b"Z\0\0\0\0")
    except OSError:
        pass


# What is done to a module once it is there: `after` says it by its name. Finds
# nothing by itself.
class Hook:
    after = {}

    @staticmethod
    def find_spec(wanted, path=None, target=None):
        then = Hook.after.pop(wanted, None)
        if then is None:
            return None
        if not Hook.after:
            sys.meta_path.remove(Hook)
        for other in sys.meta_path:
            spec = other.find_spec(wanted, path)
            if spec is not None:
                spec.loader = Hooked(spec.loader, then)
                return spec


class Hooked:
    def __init__(self, loader, then):
        self.loader, self.then = loader, then

    def __getattr__(self, attribute):
        return getattr(self.loader, attribute)

    def exec_module(self, module):
        self.loader.exec_module(module)
        module.__loader__ = module.__spec__.loader = self.loader
        self.then(module)


def hook_imports(after):
    for name in list(after):
        if name in sys.modules:
            after.pop(name)(sys.modules[name])
    if after:
        Hook.after = after
        sys.meta_path.insert(0, Hook)


# The script's, for tracebacks and warnings, under the name that was given.
class Loader:
    source = b""

    @staticmethod
    def get_source(_):
        return sys.modules["_frozen_importlib_external"].decode_source(
            Loader.source)

    @staticmethod
    def is_package(_):
        return False


# What each script makes it do, once ahead: the memory of it is its own then, and
# need not be copied once somebody waits.
def rehearse(parts):
    run(b"import sys\ndef f(x):\n    return x.a[0] + 1\nlen('%s' % 1)",
        "<string>", {}, Later(-1, False, parts))
    run(b"len('')", "<string>", {}, Later(-1, True, parts))


def start():
    given, report = int(sys.argv[1]), int(sys.argv[2])
    posix.set_inheritable(report, False)

    # The host's users are not shown to a run: tarfile, shutil and others do
    # without them, as on systems that have none, instead of being refused.
    sys.modules["pwd"] = sys.modules["grp"] = None

    # As on a terminal: what was printed is there, whatever ends the run.
    for out in sys.stdout, sys.stderr:
        out.reconfigure(line_buffering=True)

    parts = list(compiled)[:4]      # behind them, the driver of sessions
    if parts:
        rehearse(parts[:])
    if wait is not None:
        wait()
    name, folder, place, wanted = sys.argv[3:7]
    place = folder + "/" + place
    sys.argv[:] = [name] + sys.argv[7:]
    chunks = []
    while True:
        chunk = posix.read(given, 1 << 20)
        if not chunk:
            break
        chunks.append(chunk)
    if wanted == "2":       # the cells of a session will lie there
        posix.set_inheritable(given, False)
    else:
        posix.close(given)
    names, _, source = b"".join(chunks).partition(b"\0\0")
    if not parts:
        *parts, source = source.split(b"\0\0", 4)
    later = Later(report, wanted != "0", parts)
    names = [part.decode("utf-8", "surrogateescape")
             for part in names.split(b"\0")]
    names = {folder + "/" + file: shown
             for file, shown in zip(names[::2], names[1::2])}
    files = sys.modules["_frozen_importlib_external"]

    # Modules of the submission: nothing but the source that was judged, under
    # the names it was given by. Without any, nothing is imported from there.
    if names or wanted == "2":
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

    Loader.source = source

    # linecache gets the lines of what has another name than where it lies.
    def show_lines(module):
        for path, shown in names.items():
            try:
                with open(path, "rb") as file:
                    text = files.decode_source(file.read())
                module.cache[shown] = (len(text), None, text.splitlines(True),
                                       shown)
            except Exception:
                pass

    after = {"linecache": show_lines}
    if later.wanted:
        for module in "matplotlib.pyplot", "PIL.Image", "IPython.display":
            after[module] = lambda module: later.show("hook", module)
    hook_imports(after)
    if b"IPython" in source or len(names) > 1:
        later.offer_shim(names)
    if b"display" in source or len(names) > 1:
        sys.modules["builtins"].display = later.display

    # A module of its own: what it calls its names is nothing to us.
    main = sys.modules["__main__"] = type(sys)("__main__")
    main.__dict__.update(
        {"__loader__": Loader, "__builtins__": sys.modules["builtins"],
         "__file__": place, "__cached__": None})
    if wanted == "2":
        space = {"later": later, "run": run}
        exec(compiled[source], space)
        return space["drive"](given, folder)
    status = run(source, name, main.__dict__, later)
    if status < 0:
        import os
        import signal
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    if status:
        sys.exit(status)


start()
