#include "manners.h"

#include <stdbool.h>
#include <string.h>

#include "../../supervisor/base/util.h"

/*
 * In the order of strcmp(). A name that ends in a dot stands for all others
 * in that module.
 */
static const struct { char name[40]; enum manner manner; } callables[] = {
	{ "__annotations__.", MANNER_DECODES }, { "__doc__.", MANNER_DECODES },
	{ "abs", MANNER_NUMBER }, { "all", MANNER_NUMBER },
	{ "any", MANNER_NUMBER }, { "argparse.", MANNER_CHOOSES },
	{ "array.", MANNER_DECODES }, { "ascii", MANNER_MAKES },
	{ "ast.", MANNER_MAKES }, { "ast.literal_eval", MANNER_DECODES },
	{ "asyncio.", MANNER_CHOOSES }, { "base64.", MANNER_DECODES },
	{ "bin", MANNER_MAKES }, { "binascii.", MANNER_DECODES },
	{ "bisect.", MANNER_NUMBER }, { "bool", MANNER_NUMBER },
	{ "bs4.", MANNER_DECODES },
	{ "bytearray", MANNER_SPELLS }, { "bytes", MANNER_SPELLS },
	{ "bz2.decompress", MANNER_DECODES }, { "calendar.", MANNER_MAKES },
	{ "callable", MANNER_NUMBER }, { "chr", MANNER_SPELLS },
	{ "cmath.", MANNER_NUMBER }, { "codecs.", MANNER_DECODES },
	{ "collections.", MANNER_CHOOSES }, { "complex", MANNER_NUMBER },
	{ "concurrent.futures.", MANNER_CHOOSES },
	{ "configparser.", MANNER_CHOOSES }, { "contextlib.", MANNER_CHOOSES },
	{ "contextvars.", MANNER_CHOOSES }, { "copy.", MANNER_CHOOSES },
	{ "csv.DictReader", MANNER_MAKES }, { "csv.DictWriter", MANNER_MAKES },
	{ "csv.reader", MANNER_MAKES }, { "csv.writer", MANNER_MAKES },
	{ "dataclasses.", MANNER_CHOOSES }, { "datetime.date", MANNER_NUMBER },
	{ "datetime.datetime", MANNER_NUMBER },
	{ "datetime.time", MANNER_NUMBER },
	{ "datetime.timedelta", MANNER_NUMBER }, { "decimal.", MANNER_NUMBER },
	{ "dict", MANNER_CHOOSES }, { "difflib.", MANNER_MAKES },
	{ "dir", MANNER_MAKES }, { "divmod", MANNER_NUMBER },
	{ "email.header.", MANNER_DECODES },
	{ "email.message_from_string", MANNER_MAKES },
	{ "enum.", MANNER_CHOOSES }, { "enumerate", MANNER_CHOOSES },
	{ "errno.", MANNER_MAKES }, { "filter", MANNER_CHOOSES },
	{ "float", MANNER_NUMBER }, { "fnmatch.filter", MANNER_CHOOSES },
	{ "format", MANNER_DECODES },
	{ "fractions.", MANNER_NUMBER }, { "frozenset", MANNER_CHOOSES },
	{ "functools.", MANNER_DECODES }, { "getattr", MANNER_CHOOSES },
	{ "getopt.", MANNER_CHOOSES }, { "glob.escape", MANNER_MAKES },
	{ "graphlib.", MANNER_CHOOSES }, { "gzip.decompress", MANNER_DECODES },
	{ "hasattr", MANNER_NUMBER }, { "hash", MANNER_NUMBER },
	{ "heapq.", MANNER_CHOOSES }, { "hex", MANNER_MAKES },
	{ "html.entities.", MANNER_MAKES },
	{ "html.unescape", MANNER_DECODES }, { "http.", MANNER_MAKES },
	{ "id", MANNER_NUMBER }, { "inspect.cleandoc", MANNER_MAKES },
	{ "inspect.signature", MANNER_CHOOSES }, { "int", MANNER_NUMBER },
	{ "io.BytesIO", MANNER_CHOOSES }, { "io.StringIO", MANNER_CHOOSES },
	{ "ipaddress.", MANNER_DECODES }, { "isinstance", MANNER_NUMBER },
	{ "issubclass", MANNER_NUMBER }, { "iter", MANNER_CHOOSES },
	{ "itertools.", MANNER_CHOOSES },
	{ "itertools.accumulate", MANNER_MAKES },
	{ "joblib.Parallel", MANNER_CHOOSES },
	{ "joblib.delayed", MANNER_CHOOSES },
	{ "json.JSONDecoder", MANNER_DECODES }, { "json.dumps", MANNER_MAKES },
	{ "json.loads", MANNER_DECODES }, { "keyword.", MANNER_MAKES },
	{ "len", MANNER_NUMBER }, { "list", MANNER_CHOOSES },
	{ "locale.format_string", MANNER_MAKES },
	{ "locale.str", MANNER_MAKES },
	{ "logging.Formatter", MANNER_CHOOSES },
	{ "logging.LogRecord", MANNER_MAKES },
	{ "logging.makeLogRecord", MANNER_CHOOSES },
	{ "lzma.decompress", MANNER_DECODES }, { "map", MANNER_CHOOSES },
	{ "math.", MANNER_NUMBER }, { "max", MANNER_CHOOSES },
	{ "memoryview", MANNER_DECODES }, { "min", MANNER_CHOOSES },
	{ "multiprocessing.", MANNER_CHOOSES }, { "next", MANNER_CHOOSES },
	{ "numbers.", MANNER_NUMBER }, { "numpy.", MANNER_CHOOSES },
	{ "numpy.DataSource", MANNER_OUTSIDE },
	{ "numpy.char.", MANNER_MAKES },
	{ "numpy.frombuffer", MANNER_DECODES },
	{ "numpy.fromfile", MANNER_OUTSIDE },
	{ "numpy.fromregex", MANNER_OUTSIDE },
	{ "numpy.genfromtxt", MANNER_OUTSIDE },
	{ "numpy.lib.", MANNER_OUTSIDE }, { "numpy.load", MANNER_OUTSIDE },
	{ "numpy.loadtxt", MANNER_OUTSIDE },
	{ "numpy.memmap", MANNER_OUTSIDE },
	{ "numpy.packbits", MANNER_DECODES },
	{ "numpy.recfromcsv", MANNER_OUTSIDE },
	{ "numpy.recfromtxt", MANNER_OUTSIDE }, { "object", MANNER_NUMBER },
	{ "oct", MANNER_MAKES }, { "operator.", MANNER_DECODES },
	{ "ord", MANNER_NUMBER }, { "os.devnull.", MANNER_DECODES },
	{ "os.fsdecode", MANNER_CHOOSES }, { "os.fsencode", MANNER_CHOOSES },
	{ "os.fspath", MANNER_CHOOSES }, { "os.getcwd", MANNER_DECODES },
	{ "os.getcwdb", MANNER_DECODES },
	{ "os.path.abspath", MANNER_DECODES },
	{ "os.path.basename", MANNER_CHOOSES },
	{ "os.path.commonpath", MANNER_DECODES },
	{ "os.path.commonprefix", MANNER_MAKES },
	{ "os.path.dirname", MANNER_MAKES },
	{ "os.path.exists", MANNER_NUMBER },
	{ "os.path.expanduser", MANNER_DECODES },
	{ "os.path.join", MANNER_MAKES },
	{ "os.path.normcase", MANNER_CHOOSES },
	{ "os.path.normpath", MANNER_CHOOSES },
	{ "os.path.realpath", MANNER_DECODES },
	{ "os.path.relpath", MANNER_DECODES },
	{ "os.path.split", MANNER_CHOOSES },
	{ "os.path.splitext", MANNER_CHOOSES }, { "pandas.", MANNER_CHOOSES },
	{ "pandas.ExcelFile", MANNER_OUTSIDE },
	{ "pandas.HDFStore", MANNER_OUTSIDE },
	{ "pandas.io.", MANNER_OUTSIDE },
	{ "pandas.read_clipboard", MANNER_OUTSIDE },
	{ "pandas.read_csv", MANNER_OUTSIDE },
	{ "pandas.read_excel", MANNER_OUTSIDE },
	{ "pandas.read_feather", MANNER_OUTSIDE },
	{ "pandas.read_fwf", MANNER_OUTSIDE },
	{ "pandas.read_hdf", MANNER_OUTSIDE },
	{ "pandas.read_html", MANNER_OUTSIDE },
	{ "pandas.read_json", MANNER_OUTSIDE },
	{ "pandas.read_orc", MANNER_OUTSIDE },
	{ "pandas.read_parquet", MANNER_OUTSIDE },
	{ "pandas.read_sas", MANNER_OUTSIDE },
	{ "pandas.read_spss", MANNER_OUTSIDE },
	{ "pandas.read_sql", MANNER_OUTSIDE },
	{ "pandas.read_sql_query", MANNER_OUTSIDE },
	{ "pandas.read_sql_table", MANNER_OUTSIDE },
	{ "pandas.read_stata", MANNER_OUTSIDE },
	{ "pandas.read_table", MANNER_OUTSIDE },
	{ "pandas.read_xml", MANNER_OUTSIDE }, { "pathlib.", MANNER_MAKES },
	{ "plistlib.", MANNER_DECODES }, { "posixpath.", MANNER_MAKES },
	{ "pow", MANNER_NUMBER }, { "pprint.", MANNER_MAKES },
	{ "queue.", MANNER_CHOOSES }, { "quopri.", MANNER_DECODES },
	{ "random.", MANNER_CHOOSES }, { "range", MANNER_NUMBER },
	{ "re.", MANNER_MAKES }, { "repr", MANNER_MAKES },
	{ "reprlib.", MANNER_MAKES }, { "reversed", MANNER_CHOOSES },
	{ "round", MANNER_NUMBER }, { "sched.", MANNER_CHOOSES },
	{ "scipy.fft.", MANNER_CHOOSES },
	{ "scipy.fftpack.", MANNER_CHOOSES },
	{ "scipy.interpolate.", MANNER_CHOOSES },
	{ "scipy.linalg.", MANNER_CHOOSES },
	{ "scipy.ndimage.", MANNER_CHOOSES },
	{ "scipy.signal.", MANNER_CHOOSES },
	{ "secrets.choice", MANNER_CHOOSES }, { "set", MANNER_CHOOSES },
	{ "shlex.", MANNER_MAKES }, { "slice", MANNER_CHOOSES },
	{ "sorted", MANNER_CHOOSES }, { "statistics.", MANNER_NUMBER },
	{ "statistics.median_high", MANNER_CHOOSES },
	{ "statistics.median_low", MANNER_CHOOSES },
	{ "statistics.mode", MANNER_CHOOSES },
	{ "statistics.multimode", MANNER_CHOOSES },
	{ "str", MANNER_CHOOSES }, { "string.", MANNER_MAKES },
	{ "struct.", MANNER_DECODES }, { "sum", MANNER_CHOOSES },
	{ "super", MANNER_CHOOSES }, { "sys.intern", MANNER_CHOOSES },
	{ "tempfile.gettempdir", MANNER_DECODES },
	{ "textwrap.", MANNER_MAKES }, { "threading.", MANNER_CHOOSES },
	{ "time.strftime", MANNER_MAKES }, { "tomllib.loads", MANNER_DECODES },
	{ "tqdm.", MANNER_CHOOSES }, { "tuple", MANNER_CHOOSES },
	{ "type", MANNER_CHOOSES }, { "types.", MANNER_CHOOSES },
	{ "typing.", MANNER_CHOOSES }, { "unicodedata.", MANNER_DECODES },
	{ "urllib.parse.", MANNER_DECODES }, { "uuid.UUID", MANNER_DECODES },
	{ "vars", MANNER_CHOOSES }, { "weakref.", MANNER_CHOOSES },
	{ "xml.dom.minidom.parseString", MANNER_DECODES },
	{ "xml.etree.ElementTree.Element", MANNER_MAKES },
	{ "xml.etree.ElementTree.QName", MANNER_MAKES },
	{ "xml.etree.ElementTree.SubElement", MANNER_MAKES },
	{ "xml.etree.ElementTree.XML", MANNER_DECODES },
	{ "xml.etree.ElementTree.fromstring", MANNER_DECODES },
	{ "yaml.safe_load", MANNER_DECODES }, { "zip", MANNER_CHOOSES },
	{ "zlib.decompress", MANNER_DECODES },
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
	{ "values", MANNER_CHOOSES }, { "view", MANNER_DECODES },
};

