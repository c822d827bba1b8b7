/*
 * Names the analyzer itself asks about. They are interned first and in this
 * order, so their numbers are constants: KNOWN(getattr) and the like.
 */
#ifndef SALLYPORT_KNOWN_H
#define SALLYPORT_KNOWN_H

/* X(constant, text) */
#define KNOWN_NAMES(X) \
	X(getattr, "getattr") \
	X(hasattr, "hasattr") \
	X(setattr, "setattr") \
	X(delattr, "delattr") \
	X(type, "type") \
	X(object_getattribute, "object.__getattribute__") \
	X(type_getattribute, "type.__getattribute__") \
	X(object_setattr, "object.__setattr__") \
	X(object_delattr, "object.__delattr__") \
	X(attrgetter, "operator.attrgetter") \
	X(methodcaller, "operator.methodcaller") \
	X(getattr_static, "inspect.getattr_static") \
	X(vars, "vars") \
	X(globals, "globals") \
	X(locals, "locals") \
	X(builtins_name, "__builtins__") \
	X(import_, "__import__") \
	X(import_module, "importlib.import_module") \
	X(exec, "exec") \
	X(eval, "eval") \
	X(compile, "compile") \
	X(str, "str") \
	X(bytes, "bytes") \
	X(bytearray, "bytearray") \
	X(str_format, "str.format") \
	X(str_format_map, "str.format_map") \
	X(formatter_format, "string.Formatter.format") \
	X(formatter_vformat, "string.Formatter.vformat") \
	X(formatter_get_field, "string.Formatter.get_field") \
	X(str_join, "str.join") \
	X(chr, "chr") \
	X(ord, "ord") \
	X(int, "int") \
	X(map, "map") \
	X(list, "list") \
	X(tuple, "tuple") \
	X(set, "set") \
	X(frozenset, "frozenset") \
	X(dict, "dict") \
	X(reversed, "reversed") \
	X(sorted, "sorted") \
	X(range, "range") \
	X(len, "len") \
	X(repr, "repr") \
	X(ascii, "ascii") \
	X(hex, "hex") \
	X(format, "format") \
	X(print, "print") \
	X(id, "id") \
	X(bool, "bool") \
	X(isinstance, "isinstance") \
	X(issubclass, "issubclass") \
	X(callable, "callable") \
	X(hash, "hash") \
	X(open, "open") \
	X(bytes_fromhex, "bytes.fromhex") \
	X(bytearray_fromhex, "bytearray.fromhex") \
	X(bytes_decode, "bytes.decode") \
	X(str_maketrans, "str.maketrans") \
	X(b64decode, "base64.b64decode") \
	X(b64std, "base64.standard_b64decode") \
	X(b64url, "base64.urlsafe_b64decode") \
	X(b32decode, "base64.b32decode") \
	X(b16decode, "base64.b16decode") \
	X(a85decode, "base64.a85decode") \
	X(b85decode, "base64.b85decode") \
	X(a2b_base64, "binascii.a2b_base64") \
	X(zlib_decompress, "zlib.decompress") \
	X(gzip_decompress, "gzip.decompress") \
	X(unhexlify, "binascii.unhexlify") \
	X(a2b_hex, "binascii.a2b_hex") \
	X(codecs_decode, "codecs.decode") \
	X(codecs_encode, "codecs.encode") \
	X(path_join, "os.path.join") \
	X(path_expanduser, "os.path.expanduser") \
	X(path_realpath, "os.path.realpath") \
	X(path_normpath, "os.path.normpath") \
	X(path_home, "pathlib.Path.home") \
	X(path_cwd, "pathlib.Path.cwd") \
	X(path_joinpath, "pathlib.Path.joinpath") \
	X(path_resolve, "pathlib.Path.resolve") \
	X(path_absolute, "pathlib.Path.absolute") \
	X(path_expand, "pathlib.Path.expanduser") \
	X(getcwd, "os.getcwd") \
	X(gettempdir, "tempfile.gettempdir") \
	X(path_abspath, "os.path.abspath") \
	X(path_dirname, "os.path.dirname") \
	X(path_basename, "os.path.basename") \
	X(path_splitext, "os.path.splitext") \
	X(path_split, "os.path.split") \
	X(fsdecode, "os.fsdecode") \
	X(fspath, "os.fspath") \
	X(pathlib_Path, "pathlib.Path") \
	X(pathlib_PurePath, "pathlib.PurePath") \
	X(pathlib_PosixPath, "pathlib.PosixPath") \
	X(partial, "functools.partial") \
	X(reduce, "functools.reduce") \
	X(dunder_match_args, "__match_args__") \
	X(dunder_reduce, "__reduce__") \
	X(array_interface, "__array_interface__") \
	X(array_struct, "__array_struct__") \
	X(os_environ, "os.environ") \
	X(os_sep, "os.sep") \
	X(os_path_sep, "os.path.sep") \
	X(os_curdir, "os.curdir") \
	X(os_pardir, "os.pardir") \
	X(os_path_pardir, "os.path.pardir") \
	X(os_extsep, "os.extsep") \
	X(os_linesep, "os.linesep") \
	X(dunder_reduce_ex, "__reduce_ex__") \
	X(dunder_dict, "__dict__") \
	X(dunder_class, "__class__") \
	X(register_name, "register") \
	X(singledispatch, "singledispatch") \
	X(singledispatchmethod, "singledispatchmethod") \
	X(dunder_doc, "__doc__") \
	X(dunder_test, "__test__") \
	X(testmod, "doctest.testmod") \
	X(timeit_timeit, "timeit.timeit") \
	X(timeit_repeat, "timeit.repeat") \
	X(timeit_timer, "timeit.Timer") \
	X(sys_stdin, "sys.stdin") \
	X(sys_stdout, "sys.stdout") \
	X(sys_stderr, "sys.stderr") \
	X(dunder_name, "__name__") \
	X(dunder_all, "__all__") \
	X(loader_, "__loader__") \
	X(spec_, "__spec__") \
	X(build_class, "__build_class__") \
	X(sys_modules, "sys.modules") \
	X(keyword_encoding, "encoding") \
	X(string_Template, "string.Template") \
	X(type_new, "type.__new__") \
	X(ascii_letters, "string.ascii_letters") \
	X(ascii_lowercase, "string.ascii_lowercase") \
	X(ascii_uppercase, "string.ascii_uppercase") \
	X(digits, "string.digits") \
	X(hexdigits, "string.hexdigits") \
	X(punctuation, "string.punctuation") \
	X(printable, "string.printable") \
	X(main_, "__main__") \
	X(underscore, "_") \
	X(object, "object") \
	X(property, "property") \
	X(classmethod, "classmethod") \
	X(abc_ABC, "abc.ABC") \
	X(getattr_name, "__getattribute__") \
	X(attrgetter_name, "attrgetter") \
	X(methodcaller_name, "methodcaller") \
	X(setattr_name, "__setattr__") \
	X(fget, "fget") \
	X(dunder_new, "__new__") \
	X(dunder_init_subclass, "__init_subclass__") \
	X(dunder_class_getitem, "__class_getitem__") \
	X(dunder_subclasses, "__subclasses__") \
	X(parse_args, "parse_args") \
	X(ArgumentParser, "argparse.ArgumentParser") \
	X(SimpleNamespace, "types.SimpleNamespace")

enum known_name {
	KNOWN_NONE = 0,
#define X(constant, text) KNOWN_##constant,
	KNOWN_NAMES(X)
#undef X
	KNOWN_END
};

#define KNOWN(name)	KNOWN_##name

#endif
