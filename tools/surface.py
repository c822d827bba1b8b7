"""Walk a module's public members as a real interpreter has them.

Run by `sallyport rules surface MODULE...` as `python -I -c THIS MODULE...`.
Prints rows of the table language: the members that may be allowed, and as
comments what was left out and why. Reads nothing but the interpreter it runs
in; needs only the standard library, CPython 3.9 or newer.

A member is left out when it
  - is a module, or belongs to a module that has a table of its own;
  - is not in __all__ where there is one;
  - is, or leads by plain attributes to, a module or a callable that reaches
    the interpreter, the system or another process;
  - has a body in Python that calls such a thing, unless REVIEWED says why
    that is harmless;
  - stands in REVIEWED with a reason.
"""
import dis
import importlib
import os
import sys
import types
import warnings


def sink_objects():
    """The dangerous callables of this interpreter, by identity."""
    found = {}
    for modname, members in SINKS.items():
        mod = sys.modules.get(modname)
        if mod is None or members is True:
            continue
        for name in members:
            obj = getattr(mod, name, None)
            if callable(obj):
                found[id(obj)] = modname + "." + name
    return found


def is_sink(modname, attr):
    top = modname
    while top:
        members = SINKS.get(top)
        if members is True or (members and attr in members):
            return True
        top = top.rpartition(".")[0]
    return False


def codes(obj, seen=None):
    """Code objects of a function, or of all a class defines."""
    seen = set() if seen is None else seen
    if id(obj) in seen:
        return
    seen.add(id(obj))
    if isinstance(obj, (staticmethod, classmethod)):
        obj = obj.__func__
    wrapped = getattr(obj, "__wrapped__", None) \
        if isinstance(obj, types.FunctionType) else None
    if isinstance(wrapped, types.FunctionType):
        yield from codes(wrapped, seen)
    if isinstance(obj, types.FunctionType):
        yield obj.__code__, obj.__globals__
    elif isinstance(obj, type):
        for value in list(vars(obj).values()):
            if isinstance(value, property):
                for part in (value.fget, value.fset, value.fdel):
                    if part is not None:
                        yield from codes(part, seen)
            elif isinstance(value, (types.FunctionType, staticmethod,
                                    classmethod)):
                yield from codes(value, seen)


def look(obj, name):
    """An attribute or None; some packages raise for what is not installed."""
    try:
        return getattr(obj, name, None)
    except Exception:
        return None


def globals_used(code, namespace):
    """(kind, value) pairs: what a code object names outside itself."""
    builtin = sys.modules["builtins"]
    held = source = None
    bound = {}          # local names: modules that the body imports
    for ins in dis.get_instructions(code):
        name = ins.opname
        if name == "IMPORT_FROM":
            if source is not None:
                yield "member", (source.__name__, ins.argval)
                value = look(source, ins.argval)
                if not isinstance(value, types.ModuleType):
                    yield "object", value
            continue
        if name.startswith("STORE_") and source is not None:
            bound[ins.argval] = source
        source = None if name != "IMPORT_NAME" else source
        if name in ("LOAD_GLOBAL", "LOAD_NAME"):
            held = None
            if ins.argval in namespace:
                value = namespace[ins.argval]
                if isinstance(value, types.ModuleType):
                    held = value
                else:
                    yield "object", value
            elif hasattr(builtin, ins.argval):
                yield "builtin", ins.argval
        elif name in ("LOAD_ATTR", "LOAD_METHOD") and held is not None:
            yield "member", (held.__name__, ins.argval)
            value = look(held, ins.argval)
            if isinstance(value, types.ModuleType):
                held = value
            else:
                held = None
                yield "object", value
        elif name == "IMPORT_NAME":
            yield "import", ins.argval
            held = None
            source = sys.modules.get(ins.argval) or sys.modules.get(
                "%s.%s" % (namespace.get("__package__"), ins.argval))
        elif name in ("LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_DEREF"):
            held = bound.get(ins.argval)
        elif name not in ("PUSH_NULL", "CACHE", "PRECALL", "RESUME"):
            held = None
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from globals_used(const, namespace)


