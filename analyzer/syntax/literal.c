#include "literal.h"

#include <ctype.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"

unsigned
literal_digit(char c)
{
	return isdigit((unsigned char)c) ? (unsigned)(c - '0') :
	    isalpha((unsigned char)c) ? (unsigned)((c | 0x20) - 'a') + 10 : 99;
}

void
literal_read_prefix(const char *start, size_t n, struct literal_prefix *ret)
{
	size_t i;

	*ret = (struct literal_prefix){ 0 };
	for (i = 0; i < n && isalpha((unsigned char)start[i]); i++)
		switch (start[i] | 0x20) {
		case 'b': ret->bytes = true; break;
		case 'r': ret->raw = true; break;
		case 'f': case 't': ret->format = true; break;
		case 'u': break;
		}
	ret->python2 = i == n || start[i] == '`';
	ret->quotes = n - i >= 3 ? 3 : 1;
}

size_t
literal_next(const char *s, size_t n, unsigned *ret_cp)
{
	const unsigned char *u = (const unsigned char *)s;
	size_t len = u8_decode(s, n, ret_cp);

	if (len != 0 || n == 0)
		return len;
	if (n >= 3 && u[0] == 0xed && (u[1] & 0xe0) == 0xa0 &&
	    (u[2] & 0xc0) == 0x80) {
		*ret_cp = 0xd000u | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
		return 3;
	}
	*ret_cp = u[0];
	return 1;
}

void
literal_add(struct buf *out, unsigned cp)
{
	char s[4];
	size_t n = u8_encode(cp, s);

	if (n == 0 && cp >= 0xd800 && cp < 0xe000) {
		s[0] = (char)0xed;
		s[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		s[2] = (char)(0x80 | (cp & 0x3f));
		n = 3;
	}
	buf_add(out, s, n);
}

static const struct {
	char	name[20], c;
} named[] = {
	{ "LOW LINE", '_' }, { "FULL STOP", '.' }, { "SOLIDUS", '/' },
	{ "HYPHEN-MINUS", '-' }, { "SPACE", ' ' }, { "COLON", ':' },
	{ "COMMA", ',' }, { "LEFT PARENTHESIS", '(' },
	{ "RIGHT PARENTHESIS", ')' }, { "LEFT CURLY BRACKET", '{' },
	{ "RIGHT CURLY BRACKET", '}' }, { "QUOTATION MARK", '"' },
	{ "APOSTROPHE", '\'' }, { "TILDE", '~' }, { "DIGIT ZERO", '0' },
	{ "DIGIT ONE", '1' }, { "DIGIT TWO", '2' }, { "SPACING UNDERSCORE", '_' },
};

/* The characters that spell a name of Python's; others stay unknown. */
static bool
decode_named(const char *name, size_t n, struct buf *out)
{
	static const char small[] = "LATIN SMALL LETTER ";
	static const char capital[] = "LATIN CAPITAL LETTER ";
	char upper[32];
	size_t i;

	if (n >= sizeof(upper))
		return false;
	for (i = 0; i < n; i++)
		upper[i] = (char)toupper((unsigned char)name[i]);
	upper[n] = '\0';
	if (n == sizeof(small) && strncmp(upper, small, n - 1) == 0 &&
	    isupper((unsigned char)upper[n - 1])) {
		buf_addc(out, (char)(upper[n - 1] | 0x20));
		return true;
	}
	if (n == sizeof(capital) && strncmp(upper, capital, n - 1) == 0 &&
	    isupper((unsigned char)upper[n - 1])) {
		buf_addc(out, upper[n - 1]);
		return true;
	}
	for (i = 0; i < ARRAY_SIZE(named); i++)
		if (strcmp(named[i].name, upper) == 0) {
			buf_addc(out, named[i].c);
			return true;
		}
	return false;
}

static size_t
read_digits(const char *s, size_t n, size_t max, unsigned base,
    unsigned *ret)
{
	size_t i;
	unsigned digit;

	*ret = 0;
	for (i = 0; i < n && i < max; i++) {
		digit = literal_digit(s[i]);
		if (digit >= base)
			break;
		*ret = *ret * base + digit;
	}
	return i;
}

/* One escape; *ret_n is what it takes behind the backslash. */
static bool
decode_escape(const struct literal_prefix *p, const char *s, size_t n,
    struct buf *out, size_t *ret_n)
{
	static const char from[] = "\\'\"abfnrtv", to[] = "\\'\"\a\b\f\n\r\t\v";
	const char *found, *close;
	unsigned cp;
	size_t width;

	*ret_n = 1;
	found = memchr(from, s[0], sizeof(from) - 1);
	if (found != NULL) {
		buf_addc(out, to[found - from]);
		return true;
	}
	if (s[0] == '\n')
		return true;
	if (s[0] == '\r') {
		*ret_n = n > 1 && s[1] == '\n' ? 2 : 1;
		return true;
	}
	if (s[0] >= '0' && s[0] <= '7') {
		*ret_n = read_digits(s, n, 3, 8, &cp);
	} else if (s[0] == 'x') {
		*ret_n = 1 + read_digits(s + 1, n - 1, 2, 16, &cp);
		if (*ret_n != 3)
			return false;
	} else if (!p->bytes && (s[0] == 'u' || s[0] == 'U')) {
		width = s[0] == 'u' ? 4 : 8;
		*ret_n = 1 + read_digits(s + 1, n - 1, width, 16, &cp);
		if (*ret_n != 1 + width || cp > 0x10ffff)
			return false;
	} else if (!p->bytes && s[0] == 'N') {
		close = n > 1 && s[1] == '{' ? memchr(s, '}', n) : NULL;
		if (close == NULL)
			return false;
		*ret_n = (size_t)(close - s) + 1;
		return decode_named(s + 2, (size_t)(close - s) - 2, out);
	} else {
		/* Not an escape: the backslash stays. */
		buf_addc(out, '\\');
		*ret_n = 0;
		return true;
	}
	if (p->bytes)
		buf_addc(out, (char)cp);
	else
		literal_add(out, cp);
	return true;
}

bool
literal_decode(const struct literal_prefix *p, const char *s, size_t n,
    struct buf *out)
{
	bool known = true;
	size_t i = 0, took;

	while (i < n) {
		if (s[i] == '\\' && !p->raw && i + 1 < n) {
			if (!decode_escape(p, s + i + 1, n - i - 1, out,
			    &took))
				known = false;
			i += 1 + took;
		} else if (p->format && (s[i] == '{' || s[i] == '}') &&
		    i + 1 < n && s[i + 1] == s[i]) {
			buf_addc(out, s[i]);
			i += 2;
		} else if (s[i] == '\r' && i + 1 < n && s[i + 1] == '\n') {
			/* Lines end in \n, however the file ends them. */
			i++;
		} else {
			buf_addc(out, s[i++]);
		}
	}
	return known;
}

bool
literal_integer(const char *s, size_t n, int64_t *ret)
{
	unsigned base = 10, digit;
	int64_t value = 0;
	size_t i = 0;

	if (n > 2 && s[0] == '0' && isalpha((unsigned char)s[1])) {
		switch (s[1] | 0x20) {
		case 'x': base = 16; break;
		case 'o': base = 8; break;
		case 'b': base = 2; break;
		default: return false;
		}
		i = 2;
	}
	for (; i < n; i++) {
		if (s[i] == '_')
			continue;
		digit = literal_digit(s[i]);
		if (digit >= base ||
		    __builtin_mul_overflow(value, (int64_t)base, &value) ||
		    __builtin_add_overflow(value, (int64_t)digit, &value))
			return false;
	}
	*ret = value;
	return n > 0;
}
