# Makes results of values: every representation that an object has, in the
# shapes of IPython's display protocol. In the same namespace as report.py.

KEYS = ("text", "html", "markdown", "latex", "svg", "png", "jpeg", "pdf",
        "json", "javascript", "data", "chart", "notes", "display_id")
MIMES = {"text/plain": "text", "text/html": "html",
         "text/markdown": "markdown", "text/latex": "latex",
         "image/svg+xml": "svg", "image/png": "png", "image/jpeg": "jpeg",
         "application/pdf": "pdf", "application/json": "json",
         "application/javascript": "javascript"}
PICTURES = "png", "jpeg", "pdf"
TREES = "json", "data", "chart", "notes"
MOST = 4 << 20          # bytes of one representation
WHOLE = 8000000         # and of all that an object has
ITEMS = 1000            # of a container, in a text
CELLS = 50000           # of a table
POINTS = 20000          # of the plots of one figure
NOTES = 20


# Once for each object: notes of what could not be had.
class Notes(list):
    def add(self, key, why):
        if len(self) < NOTES:
            self.append("%s: %s" % (key, str(why)[:500]))

    def attempt(self, key, make):
        try:
            return make()
        except KeyboardInterrupt:       # which nobody keeps for himself
            raise
        except BaseException as error:
            try:
                why = "%s: %s" % (type(error).__name__, error)
            except BaseException:
                why = type(error).__name__
            self.add(key, why)


# What is warned of and logged while things are drawn and asked here is nobody's.
class Quiet:
    def __enter__(self):
        self.saved = []
        thread = sys.modules["_thread"].get_ident
        ours = thread()
        for module, way in ("warnings", ["showwarning"]), \
                ("logging", ["Logger", "callHandlers"]):
            owner = sys.modules.get(module)
            for name in way[:-1]:
                owner = getattr(owner, name, None)
            if owner is not None:
                self.replace(owner, way[-1], lambda: thread() == ours)

    def replace(self, owner, name, is_ours):
        saved = getattr(owner, name)
        self.saved.append((owner, name, saved))
        setattr(owner, name, lambda *given, **named:
                None if is_ours() else saved(*given, **named))

    def __exit__(self, *_):
        for saved in self.saved:
            setattr(*saved)


