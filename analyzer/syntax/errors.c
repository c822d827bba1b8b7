#include "errors.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "tokens.h"

/* What begins a block, and what CPython calls it; "": by its keyword. */
static const struct { char word[9], name[20]; } blocks[] = {
	{ "if", "" }, { "elif", "" }, { "else", "" }, { "for", "" },
	{ "while", "" }, { "with", "" }, { "try", "" }, { "except", "" },
	{ "finally", "" }, { "match", "" }, { "case", "" },
	{ "def", "function definition" }, { "class", "class definition" },
};

/* The line that is read: where it is and how it began. */
struct line {
	const char	*text;
	struct token	 first, before, last;
	int		 block;		/* of blocks[]; -1: none */
	int		 opened;	/* by the line before */
	bool		 left;		/* a block, since then */
	unsigned	 number;	/* of that one, until this has begun */
	bool		 has_in, has_odd;	/* `in`; `if`, `lambda` inside */
	bool		 has_colon;
};

static int
find_block(const char *text, struct token t)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(blocks); i++)
		if (token_is(text, t, blocks[i].word))
			return (int)i;
	return -1;
}

/* May an expression end with this? */
static bool
ends_expression(const char *text, struct token t)
{
	return t.kind == TOKEN_NAME ? !token_is_keyword(text, t) :
	    t.kind == TOKEN_OPERATOR ?
	    strchr(")]}", text[t.start]) != NULL :
	    t.kind == TOKEN_NUMBER || t.kind == TOKEN_STRING;
}

static void
take(struct line *l, struct token t, unsigned open)
{
	if (l->first.kind == TOKEN_END || (l->before.kind == TOKEN_END &&
	    token_is(l->text, l->first, "async"))) {
		if (l->first.kind == TOKEN_END)
			l->first = t;
		l->block = find_block(l->text, t);
	} else if (t.kind == TOKEN_NAME) {
		l->has_in |= token_is(l->text, t, "in");
		l->has_odd |= token_is(l->text, t, "if") ||
		    token_is(l->text, t, "lambda");
	}
	l->has_colon |= open == 0 && token_is(l->text, t, ":");
	l->before = l->last;
	l->last = t;
}

/* `if x`, and no colon behind it. */
static bool
lacks_colon(const struct line *l)
{
	const char *word = l->block < 0 ? "" : blocks[l->block].word;
	bool alone = token_is(l->text, l->last, word);

	if (l->block < 0 || l->has_odd || l->has_colon || strcmp(word, "match") == 0 ||
	    strcmp(word, "case") == 0 || (strcmp(word, "for") == 0 &&
	    !l->has_in))
		return false;
	if (strcmp(word, "else") == 0 || strcmp(word, "try") == 0 ||
	    strcmp(word, "finally") == 0)
		return alone;
	if (strcmp(word, "def") == 0 && token_is(l->text, l->before, "def"))
		return false;
	return ends_expression(l->text, l->last) || (alone &&
	    strcmp(word, "except") == 0);
}

/* `x =` */
static bool
lacks_operand(const struct line *l)
{
	static const char alone[][9] = { "break", "continue", "else", "except",
	    "finally", "pass", "raise", "return", "try", "yield" };
	size_t i;

	if (l->last.kind == TOKEN_OPERATOR)
		return strchr(")]},:;.*", l->text[l->last.end - 1]) == NULL;
	if (l->last.kind != TOKEN_NAME || !token_is_keyword(l->text, l->last))
		return false;
	for (i = 0; i < ARRAY_SIZE(alone); i++)
		if (token_is(l->text, l->last, alone[i]))
			return false;
	return true;
}

/* `if x = 1:` */
static bool
is_assigned(const struct line *l, struct token t)
{
	return token_is(l->text, t, "=") && l->last.kind == TOKEN_NAME &&
	    !token_is_keyword(l->text, l->last) && l->block >= 0 && (
	    token_is(l->text, l->before, "if") ||
	    token_is(l->text, l->before, "elif") ||
	    token_is(l->text, l->before, "while"));
}

/* At the token that the parser does not take. */
static void
look_at_stop(const struct line *l, struct token t, unsigned open,
    struct error *ret)
{
	const char *says = "";

	ret->start = t.start;
	ret->end = t.end;
	if (t.kind == TOKEN_NEWLINE && open == 0 && lacks_colon(l))
		says = "expected ':'";
	else if (t.kind == TOKEN_NEWLINE && l->block >= 0 && strcmp(
	    blocks[l->block].word, "def") == 0 &&
	    token_is(l->text, l->before, "def"))
		says = "expected '('";
	else if (open == 0 && is_assigned(l, t)) {
		says = "invalid syntax. Maybe you meant '==' or ':=' instead "
		    "of '='?";
		ret->start = l->last.start;
	}
	snprintf(ret->says, sizeof(ret->says), "%s", says);
}

static void
lacks_block(struct token t, int block, unsigned number, struct error *ret)
{
	const char *name = blocks[block].name;

	ret->start = t.start;
	ret->end = t.end;
	if (name[0] != '\0')
		snprintf(ret->says, sizeof(ret->says), "expected an indented "
		    "block after %s on line %u", name, number);
	else
		snprintf(ret->says, sizeof(ret->says), "expected an indented "
		    "block after '%s' statement on line %u",
		    blocks[block].word, number);
}

/* The first token that no statement may go on with; false: goes on. */
static bool
look_at_token(struct line *l, struct token t, unsigned open, uint32_t stop,
    struct error *ret)
{
	bool layout = t.kind == TOKEN_INDENT || t.kind == TOKEN_DEDENT;

