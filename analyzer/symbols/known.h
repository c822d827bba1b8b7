/*
 * Names the analyzer itself asks about. Their numbers are constants,
 * KNOWN(getattr) and the like: names.h has them before any others.
 */
#ifndef SALLYPORT_KNOWN_H
#define SALLYPORT_KNOWN_H

/* X(constant, text), of what folds: see foldcall.c. */
#define KNOWN_FOLDED(X) \
	X(chr, "chr") \
	X(ord, "ord") \
	X(int, "int") \
	X(str, "str") \
	X(bytes, "bytes") \
	X(bytearray, "bytearray") \
	X(range, "range") \
	X(list, "list") \
	X(tuple, "tuple") \
	X(set, "set") \
	X(frozenset, "frozenset") \
	X(reversed, "reversed") \
	X(map, "map") \
	X(dict, "dict") \
	X(zip, "zip") \
	X(enumerate, "enumerate") \
	X(random_choice, "random.choice") \
	X(bytes_fromhex, "bytes.fromhex") \
	X(bytearray_fromhex, "bytearray.fromhex") \
	X(str_maketrans, "str.maketrans") \
	X(unhexlify, "binascii.unhexlify") \
	X(a2b_hex, "binascii.a2b_hex") \
	X(b16decode, "base64.b16decode") \
	X(b64decode, "base64.b64decode") \
	X(b64std, "base64.standard_b64decode") \
	X(a2b_base64, "binascii.a2b_base64") \
	X(b64url, "base64.urlsafe_b64decode") \
	X(b32decode, "base64.b32decode") \
	X(codecs_decode, "codecs.decode") \
	X(codecs_encode, "codecs.encode") \
	X(path_join, "os.path.join") \
	X(path_expanduser, "os.path.expanduser") \
	X(path_abspath, "os.path.abspath") \
	X(path_realpath, "os.path.realpath") \
	X(path_normpath, "os.path.normpath") \
	X(path_home, "pathlib.Path.home") \
	X(path_cwd, "pathlib.Path.cwd") \
	X(path_joinpath, "pathlib.Path.joinpath") \
	X(path_as_posix, "pathlib.Path.as_posix") \
	X(path_resolve, "pathlib.Path.resolve") \
	X(path_absolute, "pathlib.Path.absolute") \
	X(path_expand, "pathlib.Path.expanduser") \
	X(getcwd, "os.getcwd") \
	X(gettempdir, "tempfile.gettempdir") \
	X(fspath, "os.fspath") \
	X(pathlib_Path, "pathlib.Path") \
	X(pathlib_PurePath, "pathlib.PurePath") \
	X(pathlib_PosixPath, "pathlib.PosixPath")

