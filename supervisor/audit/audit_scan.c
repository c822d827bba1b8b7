#include "audit_scan.h"

#include "../base/buf.h"
#include "../base/util.h"

/* `"hash":"` + 64 digits + `",`; "prev" sorts behind it, so the comma is. */
#define HASH_MEMBER	(8 + HASH_HEX - 1 + 2)

struct scan {
	const char	*start, *at, *end;
	const char	*why;
	int		 depth;
};

/* A string as it stands between its quotes. */
struct span {
	const char	*at;
	size_t		 n;
};

static int
bad(struct scan *s, const char *why)
{
	if (s->why == NULL)
		s->why = why;
	return -EBADMSG;
}

static int
hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* Behind a backslash: only the spellings that RFC 8785 has. */
static int
scan_escape(struct scan *s)
{
	int high, low;

	if (s->end - s->at >= 1 && s->at[0] != '\0' &&
	    strchr("bfnrt\"\\", s->at[0]) != NULL) {
		s->at++;
		return 0;
	}
	if (s->end - s->at < 5 || memcmp(s->at, "u00", 3) != 0)
		return bad(s, "an escape that the canonical form has not");
	high = hex_digit(s->at[3]);
	low = hex_digit(s->at[4]);
	if (high < 0 || high > 1 || low < 0 || (high == 0 &&
	    (low == 8 || low == 9 || low == 10 || low == 12 || low == 13)))
		return bad(s, "an escape that the canonical form has not");
	s->at += 5;
	return 0;
}

/* Bytes that stand for themselves and need no look. */
static bool
is_plain(unsigned char c)
{
	return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

static int
scan_string(struct scan *s, struct span *ret)
{
	size_t len;

	if (s->at == s->end || *s->at != '"')
		return bad(s, "a string should stand here");
	ret->at = ++s->at;
	for (;;) {
		while (s->at < s->end && is_plain((unsigned char)*s->at))
			s->at++;
		if (s->at == s->end)
			return bad(s, "a string without its end");
		if (*s->at == '"')
			break;
		if (*s->at == '\\') {
			s->at++;
			if (scan_escape(s) < 0)
				return -EBADMSG;
			continue;
		}
		if ((unsigned char)*s->at < 0x20)
			return bad(s, "a bare control character");
		len = u8_decode(s->at, (size_t)(s->end - s->at), NULL);
		if (len == 0)
			return bad(s, "bytes that are not UTF-8");
		s->at += len;
	}
	ret->n = (size_t)(s->at++ - ret->at);
	return 0;
}

static int
scan_number(struct scan *s, int64_t *ret)
{
	bool negative = s->at < s->end && *s->at == '-';
	int64_t n = 0;
	const char *first;

	if (negative)
		s->at++;
	first = s->at;
	while (s->at < s->end && *s->at >= '0' && *s->at <= '9') {
		n = n * 10 + (*s->at++ - '0');
		if (n > AUDIT_NUM_MAX)
			return bad(s, "an integer beyond 2^53-1");
	}
	if (s->at == first)
		return bad(s, "a value should stand here");
	if (*first == '0' && (negative || s->at - first > 1))
		return bad(s, "an integer in another spelling");
	if (s->at < s->end && (*s->at == '.' || *s->at == 'e' || *s->at == 'E'))
		return bad(s, "a number that is no integer");
	*ret = negative ? -n : n;
	return 0;
}

static int
scan_word(struct scan *s, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(s->end - s->at) < n || memcmp(s->at, word, n) != 0)
		return bad(s, "a value should stand here");
	s->at += n;
	return 0;
}

/* The next byte of a string's meaning; -1 at its end. */
static int
next_byte(struct span *t)
{
	static const char shorts[] = "b\bf\fn\nr\rt\t\"\"\\\\";
	int c;

	if (t->n == 0)
		return -1;
	c = (unsigned char)*t->at++;
	t->n--;
	if (c != '\\')
		return c;
	if (*t->at == 'u') {
		c = hex_digit(t->at[3]) << 4 | hex_digit(t->at[4]);
		t->at += 5;
		t->n -= 5;
		return c;
	}
	for (const char *p = shorts; *p != '\0'; p += 2)
		if (*p == *t->at)
			c = p[1];
	t->at++;
	t->n--;
	return c;
}

/*
 * By UTF-16 code units: the order of UTF-8 bytes, but for code points past
 * the surrogates (lead bytes 0xf0 and up), which come before U+E000..U+FFFF.
 */
static int
compare_names(struct span a, struct span b)
{
	int x, y;

	do {
		x = next_byte(&a);
		y = next_byte(&b);
	} while (x == y && x >= 0);
	if (x == y)
		return 0;
	if ((x >= 0xf0) != (y >= 0xf0) && x >= 0xee && y >= 0xee)
		return x >= 0xf0 ? -1 : 1;
	return x < y ? -1 : 1;
}

/* Called for each member of the outermost object, at its value. */
typedef int member_fn(struct scan *, struct span name, const char *member_at,
    void *arg);

static int scan_value(struct scan *);

static int
scan_object(struct scan *s, member_fn *fn, void *arg)
{
	struct span name, before = { NULL, 0 };
	const char *member;
	int r;

	s->at++;
	if (s->at < s->end && *s->at == '}') {
		s->at++;
		return 0;
	}
	for (;;) {
		member = s->at;
		r = scan_string(s, &name);
		if (r < 0)
			return r;
		if (before.at != NULL && compare_names(before, name) >= 0) {
			s->at = member;
			return bad(s, "a member out of order, or twice");
		}
		before = name;
		if (s->at == s->end || *s->at++ != ':')
			return bad(s, "no colon behind a name");
		r = fn != NULL ? fn(s, name, member, arg) : scan_value(s);
		if (r < 0)
			return r;
		if (s->at < s->end && *s->at == '}') {
			s->at++;
			return 0;
		}
		if (s->at == s->end || *s->at != ',')
			return bad(s, "an object without its end");
		s->at++;
	}
}

