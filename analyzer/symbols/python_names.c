#include "python_names.h"

#include "../../supervisor/base/util.h"

/*
 * Names lie in their tables, here and in others that are long: a table of
 * pointers costs each start of the program a relocation a row, and its pages.
 */
#define LONGEST	32

static const char builtins[][LONGEST] = {
	"ArithmeticError", "AssertionError", "AttributeError", "BaseException",
	"BaseExceptionGroup", "BlockingIOError", "BrokenPipeError",
	"BufferError", "BytesWarning", "ChildProcessError",
	"ConnectionAbortedError", "ConnectionError", "ConnectionRefusedError",
	"ConnectionResetError", "DeprecationWarning", "EOFError", "Ellipsis",
	"EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup",
	"False", "FileExistsError", "FileNotFoundError", "FloatingPointError",
	"FutureWarning", "GeneratorExit", "IOError", "ImportError",
	"ImportWarning", "IndentationError", "IndexError", "InterruptedError",
	"IsADirectoryError", "KeyError", "KeyboardInterrupt", "LookupError",
	"MemoryError", "ModuleNotFoundError", "NameError", "None",
	"NotADirectoryError", "NotImplemented", "NotImplementedError",
	"OSError", "OverflowError", "PendingDeprecationWarning",
	"PermissionError", "ProcessLookupError", "PythonFinalizationError",
	"RecursionError", "ReferenceError", "ResourceWarning", "RuntimeError",
	"RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError",
	"SyntaxWarning", "SystemError", "SystemExit", "TabError",
	"TimeoutError", "True", "TypeError", "UnboundLocalError",
	"UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError",
	"UnicodeTranslateError", "UnicodeWarning", "UserWarning", "ValueError",
	"Warning", "WindowsError", "ZeroDivisionError", "__annotate__",
	"__annotations__", "__build_class__", "__builtins__", "__cached__",
	"__debug__", "__dict__", "__doc__", "__file__", "__import__",
	"__loader__", "__name__", "__package__", "__path__", "__pypy__",
	"__spec__", "__warningregistry__", "abs", "aiter", "all", "anext",
	"any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes",
	"callable", "chr", "classmethod", "compile", "complex", "copyright",
	"credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval",
	"exec", "exit", "filter", "float", "format", "frozenset",
	"get_ipython", "getattr", "globals", "hasattr", "hash", "help", "hex",
	"id", "input", "int", "isinstance", "issubclass", "iter", "len",
	"license", "list", "locals", "map", "max", "memoryview", "min", "next",
	"object", "oct", "open", "ord", "pow", "print", "property", "quit",
	"range", "repr", "reversed", "round", "set", "setattr", "slice",
	"sorted", "staticmethod", "str", "sum", "super", "tuple", "type",
	"vars", "zip",
};