def calls_of(obj, package, depth=CALLS, seen=None):
    """Sinks that a Python body reaches, as 'module.name' strings."""
    seen = set() if seen is None else seen
    out = set()
    if id(obj) in seen:
        return out
    seen.add(id(obj))
    for code, namespace in codes(obj):
        for kind, value in globals_used(code, namespace):
            if kind == "builtin":
                if value in SINKS["builtins"]:
                    out.add("builtins." + value)
                elif value == "open":
                    out.add("open")
            elif kind == "import":
                if SINKS.get(value) is True:
                    out.add(value + ".*")
            elif kind == "member":
                if is_sink(*value):
                    out.add("%s.%s" % value)
            elif depth > 0 and isinstance(value, (types.FunctionType, type)):
                home = getattr(value, "__module__", None) or ""
                if home.split(".")[0] == package:
                    out |= calls_of(value, package, depth - 1, seen)
    return out


def leads_to(obj, sinks, depth=DEPTH, path="", seen=None):
    """A path of plain attributes from obj to a module or a sink, or None."""
    seen = set() if seen is None else seen
    if id(obj) in seen or depth == 0:
        return None
    seen.add(id(obj))
    if isinstance(obj, (int, float, complex, str, bytes, bool, frozenset)):
        return None
    if isinstance(obj, (types.BuiltinFunctionType, types.FunctionType)) \
            and not getattr(obj, "__dict__", None):
        return None
    if isinstance(obj, type):
        names = {n for c in obj.__mro__ if c is not object for n in vars(c)}
    else:
        own = getattr(obj, "__dict__", None)
        names = set(own) if isinstance(own, dict) else set()
    later = []
    for name in sorted(n for n in names if isinstance(n, str)):
        if name.startswith("__"):
            continue
        try:
            value = vars(obj)[name] if name in vars(obj) \
                else getattr(obj, name)
        except Exception:
            continue
        if isinstance(value, (staticmethod, classmethod)):
            value = value.__func__
        if isinstance(value, types.ModuleType):
            return "%s.%s is module %s" % (path, name, value.__name__)
        try:
            if id(value) in sinks:
                return "%s.%s is %s" % (path, name, sinks[id(value)])
        except Exception:
            continue
        later.append((name, value))
    for name, value in later:
        found = leads_to(value, sinks, depth - 1, path + "." + name, seen)
        if found:
            return found
    return None


def judge(module, name, obj, public, sinks):
    """(keep, group, note): group is what the listing sorts it under."""
    key = (module.__name__, name)
    if module.__name__ in ONLY:
        members, why = ONLY[module.__name__]
        return name in members, \
            None if name in members else why or "not needed", None
    if isinstance(obj, types.ModuleType):
        return False, "modules", None
    if key in REVIEWED:
        keep, why = REVIEWED[key]
        return keep, why, None
    if public is not None and name not in public:
        return False, "not in __all__", None
    package = module.__name__.split(".")[0]
    home = getattr(obj, "__module__", None)
    if isinstance(home, str) and public is None \
            and not isinstance(obj, (int, float, str)) \
            and home.split(".")[0].lstrip("_") != package.lstrip("_") \
            and home not in ("builtins",):
        return False, "from another module", "%s (%s)" % (name, home)
    if id(obj) in sinks:
        return False, "reaches the interpreter", \
            "%s (is %s)" % (name, sinks[id(obj)])
    path = leads_to(obj, sinks, path=name)
    if path:
        return False, "leads to a module", path
    found = calls_of(obj, package)
    hard = sorted(f for f in found - SOFT - {"open"}
                  if (package, f) not in HARMLESS
                  and (module.__name__, f) not in HARMLESS)
    if hard:
        return False, "runs text, programs or pickles", \
            "%s (%s)" % (name, " ".join(hard)[:60])
    return True, "opens files" if "open" in found else None, None


def wrap(prefix, words, out):
    line = prefix
    for word in words:
        if len(line) + 1 + len(word) > WIDTH and line != prefix:
            out.append(line)
            line = prefix
        line += " " + word
    if line != prefix:
        out.append(line)


def names_of(module):
    """Sorted names; the callers' imports do not add to them."""
    # statsmodels.nonparametric.api lists a function where its name belongs.
    return sorted(name for name in
                  set(dir(module)) | set(getattr(module, "__all__", ()))
                  if isinstance(name, str))