	if (t.kind == TOKEN_INDENT && l->opened < 0) {
		/* The blank in front is its last. */
		ret->start = t.start - 1;
		ret->end = t.start;
		snprintf(ret->says, sizeof(ret->says), "unexpected indent");
		return true;
	}
	if (t.kind == TOKEN_DEDENT)
		l->left = true;
	else if (l->opened >= 0 && t.kind != TOKEN_INDENT) {
		if (l->left && t.start > 0 && (l->text[t.start - 1] == ' ' ||
		    l->text[t.start - 1] == '\t'))
			t.end = t.start--;
		lacks_block(t, l->opened, l->number, ret);
		return true;
	} else
		l->opened = -1;
	/* The parser has use for some of these. */
	if (t.kind == TOKEN_OPERATOR && t.end == t.start + 1 &&
	    strchr("$?!`", l->text[t.start]) != NULL && t.start < stop)
		stop = t.start;
	/* There the parser would go on in the next line. */
	if (t.kind == TOKEN_NEWLINE && open == 0 && t.start <= stop &&
	    (lacks_colon(l) || lacks_operand(l)))
		stop = t.start;
	if (layout || t.start < stop)
		return false;
	look_at_stop(l, t, open, ret);
	return true;
}

/*
 * CPython reads all tokens before it says what is wrong with one: what is
 * wrong with them comes first, but for the indentation of later lines.
 */
static bool
find_in_tokens(const char *text, uint32_t n, uint32_t stop, struct error *ret)
{
	struct line l = { .text = text, .block = -1, .opened = -1 };
	unsigned lines = 1, open;
	struct tokens tokens;
	uint32_t seen = 0;
	bool found = false;
	struct token t;

	tokens_begin(&tokens, text, n);
	do {
		open = tokens.nopen;
		t = tokens_next(&tokens);
		if (t.kind == TOKEN_FAULT)
			break;
		for (; seen < t.start && !found; seen++)
			lines += text[seen] == '\n';
		if (found || (found = look_at_token(&l, t, open, stop, ret)))
			continue;
		if (t.kind == TOKEN_NEWLINE) {
			bool opens = token_is(text, l.last, ":");

			l = (struct line){ .text = text, .block = -1,
			    .opened = opens ? l.block : -1,
			    .number = l.number };
		} else if (t.kind != TOKEN_INDENT && t.kind != TOKEN_DEDENT) {
			if (l.first.kind == TOKEN_END)
				l.number = lines;
			take(&l, t, open);
		}
	} while (t.kind != TOKEN_END);
	if (t.kind != TOKEN_FAULT || (found && (tokens.is_late ||
	    strcmp(ret->says, "unexpected indent") == 0)))
		return found;
	if (tokens.fault[0] == '\0')
		return false;
	/* A bracket that stays open is to blame only for later lines. */
	if (found && strstr(tokens.fault, "never closed") != NULL &&
	    memchr(text + t.start, '\n', seen > t.start ? seen - t.start :
	    0) == NULL)
		return true;
	ret->start = t.start;
	ret->end = t.end;
	snprintf(ret->says, sizeof(ret->says), "%s", tokens.fault);
	return true;
}

/* Programs that people tell others to run. */
static const char programs[][8] = { "$", "pip", "pip3", "python", "python3",
    "conda", "uv", "apt", "apt-get", "brew", "npm", "git", "curl", "wget",
    "sudo", "bash", "sh", "cd", "ls", "cat", "mkdir", "export", "source" };

static bool
is_prose(const char *line, uint32_t n)
{
	unsigned words = 0;
	uint32_t i;

	while (n > 0 && strchr(" \r", line[n - 1]) != NULL)
		n--;
	if (n == 0 || !isupper((unsigned char)line[0]) ||
	    strchr(".:!?,", line[n - 1]) == NULL)
		return false;
	for (i = 0; i < n; i++) {
		if (strchr("=([{#\"", line[i]) != NULL)
			return false;
		words += line[i] == ' ';
	}
	return words >= 2;
}

static enum source_word
word_of(const char *line, uint32_t n)
{
	size_t i, len;

	if (n >= 3 && (memcmp(line, "```", 3) == 0 ||
	    memcmp(line, "~~~", 3) == 0))
		return SOURCE_FENCE;
	if (n > 1 && line[0] == '%' && (line[1] == '%' ||
	    isalpha((unsigned char)line[1])))
		return SOURCE_MAGIC;
	if (n > 1 && line[0] == '!')
		return SOURCE_SHELL;
	for (i = 0; i < ARRAY_SIZE(programs); i++) {
		len = strlen(programs[i]);
		if (n > len + 1 && memcmp(line, programs[i], len) == 0 &&
		    line[len] == ' ' && (isalnum((unsigned char)line[len + 1])
		    || strchr("-./~", line[len + 1]) != NULL))
			return SOURCE_SHELL;
	}
	return is_prose(line, n) ? SOURCE_PROSE : SOURCE_SYNTAX_ERROR;
}

bool
errors_find(const char *text, uint32_t n, uint32_t stop, struct error *ret)
{
	uint32_t from, to;

	ret->word = SOURCE_SYNTAX_ERROR;
	if (!find_in_tokens(text, n, stop, ret))
		return false;
	for (from = ret->start; from > 0 && text[from - 1] != '\n'; from--)
		;
	for (to = from; to < n && text[to] != '\n'; to++)
		;
	while (from < to && strchr(" \t", text[from]) != NULL)
		from++;
	ret->word = word_of(text + from, to - from);
	return true;
}