/* ValueError("text") keeps what it is given. */
static bool
is_exception(const char *name)
{
	size_t n = strlen(name);

	return name[0] >= 'A' && name[0] <= 'Z' && strchr(name, '.') == NULL &&
	    (util_compare(name, "ExceptionGroup") == 0 ||
	    (n > 5 && util_compare(name + n - 5, "Error") == 0) ||
	    (n > 9 && util_compare(name + n - 9, "Exception") == 0) ||
	    (n > 9 && util_compare(name + n - 9, "Iteration") == 0) ||
	    (n > 7 && util_compare(name + n - 7, "Warning") == 0));
}

/* Is there a row of these first characters of a name? */
static bool
find_manner(const char *name, size_t n, enum manner *ret_manner)
{
	size_t low = 0, high = ARRAY_SIZE(callables), middle;
	int order;

	while (low < high) {
		middle = (low + high) / 2;
		order = (unsigned char)name[0] - (unsigned char)
		    callables[middle].name[0];
		if (order == 0)
			order = strncmp(name, callables[middle].name, n);
		if (order == 0 && callables[middle].name[n] != '\0')
			order = -1;
		if (order == 0) {
			*ret_manner = callables[middle].manner;
			return true;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

enum manner
manner_of(const char *name)
{
	size_t n = strlen(name);
	enum manner manner;
	bool found = find_manner(name, n, &manner);

	/* What holds it: "a.b.", then "a.". */
	while (!found && n > 1) {
		for (n--; n > 0 && name[n - 1] != '.'; n--)
			;
		found = find_manner(name, n, &manner);
	}
	if (found)
		return manner;
	/* str.lower, bytes.fromhex, dict.fromkeys */
	if (strncmp(name, "str.", 4) == 0 || strncmp(name, "bytes.", 6) == 0 ||
	    strncmp(name, "bytearray.", 10) == 0 ||
	    strncmp(name, "int.", 4) == 0)
		return MANNER_DECODES;
	if (strncmp(name, "dict.", 5) == 0 || is_exception(name))
		return MANNER_CHOOSES;
	return MANNER_OUTSIDE;
}

enum manner
manner_of_method(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(methods); i++)
		if (util_compare(name, methods[i].name) == 0)
			return methods[i].manner;
	return MANNER_MAKES;
}