def load(modname):
    """The module; or whatever importing it raises."""
    try:
        return importlib.import_module(modname)
    except ImportError:
        # numpy.char of some versions is an attribute only.
        parent, _, last = modname.rpartition(".")
        if not parent:
            raise
        module = getattr(importlib.import_module(parent), last, None)
        if not isinstance(module, types.ModuleType):
            raise
        return module


def surface(modname, module):
    """The rows for one module, as a list of lines."""
    module_names = names_of(module)
    for name in SINKS:
        if name in ("subprocess", "pickle", "ctypes", "marshal", "socket"):
            importlib.import_module(name)
    sinks = sink_objects()
    public = getattr(module, "__all__", None)
    keep, left, notes = [], {}, {}
    for name in module_names:
        if name.startswith("_") and name != "__version__":
            continue
        try:
            obj = getattr(module, name)
        except Exception:
            continue
        if name == "__version__":
            if isinstance(obj, str):
                keep.append(name)
            continue
        ok, group, note = judge(module, name, obj, public, sinks)
        if ok:
            keep.append(name)
            if group:
                notes.setdefault(group, []).append(note or name)
        else:
            left.setdefault(group, []).append(note or name)
    version = getattr(module, "__version__", None)
    out = ["# %s%s (CPython %d.%d): %d members" % (
        modname, " " + version if isinstance(version, str) else "",
        sys.version_info[0], sys.version_info[1], len(keep))]
    out.append("allow    import   %s {" % modname)
    wrap("        ", keep, out)
    out.append("}")
    for verb, groups in (("left out", left), ("kept", notes)):
        for group in sorted(groups):
            names = groups[group]
            if group == "not in __all__" or (modname in ONLY and
                                             len(names) > 24):
                out.append("#   %s, %s: %d" % (verb, group, len(names)))
                continue
            one = "#   %s, %s: %s" % (verb, group, " ".join(names))
            if len(one) <= WIDTH:
                out.append(one)
                continue
            out.append("#   %s, %s:" % (verb, group))
            wrap("#      ", names, out)
    return out