static int
scan_array(struct scan *s)
{
	int r;

	s->at++;
	if (s->at < s->end && *s->at == ']') {
		s->at++;
		return 0;
	}
	for (;;) {
		r = scan_value(s);
		if (r < 0)
			return r;
		if (s->at < s->end && *s->at == ']') {
			s->at++;
			return 0;
		}
		if (s->at == s->end || *s->at != ',')
			return bad(s, "an array without its end");
		s->at++;
	}
}

/* Recursion is bounded by AUDIT_DEPTH_MAX. */
static int
scan_value(struct scan *s)
{
	struct span text;
	int64_t number;
	int r;

	if (s->at == s->end)
		return bad(s, "a value should stand here");
	if (s->depth == AUDIT_DEPTH_MAX)
		return bad(s, "nested too deep");
	switch (*s->at) {
	case '{':
	case '[':
		s->depth++;
		r = *s->at == '{' ? scan_object(s, NULL, NULL) : scan_array(s);
		s->depth--;
		return r;
	case '"':
		return scan_string(s, &text);
	case 't':
		return scan_word(s, "true");
	case 'f':
		return scan_word(s, "false");
	case 'n':
		return scan_word(s, "null");
	default:
		return scan_number(s, &number);
	}
}

/* What every record has, in the order it is found. */
enum { HAS_HASH = 1, HAS_PREV = 2, HAS_SEQ = 4, HAS_TIME = 8, HAS_TYPE = 16,
    HAS_ALL = 31 };

struct taking {
	struct audit_line	*line;
	unsigned		 has;
};

static bool
is_named(struct span name, const char *word)
{
	return name.n == strlen(word) && memcmp(name.at, word, name.n) == 0;
}

static int
take_hash(struct scan *s, struct hash *ret)
{
	const char *at = s->at;
	struct span text;
	int high, low;

	if (scan_string(s, &text) < 0)
		return -EBADMSG;
	s->at = at;
	if (text.n != HASH_HEX - 1)
		return bad(s, "not a hash");
	for (size_t i = 0; i < HASH_BYTES; i++) {
		high = hex_digit(text.at[2 * i]);
		low = hex_digit(text.at[2 * i + 1]);
		if (high < 0 || low < 0)
			return bad(s, "not a hash");
		ret->bytes[i] = (uint8_t)(high << 4 | low);
	}
	s->at = text.at + text.n + 1;
	return 0;
}

static int
take_type(struct scan *s, struct audit_line *line)
{
	struct span text;
	char c;

	if (scan_string(s, &text) < 0)
		return -EBADMSG;
	for (size_t i = 0; i < text.n; i++) {
		c = text.at[i];
		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
		    c == '.' || c == '_' || c == '-'))
			return bad(s, "not a type");
	}
	if (text.n == 0)
		return bad(s, "not a type");
	line->type = text.at;
	line->type_len = text.n;
	return 0;
}

static int
take_member(struct scan *s, struct span name, const char *member_at, void *arg)
{
	struct taking *t = arg;
	struct audit_line *line = t->line;
	int64_t n;

	if (is_named(name, "hash")) {
		t->has |= HAS_HASH;
		line->hash_at = (size_t)(member_at - s->start);
		return take_hash(s, &line->hash);
	}
	if (is_named(name, "prev")) {
		t->has |= HAS_PREV;
		return take_hash(s, &line->prev);
	}
	if (is_named(name, "seq")) {
		t->has |= HAS_SEQ;
		if (scan_number(s, &n) < 0)
			return -EBADMSG;
		line->seq = (uint64_t)n;
		return n < 0 ? bad(s, "a negative sequence number") : 0;
	}
	if (is_named(name, "time")) {
		t->has |= HAS_TIME;
		return scan_number(s, &line->time);
	}
	if (is_named(name, "type")) {
		t->has |= HAS_TYPE;
		return take_type(s, line);
	}
	return scan_value(s);
}

int
audit_scan(const char *line, size_t n, struct audit_line *ret,
    const char **ret_why, size_t *ret_column)
{
	struct audit_line got = { 0 };
	struct taking taking = { &got, 0 };
	struct scan s = { line, line, line + n, NULL, 1 };
	int r;

	if (n > AUDIT_LINE_MAX)
		r = bad(&s, "longer than a record may be");
	else if (n == 0 || *line != '{')
		r = bad(&s, "not an object");
	else
		r = scan_object(&s, take_member, &taking);
	if (r == 0 && s.at != s.end)
		r = bad(&s, "something behind the record");
	if (r == 0 && taking.has != HAS_ALL)
		r = bad(&s, "hash, prev, seq, time or type is missing");
	if (r == 0) {
		*ret = got;
		return 0;
	}
	if (ret_why != NULL)
		*ret_why = s.why;
	if (ret_column != NULL)
		*ret_column = (size_t)(s.at - line) + 1;
	return r;
}

void
audit_scan_leaf(const char *line, size_t n, const struct audit_line *l,
    struct hash *ret)
{
	struct hash_state st;
	size_t rest = l->hash_at + HASH_MEMBER;

	hash_begin(&st);
	hash_update(&st, "\0", 1);
	hash_update(&st, line, l->hash_at);
	hash_update(&st, line + rest, n - rest);
	hash_end(&st, ret);
}
