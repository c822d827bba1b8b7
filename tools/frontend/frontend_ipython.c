/*
 * IPython's ways of not being Python: `%magic`, `!command`, `help?`. They
 * stand in notebooks and in the answers of models. Each becomes a note, whose
 * row decides; the program gets something harmless in its place, so that the
 * rest is still judged.
 *
 * To know where a statement begins, strings and brackets are followed line by
 * line. A wrong reading is safe: an escape taken for Python does not parse,
 * and Python taken for an escape gets a note.
 */
#include "frontend.h"

/*
 * Returns the offset at which an escape begins behind `x =`, or n.
 * *ret_last is the last character of the code, or 0.
 */
static size_t
lex_line(struct frontend_lexer *lx, const char *s, size_t n, char *ret_last)
{
	size_t i, escape = n;
	bool assigned = false;
	char last = 0;

	lx->joined = false;
	for (i = 0; i < n; i++) {
		char c = s[i];

		if (c == '\\') {
			lx->joined = i + 1 == n;
			i++;
			last = c;
			continue;
		}
		if (lx->quote != 0) {
			if (c != lx->quote)
				continue;
			if (!lx->triple)
				lx->quote = 0;
			else if (i + 2 < n && s[i + 1] == c &&
			    s[i + 2] == c) {
				lx->quote = 0;
				i += 2;
			}
			continue;
		}
		if (c == ' ' || c == '\t')
			continue;
		if (c == '#')
			break;
		if (assigned && lx->depth == 0 && escape == n &&
		    (c == '!' || c == '%'))
			escape = i;
		assigned = c == '=';
		last = c;
		if (c == '\'' || c == '"') {
			lx->quote = c;
			lx->triple = i + 2 < n && s[i + 1] == c &&
			    s[i + 2] == c;
			if (lx->triple)
				i += 2;
		} else if (c == '(' || c == '[' || c == '{')
			lx->depth++;
		else if ((c == ')' || c == ']' || c == '}') && lx->depth > 0)
			lx->depth--;
	}
	/* A plain string ends with its line, unless that was escaped. */
	if (lx->quote != 0 && !lx->triple && !lx->joined)
		lx->quote = 0;
	*ret_last = last;
	return escape;
}

/* A part of a line. */
struct piece {
	const char	*s;
	size_t		 n;
};

static struct piece
piece_skip_blanks(struct piece p)
{
	while (p.n > 0 && (*p.s == ' ' || *p.s == '\t'))
		p.s++, p.n--;
	return p;
}

static struct piece
piece_trim_end(struct piece p)
{
	while (p.n > 0 && strchr(" \t\r", p.s[p.n - 1]) != NULL)
		p.n--;
	return p;
}

/* Cut the first word off `p`. */
static struct piece
piece_word(struct piece *p)
{
	struct piece word = { p->s, 0 };

	while (word.n < p->n && strchr(" \t\r", p->s[word.n]) == NULL)
		word.n++;
	p->s += word.n;
	p->n -= word.n;
	*p = piece_trim_end(piece_skip_blanks(*p));
	return word;
}

#define WORD_MAX	16
#define PIECE_IS(p, words)	piece_is((p), (words), ARRAY_SIZE(words))

static bool
piece_is(struct piece p, const char (*words)[WORD_MAX], size_t n)
{
	for (; n > 0; n--, words++)
		if (strlen(*words) == p.n && memcmp(*words, p.s, p.n) == 0)
			return true;
	return false;
}

static const char shell_names[][WORD_MAX] = { "system", "sx", "sc",
    "pip", "conda", "mamba", "micromamba", "uv", "bash", "sh", "script",
    "cmd", "perl", "ruby", "pypy", "python", "python2", "python3", "!" };
static const char timing_names[][WORD_MAX] = { "time", "timeit" };
static const char timing_cells[][WORD_MAX] = { "time", "timeit", "capture" };
/* What IPython takes for a command also without `%`, if a cell is one line. */
static const char alias_names[][WORD_MAX] = { "cat", "clear", "cp", "ldir",
    "less", "lf", "lk", "ll", "ls", "lx", "man", "mkdir", "more", "mv", "rm",
    "rmdir", "system", "sx", "sc", "pip", "conda", "mamba", "micromamba",
    "uv" };
static const char automagic_names[][WORD_MAX] = { "cd", "ed", "edit", "env",
    "hist", "history", "load", "load_ext", "loadpy", "logstart", "macro",
    "notebook", "pastebin", "pfile", "prun", "psource", "pushd", "pycat",
    "recall", "reload_ext", "rep", "rerun", "run", "save", "set_env", "store",
    "time", "timeit" };