# Whole modules that no list has: what is in them is native, reaches the
# network or programs, or is the tool chain's.
SKIPPED = set("""
    numpy.f2py numpy.distutils numpy.ctypeslib numpy.testing.print_coercion_tables
    numpy.lib.format numpy.compat numpy.core.cversions
    pandas.io.api pandas.io.clipboard pandas.io.clipboards pandas.io.common
    pandas.io.excel pandas.io.feather_format pandas.io.gbq pandas.io.html
    pandas.io.iceberg pandas.io.orc pandas.io.parquet pandas.io.parsers
    pandas.io.pickle pandas.io.pytables pandas.io.sas pandas.io.spss
    pandas.io.sql pandas.io.stata pandas.io.xml pandas.compat pandas.core.computation pandas.conftest
    matplotlib.backends matplotlib.testing matplotlib.sphinxext
    matplotlib.dviread matplotlib.texmanager matplotlib.pylab
    scipy.misc scipy.conftest scipy.io.harwell_boeing scipy.datasets
    sklearn.externals sklearn.conftest sklearn.datasets
    seaborn.external networkx.conftest networkx.testing
    networkx.drawing.nx_agraph networkx.drawing.nx_pydot
    networkx.readwrite.gpickle networkx.utils.backends
    statsmodels.conftest statsmodels.examples
    statsmodels.iolib.smpickle statsmodels.iolib.openfile
    statsmodels.tsa.x13 statsmodels.tools.web statsmodels.tools.print_version
    statsmodels.base.wrapper
    sympy.parsing sympy.external sympy.interactive sympy.plotting
    sympy.printing.preview sympy.benchmarks sympy.utilities.autowrap
    sympy.utilities.codegen sympy.utilities.runtests sympy.utilities.pkgdata
    sympy.utilities.lambdify sympy.utilities.decorator sympy.utilities.source
    sympy.utilities.tmpfiles sympy.utilities.mathml sympy.codegen
    sympy.core.compatibility sympy.core.sympify sympy.deprecated sympy.galgebra
    sympy.conftest sympy.release sympy.sandbox sympy.unify sympy.polys.polyconfig
    pyarrow.flight pyarrow.cuda pyarrow.plasma pyarrow.jvm pyarrow.hdfs
    pyarrow.fs pyarrow.filesystem pyarrow.serialization pyarrow.cffi
    pyarrow.gandiva pyarrow.substrait pyarrow.conftest pyarrow.benchmark
    pyarrow.ipc pyarrow.util pyarrow.vendored
    polars.io polars.plugins polars.polars polars.testing polars.utils polars.dependencies
    polars.interchange polars.api
    plotly.io plotly.offline plotly.validators plotly.validator_cache
    plotly.matplotlylib plotly.optional_imports plotly.files plotly.tools
    plotly.package_data plotly.basedatatypes
    plotly.basewidget plotly.basevalidators plotly.missing_anywidget
    PIL.features PIL.ImageShow PIL.ImageGrab PIL.ImageTk PIL.ImageQt
    PIL.ImageWin PIL.ImageCms PIL.PSDraw PIL.ImageMath PIL.EpsImagePlugin
    PIL.report PIL.ImageFile PIL.Image
    openpyxl.compat openpyxl.packaging openpyxl.descriptors
    bs4.diagnose bs4.testing bs4.builder lxml.cssselect lxml.ElementInclude
    lxml.html.clean lxml.html.html5parser lxml.html.soupparser lxml.includes
    lxml.isoschematron lxml.usedoctest lxml.html.usedoctest
    lxml.html.ElementSoup lxml.html.formfill lxml.pyclasslookup
""".split())
# What is in these has one more name there: they are listed, not what is below.
ALONE = {"plotly.graph_objs"}
PARTS = {"tests", "test", "conftest", "setup", "testing", "benchmarks"}
# What is called there only where a setting asks for it that a row refuses.
SETTINGS = {"matplotlib.texmanager", "matplotlib.dviread",
            "matplotlib.rcsetup", "sympy.core.sympify",
            "sympy.parsing.sympy_parser", "sympy.utilities.lambdify",
            "sympy.utilities.autowrap", "sympy.utilities.decorator",
            "sympy.utilities.exceptions", "sympy.testing.runtests",
            "sympy.external.importtools"}
# Methods that rows about attributes and calls refuse, whoever has them.
JUDGED = set("""
    save load remove_data to_pickle read_pickle to_sql to_hdf to_clipboard
    eval query dump dumps deserialize serialize write_image to_image show
    write_html show_graph register_plugin write_database write_delta
    write_iceberg
""".split())
LINE = 160
# What more must not be reached from a list: a person may write a row.
ALSO = {"urllib.request.*": "fetches"}


def bases_codes(obj, package):
    """Code of a callable, and of what its class inherits in the package."""
    if not isinstance(obj, type):
        yield from codes(obj)
        return
    for base in obj.__mro__:
        if (base.__module__ or "").split(".")[0] != package:
            continue
        for name, value in list(vars(base).items()):
            if name in JUDGED or name in ("__reduce__", "__setstate__"):
                continue
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            if isinstance(value, property):
                for part in (value.fget, value.fset, value.fdel):
                    if part is not None:
                        yield from codes(part)
            elif isinstance(value, types.FunctionType):
                yield from codes(value)


