#include "source.h"

#include <ctype.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "charset.h"
#include "../findings/verdict.h"

#define BOM	"\xef\xbb\xbf"
/* CPython stops at 200 open brackets; this keeps the parser from millions. */

void
source_release(struct source *s)
{
	free(s->lines);
	*s = (struct source){ 0 };
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\f';
}

/*
 * The encoding a comment declares, as CPython's tokenizer finds it in one
 * line. Returns whether there is one; *ret_more says whether the next line
 * may hold one too.
 */
static bool
find_cookie(const char *line, size_t n, size_t *ret_at, size_t *ret_n,
    bool *ret_more)
{
	size_t i = 0, begin;

	while (i < n && is_blank(line[i]))
		i++;
	*ret_more = i == n || line[i] == '#' || line[i] == '\r';
	if (i == n || line[i] != '#')
		return false;
	for (; i + 6 < n; i++) {
		if (memcmp(line + i, "coding", 6) != 0 ||
		    (line[i + 6] != ':' && line[i + 6] != '='))
			continue;
		begin = i + 7;
		while (begin < n && (line[begin] == ' ' || line[begin] == '\t'))
			begin++;
		for (i = begin; i < n && (isalnum((unsigned char)line[i]) ||
		    strchr("-_.", line[i]) != NULL); i++)
			;
		if (i > begin) {
			*ret_at = begin;
			*ret_n = i - begin;
			return true;
		}
	}
	return false;
}

/* Where the name of an encoding stands in the first two lines, if it does. */
static bool
look_for_cookie(const struct source *s, uint32_t *ret_at, size_t *ret_n)
{
	const char *line = s->bytes, *end = s->bytes + s->n, *stop;
	bool more = true;
	size_t at, i;

	for (i = 0; i < 2 && more && line < end; i++, line = stop + 1) {
		stop = memchr(line, '\n', (size_t)(end - line));
		if (stop == NULL)
			stop = end;
		if (i == 0 && s->has_bom)
			line += 3;
		if (find_cookie(line, (size_t)(stop - line), &at, ret_n,
		    &more)) {
			*ret_at = (uint32_t)(line + at - s->bytes);
			return true;
		}
	}
	return false;
}

struct trouble {
	enum source_word	word;	/* SOURCE_NWORDS: none */
	uint32_t		start, end;
};

/* Take the text as its cookie says; it stays as it is where that is refused. */
static struct trouble
read_cookie(struct source *s, struct arena *arena)
{
	const struct charset *set;
	uint32_t at, n;
	size_t len;

	if (!look_for_cookie(s, &at, &len))
		return (struct trouble){ SOURCE_NWORDS, 0, 0 };
	set = charset_find(s->bytes + at, len);
	if (set != NULL && charset_is_utf8(set))
		return (struct trouble){ SOURCE_NWORDS, 0, 0 };
	/* CPython takes no other beside a byte order mark. */
	if (set == NULL || s->has_bom || arena == NULL)
		return (struct trouble){ SOURCE_CODING_COOKIE, at,
		    at + (uint32_t)len };
	if (charset_decode(set, arena, s->bytes, s->n, &s->bytes, &n) < 0)
		return (struct trouble){ SOURCE_NOT_UTF8, n, n + 1 };
	s->n = n;
	return (struct trouble){ SOURCE_NWORDS, 0, 0 };
}

/* One character past ASCII; 0 if it is not UTF-8. */
static size_t
look_at_wide(const char *at, size_t n, uint32_t offset,
    source_report_fn *report, void *arg)
{
	unsigned cp;
	size_t len = u8_decode(at, n, &cp);

	if (len == 0)
		return 0;
	/* Embeddings, overrides and isolates: they reorder what is shown. */
	if ((cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069))
		report(arg, SOURCE_BIDI_CONTROL, offset,
		    offset + (uint32_t)len);
	else if (cp >= 0x80 && cp < 0xa0)
		report(arg, SOURCE_CONTROL_CHARACTER, offset,
		    offset + (uint32_t)len);
	return len;
}

