# What a process tells of itself: of its death, and of values what has been made
# of them. Compiled into the program, and in the interpreter once it is needed;
# `later` is the bootstrap's.
import posix
import sys

lock, busy = __import__("_thread").RLock(), []


# One frame: a letter, a length, bytes. It is believed nothing, see
# supervisor/job/results.h. What was forked has no say, nor has a handler of
# signals amid a frame.
def send(kind, data):
    if posix.getpid() != later.pid:
        return
    with lock:
        if busy:
            return
        busy.append(kind)
        data = kind + len(data).to_bytes(4, "little") + data
        try:
            while data:
                data = data[posix.write(later.fd, data):]
        except OSError:
            pass
        finally:
            busy.clear()


# Frames of ours in a traceback are nothing to who reads it.
def cut_ours(trace):
    while trace is not None and is_ours(trace):
        trace = trace.tb_next
    at = trace
    while at is not None and at.tb_next is not None:
        if is_ours(at.tb_next):
            at.tb_next = at.tb_next.tb_next
        else:
            at = at.tb_next
    return trace


def is_ours(trace):
    return trace.tb_frame.f_code.co_filename == "<sallyport>"


def tell(kind, error, trace):
    error.__traceback__ = trace = cut_ours(trace)
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
    send(b"E", b"\0".join(p.replace(b"\0", b"\\x00") for p in parts))


# What goes wrong here is no concern of the code's.
def show(what, *given):
    try:
        getattr(later, what)(*given)
    except BaseException as error:
        # Who interrupts a cell means what it is being shown by, too.
        if later.flags and isinstance(error, KeyboardInterrupt):
            raise
        send(b"T", b"")


# The value of the last expression, unless the code hides it behind a `;`.
def show_value(value, last, source):
    end = getattr(last, "end_lineno", None)
    lines = sys.modules["_frozen_importlib_external"].decode_source(
        source).encode("utf-8", "surrogatepass").split(b"\n")
    rest = b"\n".join(lines).rstrip()[-1:] if end is None else \
        lines[end - 1][last.end_col_offset:].lstrip(b" \t\\")
    if rest.startswith(b";"):
        return
    if type(value) in (bool, float) or type(value) is int and \
            -1 << 63 <= value < 1 << 63:
        text = repr(value).encode()
        send(b"M", b"\0" + len(text).to_bytes(4, "little") + text)
    else:
        later.emit(value, b"M")


# `from IPython.display import ...`, where there is no IPython and the code, not
# a library that looks for it, says so.
def offer_shim(names, texts=()):
    class Shim:
        @staticmethod
        def find_spec(wanted, path=None, target=None):
            if wanted in ("IPython", "IPython.display") and is_named():
                return sys.modules["_frozen_importlib"].ModuleSpec(
                    wanted, Shim, is_package=wanted == "IPython")

        @staticmethod
        def create_module(spec):
            return None

        @staticmethod
        def exec_module(module):
            module.__dict__.update(later.shim(module.__name__))

    def is_named():
        if any(b"IPython" in text for text in texts):
            return True
        for path in names:
            try:
                with open(path, "rb") as file:
                    if b"IPython" in file.read():
                        return True
            except OSError:
                pass
        return False

    sys.meta_path.append(Shim)