# What JSON can say of a value.
def plain(value, depth=0):
    if value is None or value is True or value is False:
        return value
    kind = type(value)
    if kind is int:
        return value if -1 << 63 <= value < 1 << 63 else str(value)
    if kind is float:
        return value if value - value == 0 else None
    if kind is str:
        return value
    if depth > 50:
        raise ValueError("too deep")
    if isinstance(value, dict):
        return {str(k): plain(v, depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(v, depth + 1) for v in value]
    if value != value:      # NaT and its like
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return plain(value.item(), depth + 1) if not hasattr(
            value.item(), "item") else str(value)
    if isinstance(value, (int, float, str)):
        return plain((int if isinstance(value, int) else float if isinstance(
            value, float) else str)(value), depth + 1)
    return str(value)


def encode(key, value):
    if key in TREES:
        import json
        value = json.dumps(value, allow_nan=False, separators=(",", ":"))
    if key in PICTURES and isinstance(value, (bytes, bytearray)):
        import binascii
        value = binascii.b2a_base64(value, newline=False)
    if isinstance(value, bytes):
        return value
    return str(value).encode("utf-8", "backslashreplace")


# Of a `kind` of frame, see send().
def send_parts(found, notes, kind=b"R", shown_as=None):
    parts, left = [], WHOLE
    for key, value in found.items():
        part = notes.attempt(key, lambda: encode(key, value))
        if part is not None and key == "text" and len(part) > MOST:
            part = part[:MOST].decode("utf-8", "ignore").encode() + b"..."
            notes.add(key, "cut")
        elif part is not None and len(part) > min(MOST, left):
            notes.add(key, "left out: %d bytes, of %d at most" %
                      (len(part), min(MOST, left)))
            part = None
        if part is not None:
            parts.append((key, part))
            left -= len(part)
    if notes:
        parts.append(("notes", encode("notes", list(notes))))
    if shown_as is not None:
        parts.append(("display_id", encode("display_id", shown_as)))
    data = b"".join(bytes((KEYS.index(key),)) + len(part).to_bytes(4, "little")
                    + part for key, part in parts)
    send(kind, data)


# The text of a value: of a string itself, of a long container its beginning.
def text_of(value):
    kind = type(value)
    if kind is str:
        return value
    if kind in (list, tuple, set, frozenset, dict) and len(value) > ITEMS:
        from itertools import islice
        if kind is dict:
            short = dict(islice(value.items(), ITEMS))
        else:
            short = kind(islice(value, ITEMS))
        text = repr(short)
        at = len(text) - (2 if kind is frozenset else 1)
        return text[:at] + ", ..." + text[at:]
    return repr(value)


def is_a(value, module, name):
    module = sys.modules.get(module)
    kind = getattr(module, name, None)
    return isinstance(kind, type) and isinstance(value, kind)


# The method of this name, if the object has it, and not every name there is.
def method(value, name):
    def get(name):
        try:
            found = getattr(value, name, None)
            return found if callable(found) else None
        except BaseException:
            return None

    if isinstance(value, type) or get("_no_such_method_of_any_object_"):
        return None
    return get(name)


def bundle(found, given):
    if isinstance(given, tuple):
        given = given[0]
    for mime, value in dict(given or {}).items():
        key = MIMES.get(mime)
        if key is not None and value is not None:
            found[key] = plain(value) if key == "json" else value


def methods(value, found, notes):
    make = method(value, "_repr_mimebundle_")
    if make is not None:
        notes.attempt("mimebundle", lambda: bundle(
            found, make(include=None, exclude=None)))
    for key in KEYS[1:10]:
        if key in found:
            continue
        make = method(value, "_repr_%s_" % key)
        if make is None:
            continue
        got = notes.attempt(key, make)
        if isinstance(got, tuple):
            got = got[0] if got else None
        if got is not None:
            found[key] = notes.attempt(key, lambda: plain(got)) \
                if key == "json" else got


def table(value):
    if value.shape[0] * value.shape[1] > CELLS:
        raise ValueError("left out: %d x %d cells, of %d at most" %
                         (value.shape[0], value.shape[1], CELLS))
    if is_a(value, "pandas", "DataFrame"):
        return {str(name): plain(value.iloc[:, i].tolist())
                for i, name in enumerate(value.columns)}
    return plain(value.to_dict(as_series=False))


# All that is known of a value, or None if it showed itself.
def represent(value, notes):
    show = method(value, "_ipython_display_")
    if show is not None:
        notes.attempt("text", show)
        return None
    found = {}
    text = notes.attempt("text", lambda: text_of(value))
    if text is not None:
        found["text"] = text
    if value is None or type(value) in (bool, int, float, complex, str, bytes):
        return found
    if type(value) in (list, dict, tuple):
        if len(value) <= ITEMS:
            tree = Notes().attempt("json", lambda: plain(value))
            if tree is not None and type(value) is not tuple:
                found["json"] = tree
        return found
    with Quiet():
        methods(value, found, notes)
        if is_a(value, "matplotlib.figure", "Figure"):
            found["png"] = notes.attempt("png", lambda: later.draw(value))
            found["chart"] = notes.attempt("chart", lambda: later.chart(value))
        elif is_a(value, "pandas", "DataFrame") or \
                is_a(value, "polars", "DataFrame"):
            found["data"] = notes.attempt("data", lambda: table(value))
    return {key: got for key, got in found.items() if got is not None}


def emit(value, kind=b"R", shown_as=None):
    notes = Notes()
    found = represent(value, notes)
    if found is not None:
        send_parts(found, notes, kind, shown_as)


def display_values(*objects, raw=False, display_id=None, update=False, **_):
    shown = handle(display_id) if display_id else None
    given = b"U" if update else b"R", shown and shown.display_id
    for value in objects:
        if not raw:
            emit(value, *given)
            continue
        found, notes = {}, Notes()
        notes.attempt("mimebundle", lambda: bundle(found, value))
        send_parts(found, notes, *given)
    return shown


def update_display(value, *, display_id, **given):
    later.display(value, display_id=display_id, update=True, **given)


# What was displayed, to be updated.
class DisplayHandle:
    __module__ = "IPython.core.display_functions"

    def __init__(self, display_id=None):
        self.display_id = posix.urandom(16).hex() if display_id is None \
            else display_id

    def __repr__(self):
        return "<DisplayHandle display_id=%s>" % self.display_id

    def display(self, value, **given):
        later.display(value, display_id=self.display_id, **given)

    def update(self, value, **given):
        update_display(value, display_id=self.display_id, **given)


def handle(display_id):
    return DisplayHandle(None if display_id is True else display_id)


def hook(module):
    if module.__name__ == "PIL.Image":
        module._show = lambda image, *_, **__: emit(image)
    elif module.__name__ == "IPython.display":
        module.__dict__.update(displays())
    else:
        later.hook_pyplot(module)


def displays():
    return {"display": later.display, "update_display": update_display,
            "DisplayHandle": DisplayHandle}


# The names of IPython.display.
class Shim:
    key = "text"

    def __init__(self, data=None, url=None, filename=None, **_):
        if data is None and filename is not None:
            mode = "rb" if self.key in PICTURES else "r"
            with open(filename, mode) as file:
                data = file.read()
        self.data, self.url, self.filename = data, url, filename

    def __repr__(self):
        return "<IPython.core.display.%s object>" % type(self).__name__

    def _repr_mimebundle_(self, include=None, exclude=None):
        for mime, key in MIMES.items():
            if key == self.key and self.data is not None:
                return {mime: self.data}
        return {}


def shim_classes():
    def one(name, key):
        return type(name, (Shim,), {"key": key, "__module__":
                                    "IPython.core.display"})

    class Image(Shim):
        def __init__(self, data=None, url=None, filename=None, format=None,
                     **_):
            if isinstance(data, str):
                if data.startswith(("http:", "https:", "data:")):
                    data, url = None, data
                else:
                    data, filename = None, data
            self.key = "png"
            Shim.__init__(self, data, url, filename)
            if self.data is not None:
                self.key = "jpeg" if self.data[:2] == b"\xff\xd8" else "png"
            if self.data is None and url is not None:
                self.key = "html"

        def _repr_mimebundle_(self, include=None, exclude=None):
            if self.key == "html":
                from html import escape
                return {"text/html": '<img src="%s"/>' % escape(self.url)}
            return Shim._repr_mimebundle_(self)

    class Math(Shim):
        key = "latex"

        def _repr_mimebundle_(self, include=None, exclude=None):
            return {"text/latex": "$\\displaystyle %s$" %
                    str(self.data).strip("$")}

    for made in Image, Math:
        made.__module__ = "IPython.core.display"
    kinds = {"HTML": "html", "Markdown": "markdown", "Latex": "latex",
             "SVG": "svg", "JSON": "json", "Javascript": "javascript",
             "Pretty": "text", "Code": "text"}
    return dict({name: one(name, key) for name, key in kinds.items()},
                Image=Image, Math=Math)


classes = {}


def shim(name):
    if name == "IPython":
        return {"get_ipython": lambda: None, "version_info": (0,)}
    if not classes:
        classes.update(shim_classes())
    return dict(classes, clear_output=lambda wait=False: None, **displays())