class Walk:
    """The public surface of one package: what is harmless, what is not."""

    def __init__(self, package):
        self.package = package
        self.uses = {}          # id(callable): (sinks, callees)
        self.depths = {}        # (id(callable), depth): sinks within it
        self.named = {}         # id(code): what it names
        self.kept = []          # keeps ids alive
        self.homes = {}         # id(object): its best name
        self.modules = {}       # name: module
        self.bad = {}           # id(object): why, once asked

    def find_modules(self):
        import pkgutil
        root = importlib.import_module(self.package)
        self.modules[self.package] = root

        def walk(parent, prefix):
            for info in pkgutil.iter_modules(getattr(parent, "__path__", ())):
                name = prefix + "." + info.name
                if info.name.startswith("_") or info.name in PARTS or \
                        name in SKIPPED:
                    continue
                try:
                    module = importlib.import_module(name)
                except BaseException:
                    continue
                self.modules[name] = module
                if name not in ALONE:
                    walk(module, name)
        walk(root, self.package)
        for name, module in list(self.modules.items()):
            for attr, value in list(vars(module).items()):
                if not isinstance(value, types.ModuleType) or \
                        attr.startswith("_") or attr in PARTS or \
                        not self.is_own(value.__name__):
                    continue
                full = name + "." + attr
                if full in self.modules or full in SKIPPED:
                    continue
                known = [m for m in self.modules.values() if m is value]
                if not known and full.count(".") <= 2:
                    self.modules[full] = value

    def is_own(self, name):
        parts = name.split(".")
        return parts[0] == self.package and not any(
            p.startswith("_") or p in PARTS for p in parts) and not any(
            ".".join(parts[:i + 1]) in SKIPPED for i in range(len(parts)))

    def used(self, obj):
        key = id(obj)
        if key in self.uses:
            return self.uses[key]
        sinks, callees = set(), {}
        self.uses[key] = (sinks, callees)
        self.kept.append(obj)
        for code, namespace in bases_codes(obj, self.package):
            if id(code) not in self.named:
                self.named[id(code)] = list(globals_used(code, namespace))
                self.kept.append(code)
            for kind, value in self.named[id(code)]:
                if kind == "builtin":
                    if value in SINKS["builtins"]:
                        sinks.add("builtins." + value)
                elif kind == "import":
                    if SINKS.get(value) is True:
                        sinks.add(value + ".*")
                elif kind == "member":
                    if is_sink(*value):
                        sinks.add("%s.%s" % value)
                elif isinstance(value, (types.FunctionType, type)):
                    home = getattr(value, "__module__", None) or ""
                    if home.split(".")[0] == self.package and \
                            home not in SETTINGS:
                        callees[id(value)] = value
        return self.uses[key]

    def within(self, obj, depth):
        key = id(obj), depth
        if key not in self.depths:
            sinks, callees = self.used(obj)
            self.depths[key] = found = set(sinks)
            if depth > 0:
                for callee in callees.values():
                    found |= self.within(callee, depth - 1)
        return self.depths[key]

    def reaches(self, obj):
        """Sinks within CALLS calls, but for what is soft."""
        out = self.within(obj, CALLS)
        soft = SOFT - set(ALSO)
        home = str(getattr(obj, "__module__", "") or "")
        return sorted(f for f in out - soft if not any(
            sink == f and (home + ".").startswith(place + ".")
            for place, sink in HARMLESS))

    def fault(self, module, name, obj):
        """Why this member is in no list, or None."""
        key = (module.__name__, name)
        if key in REVIEWED and not REVIEWED[key][0]:
            self.bad.setdefault(id(obj), REVIEWED[key][1])
        if module.__name__ in ONLY and name not in ONLY[module.__name__][0]:
            return ONLY[module.__name__][1] or "not needed"
        if id(obj) in self.bad:
            return self.bad[id(obj)]
        self.kept.append(obj)
        why = None
        if id(obj) in self.sinks:
            why = self.sinks[id(obj)]
        elif isinstance(obj, (dict, list, tuple, set)):
            items = obj.values() if isinstance(obj, dict) else obj
            for item in list(items)[:2000]:
                if isinstance(item, types.ModuleType) or \
                        id(item) in self.sinks:
                    why = "holds modules"
        if why is None:
            why = leads_to(obj, self.sinks, path=name)
        if why is None and isinstance(obj, (types.FunctionType, type)):
            why = " ".join(self.reaches(obj)) or None
        elif why is None and not isinstance(obj, (int, float, complex, str,
                bytes, frozenset, types.BuiltinFunctionType)):
            why = " ".join(self.reaches(type(obj))) or None
        self.bad[id(obj)] = why
        return why

    def members(self, name, module):
        public = getattr(module, "__all__", ())
        for attr in names_of(module):
            if attr.startswith("_") and attr != "__version__":
                continue
            try:
                obj = getattr(module, attr)
            except Exception:
                continue
            if attr == "__version__" and not isinstance(obj, str):
                continue
            try:
                getattr(obj, "__module__", None)
            except Exception:
                continue        # stands for a module that is not there
            if isinstance(obj, types.ModuleType):
                if self.is_own(obj.__name__) and self.home(obj) and \
                        self.home(obj) != name + "." + attr:
                    yield attr, obj
                continue
            home = getattr(obj, "__module__", None)
            if not isinstance(home, str):
                home = type(obj).__module__
            if home.split(".")[0].lstrip("_") != self.package and \
                    attr not in public and not (home == "builtins" and
                    not callable(obj)):
                continue
            yield attr, obj

    def home(self, obj):
        return self.homes.get(id(obj))

    def name_objects(self):
        """The best name of what has an identity."""
        def offer(full, obj, real):
            self.kept.append(obj)
            key = (full.count("."), not real, full)
            old = best.get(id(obj))
            if old is None or key < old:
                best[id(obj)] = key
                self.homes[id(obj)] = full
        best = {}
        for name, module in self.modules.items():
            offer(name, module, name == module.__name__)
        for name, module in self.modules.items():
            for attr, obj in self.members(name, module):
                if not isinstance(obj, (int, float, complex, str, bytes,
                        tuple, frozenset, types.ModuleType)) and \
                        obj is not None:
                    offer(name + "." + attr, obj,
                          str(getattr(obj, "__module__", "")) == name and
                          str(getattr(obj, "__name__", attr)) == attr)

    def run(self):
        for name in ("subprocess", "pickle", "ctypes", "marshal", "socket",
                     "urllib.request"):
            importlib.import_module(name)
        self.sinks = sink_objects()
        self.find_modules()
        for key, (keep, why) in REVIEWED.items():
            module = sys.modules.get(key[0])
            obj = getattr(module, key[1], None) if module else None
            if not keep and callable(obj):
                self.bad[id(obj)] = why
        self.name_objects()
        for name in sorted(self.modules):
            module = self.modules[name]
            own, aliases, left = [], {}, []
            for attr, obj in self.members(name, module):
                home = self.home(obj) if not isinstance(obj, (int, float,
                    complex, str, bytes, tuple, frozenset)) else None
                if home is not None and home != name + "." + attr:
                    where, _, last = home.rpartition(".")
                    if where:
                        aliases.setdefault(where, []).append(
                            attr if attr == last else attr + "=" + last)
                elif self.fault(module, attr, obj) is None:
                    own.append(attr)
                else:
                    left.append(attr)
            yield name, None, own
            for where in sorted(aliases):
                yield name, where, aliases[where]
            if left:
                yield name, "!", left


