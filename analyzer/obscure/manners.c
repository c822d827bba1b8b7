#include "manners.h"

#include <string.h>

#include "../../supervisor/base/util.h"

/* A name that ends in a dot stands for all others in that module. */
static const struct { char name[24]; enum manner manner; } callables[] = {
	{ "abs", MANNER_NUMBER }, { "array.", MANNER_DECODES },
	{ "ascii", MANNER_MAKES }, { "ast.literal_eval", MANNER_DECODES },
	{ "base64.", MANNER_DECODES }, { "binascii.", MANNER_DECODES },
	{ "bool", MANNER_NUMBER }, { "bytearray", MANNER_SPELLS },
	{ "bytes", MANNER_SPELLS }, { "bz2.decompress", MANNER_DECODES },
	{ "chr", MANNER_SPELLS }, { "codecs.", MANNER_DECODES },
	{ "collections.", MANNER_CHOOSES }, { "copy.", MANNER_CHOOSES },
	{ "dict", MANNER_CHOOSES }, { "divmod", MANNER_NUMBER },
	{ "enumerate", MANNER_CHOOSES }, { "filter", MANNER_CHOOSES },
	{ "float", MANNER_NUMBER }, { "format", MANNER_DECODES },
	{ "frozenset", MANNER_CHOOSES }, { "functools.", MANNER_DECODES },
	{ "getattr", MANNER_CHOOSES }, { "gzip.decompress", MANNER_DECODES },
	{ "hash", MANNER_NUMBER }, { "heapq.", MANNER_CHOOSES },
	{ "html.unescape", MANNER_DECODES }, { "int", MANNER_NUMBER },
	{ "io.BytesIO", MANNER_CHOOSES }, { "io.StringIO", MANNER_CHOOSES },
	{ "ipaddress.", MANNER_DECODES }, { "iter", MANNER_CHOOSES },
	{ "itertools.", MANNER_CHOOSES }, { "json.loads", MANNER_DECODES },
	{ "len", MANNER_NUMBER }, { "list", MANNER_CHOOSES },
	{ "lzma.decompress", MANNER_DECODES }, { "map", MANNER_CHOOSES },
	{ "math.", MANNER_NUMBER }, { "max", MANNER_CHOOSES },
	{ "memoryview", MANNER_DECODES }, { "min", MANNER_CHOOSES },
	{ "next", MANNER_CHOOSES }, { "operator.", MANNER_DECODES },
	{ "ord", MANNER_NUMBER }, { "os.fsdecode", MANNER_CHOOSES },
	{ "os.fsencode", MANNER_CHOOSES }, { "os.fspath", MANNER_CHOOSES },
	{ "os.getcwd", MANNER_DECODES }, { "os.getcwdb", MANNER_DECODES },
	{ "os.path.abspath", MANNER_DECODES },
	{ "os.path.basename", MANNER_CHOOSES },
	{ "os.path.commonpath", MANNER_DECODES },
	{ "os.path.commonprefix", MANNER_MAKES },
	{ "os.path.dirname", MANNER_MAKES },
	{ "os.path.exists", MANNER_NUMBER },
	{ "os.path.expanduser", MANNER_DECODES },
	{ "os.path.join", MANNER_MAKES },
	{ "os.path.normpath", MANNER_CHOOSES },
	{ "os.path.realpath", MANNER_DECODES },
	{ "os.path.relpath", MANNER_DECODES },
	{ "os.path.split", MANNER_CHOOSES },
	{ "os.path.splitext", MANNER_CHOOSES },
	{ "pathlib.", MANNER_MAKES }, { "pow", MANNER_NUMBER },
	{ "quopri.", MANNER_DECODES }, { "range", MANNER_NUMBER },
	{ "re.", MANNER_MAKES }, { "repr", MANNER_MAKES },
	{ "reversed", MANNER_CHOOSES }, { "round", MANNER_NUMBER },
	{ "set", MANNER_CHOOSES }, { "slice", MANNER_NUMBER },
	{ "sorted", MANNER_CHOOSES }, { "str", MANNER_CHOOSES },
	{ "string.", MANNER_MAKES }, { "struct.", MANNER_DECODES },
	{ "sum", MANNER_CHOOSES },
	{ "tempfile.gettempdir", MANNER_DECODES },
	{ "textwrap.", MANNER_MAKES },
	{ "tuple", MANNER_CHOOSES }, { "types.", MANNER_CHOOSES },
	{ "typing.", MANNER_CHOOSES }, { "unicodedata.", MANNER_DECODES },
	{ "urllib.parse.", MANNER_DECODES }, { "uuid.UUID", MANNER_DECODES },
	{ "zip", MANNER_CHOOSES }, { "zlib.decompress", MANNER_DECODES },
	{ "zlib.decompressobj", MANNER_DECODES },
};

/* Methods of texts and containers. */
static const struct { char name[16]; enum manner manner; } methods[] = {
	{ "as_uri", MANNER_DECODES }, { "bit_length", MANNER_NUMBER },
	{ "copy", MANNER_CHOOSES },
	{ "count", MANNER_NUMBER }, { "decode", MANNER_DECODES },
	{ "communicate", MANNER_OUTSIDE },
	{ "fetchall", MANNER_OUTSIDE }, { "fetchmany", MANNER_OUTSIDE },
	{ "fetchone", MANNER_OUTSIDE },
	{ "find", MANNER_NUMBER }, { "get", MANNER_CHOOSES },
	{ "glob", MANNER_OUTSIDE }, { "index", MANNER_NUMBER },
	{ "items", MANNER_CHOOSES }, { "iterdir", MANNER_OUTSIDE },
	{ "keys", MANNER_CHOOSES }, { "pop", MANNER_CHOOSES },
	{ "popitem", MANNER_CHOOSES }, { "popleft", MANNER_CHOOSES },
	{ "read", MANNER_OUTSIDE }, { "read_bytes", MANNER_OUTSIDE },
	{ "read_text", MANNER_OUTSIDE }, { "readline", MANNER_OUTSIDE },
	{ "readlines", MANNER_OUTSIDE }, { "recv", MANNER_OUTSIDE },
	{ "rglob", MANNER_OUTSIDE },
	{ "setdefault", MANNER_CHOOSES }, { "to_bytes", MANNER_DECODES },
	{ "tobytes", MANNER_DECODES }, { "translate", MANNER_DECODES },
	{ "values", MANNER_CHOOSES },
};

enum manner
manner_of(const char *name)
{
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(callables); i++) {
		n = strlen(callables[i].name);
		if (callables[i].name[n - 1] == '.' ?
		    strncmp(name, callables[i].name, n) == 0 :
		    strcmp(name, callables[i].name) == 0)
			return callables[i].manner;
	}
	/* str.lower, bytes.fromhex, dict.fromkeys */
	if (strncmp(name, "str.", 4) == 0 || strncmp(name, "bytes.", 6) == 0 ||
	    strncmp(name, "bytearray.", 10) == 0 ||
	    strncmp(name, "int.", 4) == 0)
		return MANNER_DECODES;
	return strncmp(name, "dict.", 5) == 0 ? MANNER_CHOOSES :
	    MANNER_OUTSIDE;
}

enum manner
manner_of_method(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(methods); i++)
		if (strcmp(name, methods[i].name) == 0)
			return methods[i].manner;
	return MANNER_MAKES;
}
