#include "tokens.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../source/identifier.h"

#define BOM	"\xef\xbb\xbf"
#define TABS	"inconsistent use of tabs and spaces in indentation"

void
tokens_begin(struct tokens *t, const char *text, uint32_t n)
{
	*t = (struct tokens){ .text = text, .n = n };
	if (n >= 3 && memcmp(text, BOM, 3) == 0)
		t->at = 3;
}

static char
peek(const struct tokens *t, uint32_t i)
{
	return i < t->n ? t->text[i] : '\0';
}

/* No message: what CPython says is not known. */
static struct token __attribute__((format(printf, 4, 5)))
fault(struct tokens *t, uint32_t start, uint32_t end, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(t->fault, sizeof(t->fault), fmt, ap);
	va_end(ap);
	return (struct token){ TOKEN_FAULT, start, end };
}

static unsigned
line_of(const struct tokens *t, uint32_t at)
{
	unsigned line = 1;
	const char *p = t->text, *end = t->text + at;

	while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL)
		line++, p++;
	return line;
}

bool
token_is(const char *text, struct token t, const char *word)
{
	return t.end - t.start == strlen(word) &&
	    memcmp(text + t.start, word, t.end - t.start) == 0;
}

bool
token_is_keyword(const char *text, struct token t)
{
	static const char keywords[][9] = { "and", "as", "assert", "async",
	    "await", "break", "class", "continue", "def", "del", "elif",
	    "else", "except", "finally", "for", "from", "global", "if",
	    "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
	    "raise", "return", "try", "while", "with", "yield" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(keywords); i++)
		if (token_is(text, t, keywords[i]))
			return true;
	return false;
}

struct indent
tokens_indent(const char *text, uint32_t at)
{
	struct indent in = { 0, 0 };
	uint32_t i = at;

	while (i > 0 && strchr(" \t\f", text[i - 1]) != NULL)
		i--;
	for (; i < at; i++)
		if (text[i] == '\f')
			in = (struct indent){ 0, 0 };
		else {
			in.column = text[i] == ' ' ? in.column + 1 :
			    (in.column / 8 + 1) * 8;
			in.bytes++;
		}
	return in;
}

/* The end of the line that a backslash here takes away; 0: none. */
static uint32_t
skip_continuation(const struct tokens *t, uint32_t i)
{
	if (peek(t, i) != '\\')
		return 0;
	i += peek(t, i + 1) == '\r' ? 2 : 1;
	return peek(t, i) == '\n' ? i + 1 : 0;
}

static bool
is_word(char c)
{
	return identifier_is_plain(c) || (unsigned char)c >= 0x80;
}

/* Where this string with its prefix ends; 0: nowhere. */
static uint32_t
string_end(const char *text, uint32_t at, uint32_t n,
    bool *ret_is_format)
{
	uint32_t i = at;
	unsigned wide;
	char quote;

	for (*ret_is_format = false; i < n && isalpha((unsigned char)text[i]);
	    i++)
		*ret_is_format |= strchr("fFtT", text[i]) != NULL;
	if (i == n)
		return 0;
	quote = text[i];
	wide = i + 2 < n && text[i + 1] == quote && text[i + 2] == quote ? 3 :
	    1;
	for (i += wide; i < n; i++) {
		if (text[i] == '\\') {
			i += i + 2 < n && text[i + 1] == '\r' &&
			    text[i + 2] == '\n' ? 2 : 1;
			continue;
		}
		if (text[i] == '\n' && wide == 1)
			return 0;
		if (text[i] == quote && (wide == 1 || (i + 2 < n &&
		    text[i + 1] == quote && text[i + 2] == quote)))
			return i + wide;
	}
	return 0;
}

static struct token
read_string(struct tokens *t, uint32_t quote)
{
	uint32_t start = t->at, end, i;
	const char *s = t->text + quote;
	bool wide = quote + 2 < t->n && s[0] == s[1] && s[0] == s[2];
	unsigned open = 0, close = 0;

	end = string_end(t->text, start, t->n, &t->is_format);
	if (end == 0) {
		i = t->n;
		if (wide && i > start && t->text[i - 1] == '\n')
			i--;
		for (end = quote; !wide && end < t->n && t->text[end] != '\n';
		    end++)
			/* A line that a backslash takes away. */
			if (t->text[end] == '\\')
				end += t->text[end + 1] == '\r' ? 2 : 1;
		return fault(t, start, quote + 1, "unterminated %sstring "
		    "literal (detected at line %u)", wide ? "triple-quoted " :
		    "", line_of(t, wide ? i : end < t->n ? end : t->n));
	}
	/* From 3.12 on its quotes may stand in it again. */
	for (i = start; i < end && t->is_format; i++) {
		open += t->text[i] == '{';
		close += t->text[i] == '}';
	}
	if (open != close)
		return fault(t, start, end, "%s", "");
	t->at = end;
	return (struct token){ TOKEN_STRING, start, end };
}

