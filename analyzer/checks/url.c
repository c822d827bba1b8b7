#include "url.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../syntax/literal.h"

#define SCHEME_MAX	64	/* a chain such as simplecache::s3 */

/* Schemes that name a file of this machine. */
static const char local[][8] = { "file", "local", "sqlite", "duckdb" };

/*
 * The last scheme of `a::b:...`, of at least two letters (one is a drive), and
 * how much of the text goes before what it names. NULL: there is none.
 */
static const char *
find_scheme(const char *s, size_t n, size_t *ret_n, size_t *ret_skip)
{
	size_t from = 0, i;

	for (i = 0; i < n && i < SCHEME_MAX; i++) {
		if (s[i] == ':') {
			if (i + 1 < n && s[i + 1] == ':') {
				from = ++i + 1;
				continue;
			}
			if (i < from + 2)
				return NULL;
			*ret_n = i - from;
			*ret_skip = i + 1;
			return s + from;
		}
		if (!isalpha((unsigned char)s[i]) && (i == from ||
		    (!isdigit((unsigned char)s[i]) && strchr("+.-", s[i]) ==
		    NULL)))
			return NULL;
	}
	return NULL;
}

static bool
is_local(const char *scheme, size_t n)
{
	const char *plus = memchr(scheme, '+', n);
	size_t i;

	/* sqlite+pysqlite is a dialect and its driver. */
	if (plus != NULL)
		n = (size_t)(plus - scheme);
	for (i = 0; i < ARRAY_SIZE(local); i++)
		if (strlen(local[i]) == n &&
		    strncasecmp(scheme, local[i], n) == 0)
			return true;
	return false;
}

bool
url_is_remote(const char *s, size_t n)
{
	size_t len, skip;
	static const char any[] = { FOLD_GAP, ':', '/', '/', FOLD_GAP };
	const char *scheme = find_scheme(s, n, &len, &skip);

	/* f"{scheme}://{host}/x" */
	if (n >= sizeof(any) && memcmp(s, any, sizeof(any)) == 0)
		return true;
	return scheme != NULL && n - skip >= 2 &&
	    memcmp(s + skip, "//", 2) == 0 && !is_local(scheme, len);
}

bool
url_path(const char *s, size_t n, struct buf *out)
{
	static const char here[] = "localhost/";
	size_t len, skip, i;
	const char *scheme = find_scheme(s, n, &len, &skip);
	bool is_file;

	if (scheme == NULL || !is_local(scheme, len))
		return false;
	is_file = strncasecmp(scheme, "file", 4) == 0;
	i = skip;
	if (n - i >= 2 && memcmp(s + i, "//", 2) == 0) {
		i += 2;
		if (n - i >= sizeof(here) - 1 &&
		    strncasecmp(s + i, here, sizeof(here) - 1) == 0)
			i += sizeof(here) - 2;
		/* sqlite:///name is relative, sqlite:////name is not. */
		if (!is_file && i < n && s[i] == '/')
			i++;
	}
	for (; i < n; i++)
		if (is_file && s[i] == '%' && i + 2 < n &&
		    literal_digit(s[i + 1]) < 16 &&
		    literal_digit(s[i + 2]) < 16 &&
		    (s[i + 1] != '0' || s[i + 2] != '0')) {
			buf_addc(out, (char)(literal_digit(s[i + 1]) << 4 |
			    literal_digit(s[i + 2])));
			i += 2;
		} else {
			buf_addc(out, s[i]);
		}
	return true;
}