static const char matplotlib_names[][WORD_MAX] = { "matplotlib" };
static const char config_names[][WORD_MAX] = { "config" };
static const char backends[][WORD_MAX] = { "", "inline", "notebook", "widget",
    "ipympl", "agg" };

/*
 * `InlineBackend.figure_format = 'retina'`: IPython evaluates the right side,
 * so it has to be one plain string.
 */
static bool
is_plain_config(struct piece p)
{
	static const char head[] = "InlineBackend.";
	size_t i = sizeof(head) - 1, start;
	char quote;

	if (p.n < i || memcmp(p.s, head, i) != 0)
		return false;
	while (i < p.n && (p.s[i] == '_' || (p.s[i] >= 'a' && p.s[i] <= 'z')))
		i++;
	while (i < p.n && p.s[i] == ' ')
		i++;
	if (i >= p.n || p.s[i++] != '=')
		return false;
	while (i < p.n && p.s[i] == ' ')
		i++;
	if (i >= p.n || (p.s[i] != '\'' && p.s[i] != '"'))
		return false;
	quote = p.s[i++];
	for (start = i; i < p.n && p.s[i] != quote; i++)
		if (!((p.s[i] >= 'a' && p.s[i] <= 'z') ||
		    (p.s[i] >= '0' && p.s[i] <= '9')))
			return false;
	return i > start && i + 1 == p.n;
}

/* Skip the options of %timeit: -n 10 -r3 -q. */
static struct piece
skip_timing_options(struct piece p)
{
	struct piece word, rest;

	for (;;) {
		rest = p;
		word = piece_word(&rest);
		if (word.n < 2 || word.s[0] != '-')
			return p;
		if (word.n == 2 && (word.s[1] == 'n' || word.s[1] == 'r'))
			piece_word(&rest);
		p = rest;
	}
}

/* Which row is a line magic's? What *ret_code holds then is Python. */
static const char *
line_magic_word(struct piece p, struct piece *ret_code)
{
	struct piece name = piece_word(&p);

	*ret_code = (struct piece){ NULL, 0 };
	if (PIECE_IS(name, shell_names))
		return "notebook-shell";
	if (PIECE_IS(name, matplotlib_names) && PIECE_IS(p, backends))
		return "notebook-plotting";
	if (PIECE_IS(name, config_names) && is_plain_config(p))
		return "notebook-plotting";
	if (!PIECE_IS(name, timing_names))
		return "notebook-magic";
	p = skip_timing_options(p);
	if (p.n > 0)
		*ret_code = p;
	return "notebook-timing";
}

static const char *
cell_magic_word(struct piece p, struct frontend_lexer *lx)
{
	struct piece name = piece_word(&p);

	if (PIECE_IS(name, timing_cells)) {
		p = skip_timing_options(p);
		return p.n == 0 ? "notebook-timing" : "notebook-magic";
	}
	lx->skip_rest = true;
	return PIECE_IS(name, shell_names) ? "notebook-shell" :
	    "notebook-cell-magic";
}

static uint32_t
column_at(const char *code, size_t byte, struct frontend_line where)
{
	uint32_t column = 1;
	size_t i, len;

	for (i = 0; i < byte; i += len) {
		len = u8_decode(code + i, byte - i, NULL);
		len = len > 0 ? len : 1;
		column++;
	}
	return (uint32_t)((int64_t)column + where.shift);
}

/* A statement that begins with an escape. */
static void
add_escape(struct document *doc, struct frontend_lexer *lx, const char *code,
    size_t n, size_t indent, struct piece written, struct frontend_line where)
{
	struct piece p = { code + indent, n - indent }, rest = { NULL, 0 };
	uint32_t column = column_at(code, indent, where);
	auto_buf struct buf line = BUF_INIT;
	const char *word;
	char last;

	p = piece_trim_end(p);
	/* A blank behind it, and the next line is Python's. */
	lx->escaped = n > 0 && code[n - 1] == '\\';
	if (p.s[0] == '!')
		word = "notebook-shell";
	else if (p.s[0] == '?')
		word = "notebook-help";
	else
		word = line_magic_word((struct piece){ p.s + 1, p.n - 1 },
		    &rest);
	frontend_add_note(doc, word, where, column, p.s, p.n);
	buf_add(&line, code, indent);
	if (rest.n > 0) {
		where.shift += (int32_t)(column_at(code,
		    (size_t)(rest.s - code), where) - column);
		buf_add(&line, rest.s, rest.n);
		lex_line(lx, rest.s, rest.n, &last);
		lx->escaped = false;
	} else
		buf_adds(&line, "pass");
	frontend_add_line(doc, line.data, line.len, written.s, written.n,
	    where);
}

