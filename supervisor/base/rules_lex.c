#include "rules_lex.h"

#include "buf.h"
#include "mem.h"
#include "rules_diag.h"
#include "util.h"

int
rules_lex_check(const struct rules_file *file, struct rules_diag *diag)
{
	const char *s = file->text;
	uint32_t off = 0, start = 0;
	unsigned cp;
	size_t len;

	for (; off < file->n; off += len) {
		struct rules_place place = { file, off, 1 };

		len = u8_decode(s + off, file->n - off, &cp);
		if (len == 0) {
			rules_diag_error(diag, &place,
			    "byte 0x%02x is not UTF-8", (unsigned char)s[off]);
			return -EINVAL;
		}
		if (cp == '\n') {
			start = off + 1;
			continue;
		}
		if (cp == '\r') {
			rules_diag_error(diag, &place, "carriage return; lines "
			    "end with a newline alone");
			return -EINVAL;
		}
		if ((cp < 0x20 && cp != '\t') || (cp >= 0x7f && cp < 0xa0)) {
			rules_diag_error(diag, &place,
			    "control character U+%04X", cp);
			return -EINVAL;
		}
		if (off - start >= RULES_MAX_LINE) {
			rules_diag_error(diag, &place,
			    "line is longer than %u bytes", RULES_MAX_LINE);
			return -EINVAL;
		}
	}
	return 0;
}

static struct rules_token *
push_token(struct rules_lexer *lex, enum rules_token_type type,
    uint32_t start, uint32_t end)
{
	struct rules_token *tok = MEM_PUSH(lex->tokens, lex->ntokens,
	    lex->cap);

	tok->type = type;
	tok->off = start;
	tok->len = end - start;
	tok->line = lex->line;
	return tok;
}

static void
push_text(struct rules_lexer *lex, enum rules_token_type type,
    uint32_t start, uint32_t end)
{
	struct rules_token *tok = push_token(lex, type, start, end);

	tok->text = arena_strndup(lex->arena, lex->file->text + start,
	    end - start);
}