/* The same of all. */
#define KNOWN_NAMES(X) \
	KNOWN_FOLDED(X) \
	X(getattr, "getattr") \
	X(hasattr, "hasattr") \
	X(setattr, "setattr") \
	X(delattr, "delattr") \
	X(patch_object, "unittest.mock.patch.object") \
	X(type, "type") \
	X(object_getattribute, "object.__getattribute__") \
	X(type_getattribute, "type.__getattribute__") \
	X(object_setattr, "object.__setattr__") \
	X(object_delattr, "object.__delattr__") \
	X(attrgetter, "operator.attrgetter") \
	X(methodcaller, "operator.methodcaller") \
	X(getattr_static, "inspect.getattr_static") \
	X(logging_formatter, "logging.Formatter") \
	X(vars, "vars") \
	X(globals, "globals") \
	X(globals_get, "globals.get") \
	X(locals, "locals") \
	X(builtins_name, "__builtins__") \
	X(import_, "__import__") \
	X(builtins, "builtins") \
	X(import_module, "importlib.import_module") \
	X(exec, "exec") \
	X(eval, "eval") \
	X(compile, "compile") \
	X(str_format, "str.format") \
	X(str_format_map, "str.format_map") \
	X(formatter_format, "string.Formatter.format") \
	X(formatter_vformat, "string.Formatter.vformat") \
	X(formatter_get_field, "string.Formatter.get_field") \
	X(sorted, "sorted") \
	X(len, "len") \
	X(repr, "repr") \
	X(ascii, "ascii") \
	X(print, "print") \
	X(id, "id") \
	X(bool, "bool") \
	X(isinstance, "isinstance") \
	X(issubclass, "issubclass") \
	X(callable, "callable") \
	X(hash, "hash") \
	X(dunder_file, "__file__") \
	X(home, "home") \
	X(dunder_match_args, "__match_args__") \
	X(ast_fields, "_fields") \
	X(dunder_reduce, "__reduce__") \
	X(array_interface, "__array_interface__") \
	X(array_struct, "__array_struct__") \
	X(isidentifier, "isidentifier") \
	X(os_environ, "os.environ") \
	X(os_environ_get, "os.environ.get") \
	X(os_environ_pop, "os.environ.pop") \
	X(os_environ_setdefault, "os.environ.setdefault") \
	X(os_environ_update, "os.environ.update") \
	X(os_getenv, "os.getenv") \
	X(os_sep, "os.sep") \
	X(os_path_sep, "os.path.sep") \
	X(os_curdir, "os.curdir") \
	X(os_pardir, "os.pardir") \
	X(os_path_pardir, "os.path.pardir") \
	X(os_extsep, "os.extsep") \
	X(os_linesep, "os.linesep") \
	X(dunder_reduce_ex, "__reduce_ex__") \
	X(dunder_dict, "__dict__") \
	X(dunder_annotations, "__annotations__") \
	X(dataclass_fields, "__dataclass_fields__") \
	X(argparse_filetype, "argparse.FileType") \
	X(readinto, "readinto") \
	X(readinto1, "readinto1") \
	X(dunder_class, "__class__") \
	X(register_name, "register") \
	X(singledispatch, "singledispatch") \
	X(singledispatchmethod, "singledispatchmethod") \
	X(dunder_doc, "__doc__") \
	X(dunder_test, "__test__") \
	X(testmod, "doctest.testmod") \
	X(unittest_main, "unittest.main") \
	X(sys_path, "sys.path") \
	X(sys_stdin, "sys.stdin") \
	X(sys_stdout, "sys.stdout") \
	X(sys_stderr, "sys.stderr") \
	X(dunder_name, "__name__") \
	X(dunder_package, "__package__") \
	X(dunder_path, "__path__") \
	X(loader_, "__loader__") \
	X(spec_, "__spec__") \
	X(build_class, "__build_class__") \
	X(keyword_encoding, "encoding") \
	X(ascii_letters, "string.ascii_letters") \
	X(ascii_lowercase, "string.ascii_lowercase") \
	X(ascii_uppercase, "string.ascii_uppercase") \
	X(digits, "string.digits") \
	X(hexdigits, "string.hexdigits") \
	X(punctuation, "string.punctuation") \
	X(printable, "string.printable") \
	X(object, "object") \
	X(property, "property") \
	X(abc_ABC, "abc.ABC") \
	X(getattr_name, "__getattribute__") \
	X(attrgetter_name, "attrgetter") \
	X(methodcaller_name, "methodcaller") \
	X(setattr_name, "__setattr__") \
	X(fget, "fget") \
	X(dunder_new, "__new__") \
	X(dunder_init_subclass, "__init_subclass__") \
	X(dunder_class_getitem, "__class_getitem__") \
	X(dunder_self, "__self__") \
	X(os_O_RDONLY, "os.O_RDONLY") \
	X(dunder_call, "__call__") \
	X(usetex, "usetex") \
	X(convert_path, "convert_path") \
	X(ffmpeg_path, "ffmpeg_path") \
	X(texsystem, "texsystem") \
	X(fromfile_prefix_chars, "fromfile_prefix_chars") \
	X(keyword_input, "input") \
	X(text_usetex, "text.usetex") \
	X(max, "max") \
	X(min, "min") \
	X(json_dump, "json.dump") \
	X(json_dumps, "json.dumps") \
	X(parse_args, "parse_args") \
	X(ArgumentParser, "argparse.ArgumentParser") \
	X(SimpleNamespace, "types.SimpleNamespace") \
	X(next, "next") \
	X(iter, "iter")

enum known_name {
	KNOWN_NONE = 0,
#define X(constant, text) KNOWN_##constant,
	KNOWN_NAMES(X)
#undef X
	KNOWN_END,
	/* They come first. */
#define X(constant, text) + 1
	KNOWN_FOLDED_END = 1 KNOWN_FOLDED(X),
#undef X
};

#define KNOWN(name)	KNOWN_##name

#endif