/*
 * `cat /etc/passwd` is a quotient to Python and a command to IPython: NULL, or
 * the row it is for. A name alone is shown, and `name = x` assigned to.
 */
static const char *
automagic_word(struct piece p)
{
	struct piece rest = piece_trim_end(p), name = piece_word(&rest);

	if (rest.n == 0 || strchr("=,", rest.s[0]) != NULL ||
	    (rest.n > 1 && rest.s[1] == '='))
		return NULL;
	return PIECE_IS(name, alias_names) ? "notebook-shell" :
	    PIECE_IS(name, automagic_names) ? "notebook-magic" : NULL;
}

/* A line of Python, in which `x = !ls` and `name?` may stand. */
static void
add_python(struct document *doc, struct frontend_lexer *lx, const char *code,
    size_t n, size_t indent, struct piece written, struct frontend_line where)
{
	bool fresh = lx->quote == 0 && lx->depth == 0 && !lx->joined;
	struct piece p, rest = { NULL, 0 };
	auto_buf struct buf line = BUF_INIT;
	const char *word;
	size_t escape;
	char last;

	escape = lex_line(lx, code, n, &last);
	p = piece_trim_end((struct piece){ code + indent, n - indent });
	if (fresh && escape < n) {
		p = piece_trim_end((struct piece){ code + escape, n - escape });
		word = p.s[0] == '!' ? "notebook-shell" : line_magic_word(
		    (struct piece){ p.s + 1, p.n - 1 }, &rest);
		frontend_add_note(doc, word, where, column_at(code, escape,
		    where), p.s, p.n);
		buf_add(&line, code, escape);
		if (rest.n > 0) {
			/* What is timed is Python, and keeps its column. */
			while (line.len < (size_t)(rest.s - code))
				buf_addc(&line, ' ');
			buf_add(&line, rest.s, rest.n);
		} else {
			lx->escaped = code[n - 1] == '\\';
			lx->joined = false;
			buf_adds(&line, "None");
		}
	} else if (fresh && last == '?' && lx->depth == 0 && lx->quote == 0) {
		frontend_add_note(doc, "notebook-help", where,
		    column_at(code, indent, where), p.s, p.n);
		buf_add(&line, code, indent);
		buf_adds(&line, "pass");
	} else {
		frontend_add_line(doc, code, n, written.s, written.n, where);
		return;
	}
	frontend_add_line(doc, line.data, line.len, written.s, written.n,
	    where);
}

void
frontend_add_code(struct document *doc, struct frontend_lexer *lx,
    const char *code, size_t n, const char *shown, size_t nshown,
    struct frontend_line where)
{
	struct piece written = { shown, nshown };
	size_t indent = 0;

	while (indent < n && (code[indent] == ' ' || code[indent] == '\t'))
		indent++;
	if (lx->skip_rest || lx->escaped) {
		lx->escaped = n > 0 && code[n - 1] == '\\';
		frontend_add_prose(doc, shown, nshown, where);
		return;
	}
	if (lx->quote == 0 && lx->depth == 0 && !lx->joined && indent < n) {
		if (!lx->started && n > 2 && memcmp(code, "%%", 2) == 0) {
			struct piece p = piece_trim_end(
			    (struct piece){ code, n });

			frontend_add_note(doc, cell_magic_word(
			    (struct piece){ p.s + 2, p.n - 2 }, lx), where,
			    column_at(code, 0, where), p.s, p.n);
			/* What is timed is a cell, and may be another's. */
			lx->started = lx->skip_rest;
			frontend_add_prose(doc, shown, nshown, where);
			return;
		}
		lx->started = true;
		if (lx->alone) {
			struct piece p = piece_trim_end((struct piece){
			    code + indent, n - indent });
			const char *word = automagic_word(p);

			if (word != NULL)
				frontend_add_note(doc, word, where,
				    column_at(code, indent, where), p.s, p.n);
		}
		if (strchr("!%?", code[indent]) != NULL &&
		    code[indent] != '\0') {
			add_escape(doc, lx, code, n, indent, written, where);
			return;
		}
	}
	add_python(doc, lx, code, n, indent, written, where);
}