/* These four bytes? */
static bool
are_plain(const uint8_t plain[256], const char *s)
{
	return plain[(unsigned char)s[0]] & plain[(unsigned char)s[1]] &
	    plain[(unsigned char)s[2]] & plain[(unsigned char)s[3]];
}

bool
source_open(struct source *s, struct arena *arena, const char *bytes,
    uint32_t n, source_report_fn *report, void *arg)
{
	static const uint8_t plain[256] = {
		['\t'] = 1, ['\f'] = 1, [' '] = 1, ['!' ... '\''] = 1,
		['*' ... 'Z'] = 1, ['\\'] = 1, ['^' ... 'z'] = 1, ['|'] = 1,
		['~'] = 1,
	};
	uint32_t i, open = 0, seen = 0;
	bool readable = true;
	struct trouble cookie;
	size_t len;

	s->bytes = bytes;
	s->n = n;
	s->nlines = 0;
	s->ascii = true;
	s->has_bom = n >= 3 && memcmp(bytes, BOM, 3) == 0;
	*MEM_PUSH(s->lines, s->nlines, s->cap) = 0;
	cookie = read_cookie(s, arena);
	bytes = s->bytes;
	/* No further than where it is no text. */
	n = cookie.word == SOURCE_NOT_UTF8 ? cookie.start : s->n;
	for (i = s->has_bom ? 3 : 0; i < n; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (plain[c]) {
			while (n - i > 4 && are_plain(plain, bytes + i + 1))
				i += 4;
			continue;
		}
		if (c == '\n') {
			*MEM_PUSH(s->lines, s->nlines, s->cap) = i + 1;
		} else if (c == '(' || c == '[' || c == '{') {
			if (++open == SOURCE_OPEN_MAX + 1) {
				report(arg, SOURCE_TOO_DEEP, i, i + 1);
				readable = false;
			}
		} else if (c == ')' || c == ']' || c == '}') {
			open -= open > 0;
		} else if (c >= 0x80) {
			s->ascii = false;
			if (cookie.word == SOURCE_NOT_UTF8)
				continue;
			len = look_at_wide(bytes + i, n - i, i, report, arg);
			if (len == 0) {
				report(arg, SOURCE_NOT_UTF8, i, i + 1);
				return false;
			}
			i += (uint32_t)len - 1;
		} else if (c == '\r' && i + 1 < n && bytes[i + 1] == '\n') {
			continue;
		} else if (seen++ < 4) {
			report(arg, c == '\0' ? SOURCE_NUL : c == '\r' ?
			    SOURCE_BARE_CR : SOURCE_CONTROL_CHARACTER, i,
			    i + 1);
			readable = false;
		}
	}
	if (cookie.word != SOURCE_NWORDS)
		report(arg, cookie.word, cookie.start, cookie.end);
	return readable && cookie.word != SOURCE_NOT_UTF8;
}

void
source_place(const struct source *s, uint32_t at, uint32_t *ret_line,
    uint32_t *ret_column)
{
	size_t low = 0, high = s->nlines;
	uint32_t i, column = 1;

	if (at > s->n)
		at = s->n;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;

		if (s->lines[mid] <= at)
			low = mid;
		else
			high = mid;
	}
	i = s->lines[low];
	if (low == 0 && s->has_bom)
		i = at < 3 ? at : 3;
	if (s->ascii)
		column += at - i;
	else
		for (; i < at; i++)
			column += ((unsigned char)s->bytes[i] & 0xc0) != 0x80;
	*ret_line = (uint32_t)low + 1;
	*ret_column = column;
}

void
source_span(const struct source *s, uint32_t start, uint32_t end,
    struct span *ret)
{
	source_place(s, start, &ret->line, &ret->column);
	source_place(s, end, &ret->end_line, &ret->end_column);
	ret->byte = start;
	ret->end_byte = end;
}