/* A keyword may follow a number at once: 1if x else 2. */
static bool
begins_keyword(const struct tokens *t, uint32_t i)
{
	static const char words[][5] = { "and", "else", "for", "if", "in",
	    "is", "not", "or" };
	size_t k, n;

	for (k = 0; k < ARRAY_SIZE(words); k++) {
		n = strlen(words[k]);
		if (t->n - i >= n && memcmp(t->text + i, words[k], n) == 0)
			return true;
	}
	return false;
}

static uint32_t
skip_digits(const struct tokens *t, uint32_t i)
{
	while (isdigit((unsigned char)peek(t, i)) || (peek(t, i) == '_' &&
	    isdigit((unsigned char)peek(t, i + 1))))
		i++;
	return i;
}

static struct token
read_number(struct tokens *t)
{
	uint32_t start = t->at, i = start, k;
	bool whole = true;

	if (peek(t, i) == '0' && peek(t, i + 1) != '\0' &&
	    strchr("xXoObB", peek(t, i + 1)) != NULL) {
		for (i += 2; isxdigit((unsigned char)peek(t, i)) ||
		    peek(t, i) == '_'; i++)
			;
		if (is_word(peek(t, i)) && !begins_keyword(t, i))
			return fault(t, start, i, "%s", "");
		t->at = i;
		return (struct token){ TOKEN_NUMBER, start, i };
	}
	i = skip_digits(t, i);
	if (peek(t, i) == '.') {
		whole = false;
		i = skip_digits(t, i + 1);
	}
	if ((peek(t, i) | 0x20) == 'e') {
		k = i + 1 + (peek(t, i + 1) == '+' || peek(t, i + 1) == '-');
		if (isdigit((unsigned char)peek(t, k))) {
			whole = false;
			i = skip_digits(t, k);
		}
	}
	if ((peek(t, i) | 0x20) == 'j') {
		whole = false;
		i++;
	} else if (is_word(peek(t, i)) && !begins_keyword(t, i))
		return fault(t, i - (peek(t, i) != '_'), i,
		    "invalid decimal literal");
	for (k = start; k < i && strchr("0_", t->text[k]) != NULL; k++)
		;
	if (whole && k > start && k < i)
		return fault(t, start, k, "leading zeros in decimal integer "
		    "literals are not permitted; use an 0o prefix for octal "
		    "integers");
	t->at = i;
	return (struct token){ TOKEN_NUMBER, start, i };
}

static struct token
read_name(struct tokens *t)
{
	uint32_t start = t->at, i = start;
	char behind[8] = "_";
	size_t len;
	unsigned cp;

	while (is_word(peek(t, i)) && i < t->n)
		i++;
	/* Each character by itself: behind another, but for the first. */
	if (!identifier_is_valid(t->text + start, i - start))
		for (i = start; (len = u8_decode(t->text + i, t->n - i,
		    &cp)) > 0; i += (uint32_t)len) {
			memcpy(behind + 1, t->text + i, len);
			if (!identifier_is_valid(behind + (i == start), len +
			    (i > start)))
				/* Dashes and quotes of word processors. */
				return cp >= 0x2010 && cp < 0x2028 ?
				    fault(t, i, i + (uint32_t)len,
				    "invalid character '%.*s' (U+%04X)",
				    (int)len, t->text + i, cp) : cp == 0xa0 ?
				    fault(t, i, i + 2, "invalid non-printable "
				    "character U+00A0") :
				    fault(t, i, i + (uint32_t)len, "%s", "");
		}
	t->at = i;
	return (struct token){ TOKEN_NAME, start, i };
}

static struct token
read_operator(struct tokens *t)
{
	static const char three[][4] = { "**=", "//=", ">>=", "<<=", "..." };
	static const char two[][3] = { "==", "!=", "<=", ">=", "->", "+=",
	    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "**", "//", "<<",
	    ">>", ":=", "<>" };
	static const char open[] = "([{", close[] = ")]}";
	const char *s = t->text + t->at, *which;
	uint32_t start = t->at, len = 1, from;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(two) && len == 1; i++)
		if (t->n - start >= 2 && memcmp(s, two[i], 2) == 0)
			len = 2;
	for (i = 0; i < ARRAY_SIZE(three); i++)
		if (t->n - start >= 3 && memcmp(s, three[i], 3) == 0)
			len = 3;
	if (*s != '\0' && strchr(open, *s) != NULL) {
		if (t->nopen == TOKENS_OPEN_MAX)
			return fault(t, start, start + 1,
			    "too many nested parentheses");
		t->open[t->nopen++] = start;
	} else if (*s != '\0' && (which = strchr(close, *s)) != NULL) {
		if (t->nopen == 0)
			return fault(t, start, start + 1, "unmatched '%c'",
			    *s);
		from = t->open[--t->nopen];
		if (t->text[from] != open[which - close]) {
			unsigned line = line_of(t, from);

			return line == line_of(t, start) ? fault(t, start,
			    start + 1, "closing parenthesis '%c' does not "
			    "match opening parenthesis '%c'", *s,
			    t->text[from]) : fault(t, start, start + 1,
			    "closing parenthesis '%c' does not match opening "
			    "parenthesis '%c' on line %u", *s, t->text[from],
			    line);
		}
	}
	t->at += len;
	return (struct token){ TOKEN_OPERATOR, start, t->at };
}