static const char stdlib[][LONGEST] = {
	"_abc", "_aix_support", "_ast", "_asyncio", "_bisect", "_blake2",
	"_bootsubprocess", "_bz2", "_codecs", "_codecs_cn", "_codecs_hk",
	"_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw",
	"_collections", "_collections_abc", "_colorize", "_compat_pickle",
	"_compression", "_contextvars", "_crypt", "_csv", "_ctypes", "_curses",
	"_curses_panel", "_datetime", "_dbm", "_decimal", "_dummy_thread",
	"_elementtree", "_frozen_importlib", "_frozen_importlib_external",
	"_functools", "_gdbm", "_hashlib", "_heapq", "_imp", "_interpchannels",
	"_interpqueues", "_interpreters", "_io", "_json", "_locale", "_lsprof",
	"_lzma", "_markupbase", "_md5", "_msi", "_multibytecodec",
	"_multiprocessing", "_opcode", "_operator", "_osx_support",
	"_overlapped", "_pickle", "_posixshmem", "_posixsubprocess", "_py_abc",
	"_pydecimal", "_pyio", "_pyrepl", "_queue", "_random", "_scproxy",
	"_sha1", "_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins",
	"_socket", "_sqlite3", "_sre", "_ssl", "_stat", "_statistics",
	"_string", "_strptime", "_struct", "_suggestions", "_symtable",
	"_testcapi", "_testinternalcapi", "_thread", "_threading_local",
	"_tkinter", "_tokenize", "_tracemalloc", "_types", "_typing", "_uuid",
	"_warnings", "_weakref", "_weakrefset", "_winapi",
	"_xxsubinterpreters", "_zoneinfo", "abc", "aifc", "annotationlib",
	"antigravity", "argparse", "array", "ast", "asynchat", "asyncio",
	"asyncore", "atexit", "audioop", "base64", "bdb", "binascii", "binhex",
	"bisect", "builtins", "bz2", "cProfile", "calendar", "cgi", "cgitb",
	"chunk", "cmath", "cmd", "code", "codecs", "codeop", "collections",
	"colorsys", "compileall", "compression", "concurrent", "configparser",
	"contextlib", "contextvars", "copy", "copyreg", "crypt", "csv",
	"ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal",
	"difflib", "dis", "distutils", "doctest", "dummy_threading", "email",
	"encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl",
	"filecmp", "fileinput", "fnmatch", "formatter", "fractions", "ftplib",
	"functools", "gc", "genericpath", "getopt", "getpass", "gettext",
	"glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html",
	"http", "idlelib", "imaplib", "imghdr", "imp", "importlib", "inspect",
	"io", "ipaddress", "itertools", "json", "keyword", "lib2to3",
	"linecache", "locale", "logging", "lzma", "macpath", "mailbox",
	"mailcap", "marshal", "math", "mimetypes", "mmap", "modulefinder",
	"msilib", "msvcrt", "multiprocessing", "netrc", "nis", "nntplib", "nt",
	"ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse",
	"os", "ossaudiodev", "parser", "pathlib", "pdb", "pickle",
	"pickletools", "pipes", "pkgutil", "platform", "plistlib", "poplib",
	"posix", "posixpath", "pprint", "profile", "pstats", "pty", "pwd",
	"py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue",
	"quopri", "random", "re", "readline", "reprlib", "resource",
	"rlcompleter", "runpy", "sched", "secrets", "select", "selectors",
	"shelve", "shlex", "shutil", "signal", "site", "smtpd", "smtplib",
	"sndhdr", "socket", "socketserver", "spwd", "sqlite3", "sre_compile",
	"sre_constants", "sre_parse", "ssl", "stat", "statistics", "string",
	"stringprep", "struct", "subprocess", "sunau", "symbol", "symtable",
	"sys", "sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib",
	"tempfile", "termios", "test", "textwrap", "this", "threading", "time",
	"timeit", "tkinter", "token", "tokenize", "tomllib", "trace",
	"traceback", "tracemalloc", "tty", "turtle", "turtledemo", "types",
	"typing", "unicodedata", "unittest", "urllib", "uu", "uuid", "venv",
	"warnings", "wave", "weakref", "webbrowser", "winreg", "winsound",
	"wsgiref", "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport",
	"zlib", "zoneinfo",
};

/* Modules of Python 2, which Python 3 has by other names. */
static const char gone[][LONGEST] = {
	"BaseHTTPServer", "CGIHTTPServer", "ConfigParser", "Cookie",
	"HTMLParser", "Queue", "SimpleHTTPServer", "SocketServer", "StringIO",
	"Tkinter", "UserDict", "UserList", "UserString", "anydbm", "cPickle",
	"cStringIO", "cookielib", "dummy_thread", "htmlentitydefs", "httplib",
	"robotparser", "sets", "thread", "tkFileDialog", "tkMessageBox",
	"urllib2", "urlparse", "whichdb", "xmlrpclib",
};

/* Whose import does something, or of a part of them: a window, a page. */
static const char eager[][LONGEST] = {
	"antigravity", "ensurepip", "idlelib", "lib2to3", "site", "test",
	"this", "tkinter", "turtle", "turtledemo",
};

static int
compare(const void *key, const void *entry)
{
	return util_compare(key, entry);
}

#define TABLE(names)	{ (names)[0], ARRAY_SIZE(names) }

static const struct { const char *first; size_t n; } tables[] = {
	[PYTHON_BUILTINS] = TABLE(builtins), [PYTHON_STDLIB] = TABLE(stdlib),
	[PYTHON_GONE] = TABLE(gone), [PYTHON_EAGER] = TABLE(eager),
};

bool
python_has(enum python_table table, const char *name)
{
	return bsearch(name, tables[table].first, tables[table].n, LONGEST,
	    compare) != NULL;
}

/* All that begin with a capital, but for these. */
bool
python_is_exception(const char *name)
{
	static const char constants[][16] = { "Ellipsis", "False", "None",
	    "NotImplemented", "True" };

	return name[0] >= 'A' && name[0] <= 'Z' &&
	    python_has(PYTHON_BUILTINS, name) && !IS_ONE_OF(name, constants);
}