static void
complain(struct rules_lexer *lex, uint32_t off, uint32_t end, const char *what)
{
	struct rules_place place = { lex->file, off, end - off };

	rules_diag_error(lex->diag, &place, "%s", what);
	lex->broken = true;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static uint32_t
skip_blanks(const char *s, uint32_t i, uint32_t end)
{
	while (i < end && is_blank(s[i]))
		i++;
	return i;
}

static uint32_t
trim_blanks(const char *s, uint32_t start, uint32_t end)
{
	while (end > start && is_blank(s[end - 1]))
		end--;
	return end;
}

/* "..." with \" and \\; `i` is at the quote. Returns the offset behind it. */
static uint32_t
lex_quoted(struct rules_lexer *lex, uint32_t i, uint32_t end)
{
	const char *s = lex->file->text;
	uint32_t start = i++;
	auto_buf struct buf text = BUF_INIT;
	struct rules_token *tok;

	for (; i < end && s[i] != '"'; i++) {
		if (s[i] == '\\') {
			if (i + 1 >= end ||
			    (s[i + 1] != '"' && s[i + 1] != '\\')) {
				complain(lex, i, i + 2 < end ? i + 2 : end,
				    "in quotes a backslash stands before \" "
				    "or \\ only");
				return end;
			}
			i++;
		}
		buf_addc(&text, s[i]);
	}
	if (i >= end) {
		complain(lex, start, end, "quote is not closed on this line");
		return end;
	}
	tok = push_token(lex, RULES_TOK_QUOTED, start, i + 1);
	tok->text = arena_strndup(lex->arena, buf_str(&text), text.len);
	return i + 1;
}

/* ~/.../ up to a slash that is not escaped and ends the word. */
static uint32_t
lex_regex(struct rules_lexer *lex, uint32_t i, uint32_t end)
{
	const char *s = lex->file->text;
	uint32_t start = i;

	for (i += 2; i < end; i++) {
		if (s[i] == '\\' && i + 1 < end) {
			i++;
		} else if (s[i] == '/' && (i + 1 == end ||
		    is_blank(s[i + 1]))) {
			push_text(lex, RULES_TOK_REGEX, start + 2, i);
			lex->tokens[lex->ntokens - 1].off = start;
			lex->tokens[lex->ntokens - 1].len = i + 1 - start;
			return i + 1;
		}
	}
	complain(lex, start, end, "pattern is not closed: ~/.../ ends with a "
	    "slash and a blank");
	return end;
}

/* [word word]; `i` is at the bracket. */
static uint32_t
lex_attrs(struct rules_lexer *lex, uint32_t i, uint32_t end)
{
	const char *s = lex->file->text;
	uint32_t start = i++, word;

	for (;;) {
		i = skip_blanks(s, i, end);
		if (i >= end) {
			complain(lex, start, end,
			    "bracket is not closed on this line");
			return end;
		}
		if (s[i] == ']')
			return i + 1;
		for (word = i; i < end && !is_blank(s[i]) && s[i] != ']'; )
			i++;
		push_text(lex, RULES_TOK_ATTR, word, i);
	}
}

/* ` : why -> hint` to the end of the line; `i` is at `:` or `->`. */
static void
lex_texts(struct rules_lexer *lex, uint32_t i, uint32_t end)
{
	const char *s = lex->file->text;
	uint32_t start, stop, next;

	end = trim_blanks(s, i, end);
	if (s[i] == ':') {
		start = skip_blanks(s, i + 1, end);
		for (next = start; next < end; next++) {
			if (s[next] == '-' && next + 1 < end &&
			    s[next + 1] == '>' &&
			    (next == start || is_blank(s[next - 1])) &&
			    (next + 2 == end || is_blank(s[next + 2])))
				break;
		}
		stop = trim_blanks(s, start, next);
		if (stop == start) {
			complain(lex, i, i + 1, "no reason behind ':'");
			return;
		}
		push_text(lex, RULES_TOK_WHY, start, stop);
		if (next >= end)
			return;
		i = next;
	}
	start = skip_blanks(s, i + 2, end);
	if (start >= end) {
		complain(lex, i, i + 2, "no hint behind '->'");
		return;
	}
	push_text(lex, RULES_TOK_HINT, start, end);
}

static bool
is_mark(const char *s, uint32_t i, uint32_t end, const char *mark)
{
	uint32_t n = (uint32_t)strlen(mark);

	return end - i >= n && memcmp(s + i, mark, n) == 0 &&
	    (i + n == end || is_blank(s[i + n]));
}

/* One physical line. *depth counts open braces, and is kept across lines. */
static void
lex_line(struct rules_lexer *lex, uint32_t i, uint32_t end, unsigned *depth)
{
	const char *s = lex->file->text;
	uint32_t start;

	while ((i = skip_blanks(s, i, end)) < end) {
		if (s[i] == '#') {
			if (lex->want_comments)
				push_text(lex, RULES_TOK_COMMENT, i,
				    trim_blanks(s, i, end));
			return;
		}
		if (is_mark(s, i, end, ":") || is_mark(s, i, end, "->")) {
			if (*depth > 0) {
				complain(lex, i, i + 1,
				    "brace is not closed before the reason");
				*depth = 0;
			}
			lex_texts(lex, i, end);
			return;
		}
		switch (s[i]) {
		case '{':
			push_text(lex, RULES_TOK_OPEN, i, i + 1);
			if (++*depth > 1) {
				complain(lex, i, i + 1, "brace within braces");
				*depth = 1;
			}
			i++;
			continue;
		case '}':
			push_text(lex, RULES_TOK_CLOSE, i, i + 1);
			if (*depth == 0)
				complain(lex, i, i + 1, "no brace is open");
			else
				--*depth;
			i++;
			continue;
		case '"':
			i = lex_quoted(lex, i, end);
			continue;
		case '[':
			i = lex_attrs(lex, i, end);
			continue;
		case '~':
			if (i + 1 < end && s[i + 1] == '/') {
				i = lex_regex(lex, i, end);
				continue;
			}
			break;
		}
		for (start = i; i < end && !is_blank(s[i]) && s[i] != '{' &&
		    s[i] != '}'; )
			i++;
		push_text(lex, RULES_TOK_WORD, start, i);
	}
}

/* bad:, ok: and | take the rest of their line as it is. */
static bool
lex_example(struct rules_lexer *lex, uint32_t i, uint32_t end)
{
	const char *s = lex->file->text;
	enum rules_token_type type;
	uint32_t start;

	if (end - i >= 4 && memcmp(s + i, "bad:", 4) == 0) {
		type = RULES_TOK_BAD;
		start = skip_blanks(s, i + 4, end);
	} else if (end - i >= 3 && memcmp(s + i, "ok:", 3) == 0) {
		type = RULES_TOK_OK;
		start = skip_blanks(s, i + 3, end);
	} else if (i < end && s[i] == '|') {
		type = RULES_TOK_MORE;
		start = i + 1 < end && s[i + 1] == ' ' ? i + 2 : i + 1;
	} else {
		return false;
	}
	push_text(lex, type, start, trim_blanks(s, start, end));
	lex->tokens[lex->ntokens - 1].off = i;
	lex->tokens[lex->ntokens - 1].len = trim_blanks(s, i, end) - i;
	return true;
}

static uint32_t
line_end(const struct rules_file *file, uint32_t off)
{
	const char *nl = memchr(file->text + off, '\n', file->n - off);

	return nl != NULL ? (uint32_t)(nl - file->text) : (uint32_t)file->n;
}

bool
rules_lex_next(struct rules_lexer *lex)
{
	const struct rules_file *file = lex->file;
	const char *s = file->text;
	uint32_t open_off = 0, i, end;
	unsigned depth = 0;

	lex->ntokens = 0;
	lex->broken = false;
	if (lex->off >= file->n)
		return false;
	do {
		end = line_end(file, lex->off);
		i = skip_blanks(s, lex->off, end);
		lex->line++;
		if (depth == 0) {
			lex->indented = i > lex->off;
			if (lex_example(lex, i, end)) {
				lex->off = end + 1;
				break;
			}
		} else if (i == lex->off && i < end && s[i] != '}' &&
		    s[i] != '#') {
			/* A statement starts here: the brace was forgotten. */
			complain(lex, open_off, open_off + 1,
			    "brace is not closed; lines within braces are "
			    "indented");
			lex->line--;
			end = lex->off - 1;
			break;
		}
		lex_line(lex, i, end, &depth);
		if (depth > 0 && open_off == 0) {
			size_t k = lex->ntokens;

			while (k > 0 && lex->tokens[k - 1].type !=
			    RULES_TOK_OPEN)
				k--;
			open_off = k > 0 ? lex->tokens[k - 1].off : i;
		}
		lex->off = end + 1;
		if (depth > 0 && lex->off >= file->n)
			complain(lex, open_off, open_off + 1,
			    "brace is not closed");
	} while (depth > 0 && lex->off < file->n);
	return true;
}

void
rules_lex_end(struct rules_lexer *lex)
{
	free(lex->tokens);
	lex->tokens = NULL;
	lex->ntokens = lex->cap = 0;
}
