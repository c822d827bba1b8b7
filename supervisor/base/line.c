#include "line.h"

#include <string.h>

const char *
line_at(const char *text, size_t n, int64_t line, size_t *ret_n)
{
	const char *p = text, *end = text + n, *newline;

	if (line < 1)
		return NULL;
	if (n >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
		p += 3;
	for (; line > 1 && p < end; line--) {
		newline = memchr(p, '\n', (size_t)(end - p));
		p = newline != NULL ? newline + 1 : end;
	}
	if (p >= end)
		return NULL;
	newline = memchr(p, '\n', (size_t)(end - p));
	*ret_n = (size_t)((newline != NULL ? newline : end) - p);
	return p;
}