/* What a line's indentation comes to; TOKEN_END: nothing. */
static struct token
read_indent(struct tokens *t)
{
	struct indent in = tokens_indent(t->text, t->at);
	struct indent *top = &t->indents[t->depth];
	uint32_t end = t->at;
	unsigned depth = t->depth;

	while (end < t->n && t->text[end] != '\n')
		end++;
	t->is_late = true;
	if (in.column > top->column) {
		if (in.bytes <= top->bytes)
			return fault(t, t->at - in.bytes, t->at, TABS);
		if (t->depth + 1 == TOKENS_INDENT_MAX)
			return fault(t, t->at, t->at,
			    "too many levels of indentation");
		t->indents[++t->depth] = in;
		t->is_late = false;
		return (struct token){ TOKEN_INDENT, t->at, t->at };
	}
	while (in.column < t->indents[depth].column)
		depth--;
	if (in.column != t->indents[depth].column)
		return fault(t, end, end, "unindent does not match any outer "
		    "indentation level");
	if (in.bytes != t->indents[depth].bytes)
		return fault(t, t->at - in.bytes, t->at, TABS);
	t->due = t->depth - depth;
	t->is_late = false;
	return (struct token){ TOKEN_END, t->at, t->at };
}

/* To the next token of a line; false: the line ends, or all. */
static bool
skip_blanks(struct tokens *t)
{
	uint32_t next;

	for (;;) {
		while (t->at < t->n && strchr(" \t\f", t->text[t->at]) != NULL &&
		    t->text[t->at] != '\0')
			t->at++;
		if (peek(t, t->at) == '#')
			while (t->at < t->n && t->text[t->at] != '\n')
				t->at++;
		if (peek(t, t->at) == '\r' && peek(t, t->at + 1) == '\n')
			t->at++;
		if (t->at == t->n)
			return false;
		if (t->text[t->at] == '\n') {
			if (t->nopen == 0)
				return false;
			t->at++;
			continue;
		}
		/* Where it begins a statement is another matter. */
		next = t->begun ? skip_continuation(t, t->at) : 0;
		if (next == 0)
			return true;
		t->at = next;
	}
}

static struct token
read_end(struct tokens *t)
{
	if (t->nopen > 0)
		return fault(t, t->open[t->nopen - 1], t->open[t->nopen - 1] +
		    1, "'%c' was never closed", t->text[t->open[t->nopen - 1]]);
	if (t->depth > 0) {
		t->depth--;
		return (struct token){ TOKEN_DEDENT, t->n, t->n };
	}
	return (struct token){ TOKEN_END, t->n, t->n };
}

struct token
tokens_next(struct tokens *t)
{
	struct token got;
	uint32_t i, before = t->at;
	char c;

	if (t->due > 0) {
		t->due--;
		t->depth--;
		return (struct token){ TOKEN_DEDENT, t->at, t->at };
	}
	while (!skip_blanks(t)) {
		if (t->begun && t->nopen == 0) {
			t->begun = false;
			return (struct token){ TOKEN_NEWLINE, before, before };
		}
		if (t->at == t->n)
			return read_end(t);
		t->at++;
	}
	if (!t->begun) {
		t->begun = true;
		got = read_indent(t);
		if (got.kind != TOKEN_END)
			return got;
		if (t->due > 0)
			return tokens_next(t);
	}
	c = t->text[t->at];
	if (c == '\\') {
		t->is_late = true;
		return fault(t, t->at + 1, t->at + 1, "%s",
		    skip_continuation(t, t->at) != 0 || t->at + 1 == t->n ?
		    "" : "unexpected character after line continuation "
		    "character");
	}
	if (isdigit((unsigned char)c) || (c == '.' &&
	    isdigit((unsigned char)peek(t, t->at + 1))))
		return read_number(t);
	for (i = t->at; i < t->n && i < t->at + 2 && t->text[i] != '\0' &&
	    strchr("rRbBuUfFtT", t->text[i]) != NULL; i++)
		;
	if (peek(t, i) == '"' || peek(t, i) == '\'')
		return read_string(t, i);
	return is_word(c) ? read_name(t) : read_operator(t);
}