def add_list(name, home, words, out):
    if home == "!":
        prefix, end = "#! %s" % name, ""
    else:
        prefix = "surface %s%s {" % (name, " = " + home if home else "")
        end = " }"
    line = prefix
    for word in sorted(words):
        if len(line) + 1 + len(word) + len(end) > LINE and line != prefix:
            out.append(line + end)
            line = prefix
        line += " " + word
    out.append(line + end)


def lists(package):
    walk = Walk(package)
    found = list(walk.run())
    # mpl_toolkits is matplotlib's.
    version = getattr(sys.modules[package], "__version__", None) or getattr(
        sys.modules.get("matplotlib"), "__version__", None)
    out = ["# %s %s (CPython %d.%d)" % (package, version or "?",
                                       *sys.version_info[:2])]
    for name, home, words in found:
        add_list(name, home, words, out)
    return out


def main(argv):
    warnings.simplefilter("ignore")
    status = 0
    out = []
    as_lists = argv[:1] == ["--list"]
    for modname in argv[as_lists:]:
        if as_lists:
            try:
                out += lists(modname)
            except ImportError as e:
                print("sallyport rules: %s" % e, file=sys.stderr)
                status = 1
            continue
        try:
            module = load(modname)
        except Exception as e:
            print("sallyport rules: '%s' cannot be imported: %s" %
                  (modname, e), file=sys.stderr)
            status = 1
            continue
        out += surface(modname, module)
    try:
        sys.stdout.write("".join(line + "\n" for line in out))
        sys.stdout.flush()
    except OSError as e:
        print("sallyport rules: standard output: %s" % e.strerror,
              file=sys.stderr, flush=True)
        os._exit(2)     # its own end would try to write once more
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
