/*
 * What users of notebooks write that is no Python, made Python line by line: its
 * lines keep their numbers, and what is judged is what runs.
 */
#include "session.h"

#include "../../supervisor/base/json.h"

/* Spaces and tabs that each line that is not blank begins with. */
static size_t
common_indent(const char *code, size_t n)
{
	size_t common = SIZE_MAX, i, len;
	const char *first = NULL, *end, *line;

	for (line = code; line < code + n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(code + n - line));
		if (end == NULL)
			end = code + n;
		len = (size_t)(end - line);
		for (i = 0; i < len && (line[i] == ' ' || line[i] == '\t'); i++)
			;
		if (i == len || line[i] == '\r')
			continue;
		if (first == NULL) {
			first = line;
			common = i;
		}
		if (i < common)
			common = i;
		for (i = 0; i < common && line[i] == first[i]; i++)
			;
		common = i;
	}
	return first != NULL ? common : 0;
}

/* How far into something that goes on over lines. */
struct place {
	char		quote;		/* of a text; or 0 */
	bool		triple, comment;
	unsigned	brackets;
	bool		joined;		/* by a backslash */
};

static void
walk(struct place *at, const char *line, const char *end)
{
	const char *p;

	at->comment = at->joined = false;
	for (p = line; p < end && !at->comment; p++) {
		bool three = end - p > 2 && p[1] == p[0] && p[2] == p[0];

		if (*p == '\\') {
			at->joined = p + 1 < end && (p[1] == '\n' ||
			    p[1] == '\r');
			p++;
		} else if (at->quote != '\0') {
			if (*p != at->quote || (at->triple && !three))
				continue;
			p += at->triple ? 2 : 0;
			at->quote = '\0';
		} else if (*p == '"' || *p == '\'') {
			at->quote = *p;
			at->triple = three;
			p += three ? 2 : 0;
		} else if (strchr("([{", *p) != NULL)
			at->brackets++;
		else if (strchr(")]}", *p) != NULL && at->brackets > 0)
			at->brackets--;
		else if (*p == '#')
			at->comment = true;
	}
	/* One that does not end with its line is an error there. */
	if (!at->triple && !at->joined)
		at->quote = '\0';
}

static void
add_text(struct buf *out, const char *text, size_t n)
{
	struct json *one = js_text(text, n);

	js_write(one, out);
	js_free(one);
}

static bool
is_word(const char *text, size_t n, const char *word)
{
	return n == strlen(word) && memcmp(text, word, n) == 0;
}

/* What of a line with ! or % is Python; without its end. */
static void
add_magic(struct buf *out, const char *text, size_t n)
{
	const char *rest;
	size_t word;

	if (*text == '!') {
		buf_adds(out, "import subprocess; subprocess.run(");
		add_text(out, text + 1, n - 1);
		buf_adds(out, ", shell=True) and None");
		return;
	}
	text++, n--;
	for (word = 0; word < n && text[word] != ' '; word++)
		;
	for (rest = text + word; rest < text + n && *rest == ' '; rest++)
		;
	if (is_word(text, word, "cd")) {
		buf_adds(out, "import os; os.chdir(");
		add_text(out, rest, (size_t)(text + n - rest));
		buf_addc(out, ')');
	} else if (is_word(text, word, "matplotlib")) {
		buf_adds(out, "pass");
	} else if (is_word(text, word, "pip") || is_word(text, word,
	    "conda")) {
		buf_adds(out, "raise ModuleNotFoundError('no package is "
		    "installed from here: import what is there')");
	} else {
		buf_adds(out, "raise NotImplementedError(");
		add_text(out, text - 1, word + 1);
		buf_adds(out, " + ': there are %cd, %matplotlib and !COMMAND')");
	}
}

static void
add_line(struct buf *out, struct place *at, const char *line, const char *end)
{
	const char *text = line, *stop = end;
	bool whole = at->quote == '\0' && at->brackets == 0 && !at->joined;

	while (text < end && (*text == ' ' || *text == '\t'))
		text++;
	while (stop > text && (stop[-1] == '\n' || stop[-1] == '\r'))
		stop--;
	if (whole && stop - text > 1 && (*text == '!' || (*text == '%' &&
	    text[1] != ' '))) {
		buf_add(out, line, (size_t)(text - line));
		add_magic(out, text, (size_t)(stop - text));
		buf_add(out, stop, (size_t)(end - stop));
		return;
	}
	walk(at, line, end);
	buf_add(out, line, (size_t)(end - line));
}

void
habits_code(struct buf *out, const char *code, size_t n)
{
	size_t indent = common_indent(code, n), skip;
	struct place at = { .quote = '\0' };
	const char *line, *end;

	buf_free(out);
	for (line = code; line < code + n; line = end) {
		end = memchr(line, '\n', (size_t)(code + n - line));
		end = end != NULL ? end + 1 : code + n;
		for (skip = 0; skip < indent && (line[skip] == ' ' ||
		    line[skip] == '\t'); skip++)
			;
		add_line(out, &at, line + skip, end);
	}
	buf_str(out);
}
