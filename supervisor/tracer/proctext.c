#include "proctext.h"

#include <string.h>

#include "../base/util.h"

/* What is left to read. */
struct text {
	const char	*at, *end;
};

bool
proctext_next(FILE *f, char *line, size_t size, size_t *ret_n)
{
	bool any = false;
	size_t n = 0;
	int c;

	while ((c = getc_unlocked(f)) != EOF && c != '\n') {
		any = true;
		if (n < size - 1)
			line[n++] = (char)c;
	}
	line[n] = '\0';
	*ret_n = n;
	return any || c == '\n';
}

static bool
take(struct text *t, char c)
{
	if (t->at == t->end || *t->at != c)
		return false;
	t->at++;
	return true;
}

static int
digit_of(char c)
{
	return c >= '0' && c <= '9' ? c - '0' :
	    c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* At least one digit, and no more than fit. */
static bool
take_digits(struct text *t, unsigned base, uint64_t most, uint64_t *ret)
{
	const char *from = t->at;
	uint64_t value = 0;

	for (; t->at < t->end; t->at++) {
		unsigned digit = (unsigned)digit_of(*t->at);

		if (digit >= base)
			break;
		if (value > (most - digit) / base)
			return false;
		value = value * base + digit;
	}
	*ret = value;
	return t->at > from;
}

/* One of two letters: is it `yes`? */
static bool
take_flag(struct text *t, char yes, char no, bool *ret)
{
	*ret = take(t, yes);
	return *ret || take(t, no);
}

/* "start-end perms offset major:minor inode", blanks, a name or none. */
bool
proctext_map(const char *line, size_t n, struct proctext_map *ret)
{
	struct text t = { line, line + n };
	struct proctext_map map;
	uint64_t major, minor;

	if (memchr(line, '\n', n) != NULL || memchr(line, '\0', n) != NULL ||
	    !take_digits(&t, 16, UINT64_MAX, &map.start) || !take(&t, '-') ||
	    !take_digits(&t, 16, UINT64_MAX, &map.end) || !take(&t, ' ') ||
	    !take_flag(&t, 'r', '-', &map.readable) ||
	    !take_flag(&t, 'w', '-', &map.writable) ||
	    !take_flag(&t, 'x', '-', &map.executable) ||
	    !take_flag(&t, 's', 'p', &map.shared) || !take(&t, ' ') ||
	    !take_digits(&t, 16, UINT64_MAX, &map.offset) || !take(&t, ' ') ||
	    !take_digits(&t, 16, UINT32_MAX, &major) || !take(&t, ':') ||
	    !take_digits(&t, 16, UINT32_MAX, &minor) || !take(&t, ' ') ||
	    !take_digits(&t, 10, UINT64_MAX, &map.ino) ||
	    map.start >= map.end || (t.at < t.end && *t.at != ' '))
		return false;
	while (take(&t, ' '))
		;
	map.major = (unsigned)major;
	map.minor = (unsigned)minor;
	map.name = t.at;
	map.name_len = (size_t)(t.end - t.at);
	*ret = map;
	return true;
}

/* The first line that begins with the key: what stands behind its colon. */
static bool
find_key(const char *text, size_t n, const char *key, struct text *ret)
{
	size_t len = strlen(key);
	const char *end = text + n, *next;

	for (; text < end; text = next) {
		next = memchr(text, '\n', (size_t)(end - text));
		/* What ends without a newline may have been cut. */
		if (next == NULL)
			return false;
		next++;
		if ((size_t)(next - text) <= len ||
		    memcmp(text, key, len) != 0 || text[len] != ':')
			continue;
		ret->at = text + len + 1;
		ret->end = next;
		return true;
	}
	return false;
}

static bool
number_of(const char *text, size_t n, const char *key, unsigned base,
    int64_t *ret)
{
	uint64_t value;
	struct text t;

	if (!find_key(text, n, key, &t))
		return false;
	while (take(&t, ' ') || take(&t, '\t'))
		;
	if (!take_digits(&t, base, INT64_MAX, &value) ||
	    strchr(" \t\n", *t.at) == NULL)
		return false;
	*ret = (int64_t)value;
	return true;
}

bool
proctext_number(const char *text, size_t n, const char *key, int64_t *ret)
{
	return number_of(text, n, key, 10, ret);
}

bool
proctext_octal(const char *text, size_t n, const char *key, int64_t *ret)
{
	return number_of(text, n, key, 8, ret);
}

/* "pid (name) letter number number ...": no name holds the last bracket. */
bool
proctext_stat(const char *text, size_t n, unsigned which, int64_t *ret)
{
	const char *name_end = memrchr(text, ')', n);
	struct text t = { name_end, text + n };
	uint64_t value = 0;
	unsigned field;
	bool minus = false;

	if (name_end == NULL || which < 3)
		return false;
	t.at++;
	for (field = 3; field <= which; field++) {
		if (!take(&t, ' ') || t.at == t.end)
			return false;
		if (field == 3) {
			value = (unsigned char)*t.at++;
			continue;
		}
		minus = take(&t, '-');
		if (!take_digits(&t, 10, UINT64_MAX, &value))
			return false;
	}
	/* Cut, it could be the beginning of another number. */
	if (t.at == t.end || (*t.at != ' ' && *t.at != '\n') ||
	    value > INT64_MAX)
		return false;
	*ret = minus ? -(int64_t)value : (int64_t)value;
	return true;
}
