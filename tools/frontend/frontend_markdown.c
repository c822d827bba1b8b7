/*
 * Markdown, as CommonMark reads its block structure: block quotes, list items
 * and fenced code. All fenced Python blocks of a document, in order, are one
 * program. Lines keep their numbers: prose becomes empty lines.
 *
 * Which fences are Python: those whose info string says so. If none does, the
 * untagged ones are: an agent's answer often has one bare fence. Beside a
 * tagged one, an untagged fence is most often output; it is judged on its own
 * (`aside`), and counts only if it is Python at all. So is what stands between
 * the prompts of a Python fence that begins with `>>>`: IPython takes the
 * prompts away and runs all the rest. CPython would run nothing of it, and
 * nothing of the options, `:key: value`, that MyST knows above a cell.
 *
 * HTML blocks and indented code are read as prose. A caller may extract code
 * with something cruder than CommonMark, so any line that looks like the start
 * of a Python fence and is none becomes a note.
 */
#include "frontend.h"

#define MAX_CONTAINERS	64
#define MAX_INDENT	32	/* columns; an item's content is at 17 or less */

enum language { LANG_OTHER = 0, LANG_NONE, LANG_PYTHON, LANG_TRANSCRIPT };

/* What the lines of an open fence are. */
enum part {
	PART_CODE = 0, PART_BEGIN,	/* nothing was seen but blanks */
	PART_OPTIONS, PART_YAML,	/* of a MyST directive */
	PART_PROMPTS, PART_OUTPUT
};

struct container {
	bool	 is_quote;
	size_t	 indent;	/* of an item's content, in columns */
};

/* A place in a line. A tab may be used up in part. */
struct cursor {
	const char	*s;
	size_t		 n, byte, column;	/* column from 0, tabs to 4 */
	size_t		 partial;	/* columns left of the tab at byte */
	size_t		 end;	/* behind it all is blank */
	/* No thematic break of this mark begins before that byte. */
	size_t		 broken;
	char		 broken_mark;
};

struct fence {
	char		mark;
	size_t		length, indent, depth;	/* containers around it */
	enum language	language;
	enum part	part;
	struct frontend_line where;
	size_t		column;
};

struct reader {
	struct document		*doc;
	struct container	 stack[MAX_CONTAINERS];
	size_t			 depth;
	bool			 in_fence, in_paragraph;
	bool			 interrupts;	/* a paragraph at the tip */
	bool			 has_tagged;
	struct fence		 fence;
	struct frontend_lexer	 lexer;
};

/* Many containers ask for it in one line: more than MAX_INDENT is all one. */
static size_t
cursor_indent(const struct cursor *c)
{
	size_t column = c->column, i = c->byte;

	if (c->partial > 0) {
		column += c->partial;
		i++;
	}
	for (; i < c->n && (c->s[i] == ' ' || c->s[i] == '\t') &&
	    column - c->column <= MAX_INDENT; i++)
		column += c->s[i] == '\t' ? 4 - column % 4 : 1;
	return column - c->column;
}

/* Use up at most `columns` of white space. */
static void
cursor_skip(struct cursor *c, size_t columns)
{
	size_t width;

	while (columns > 0 && c->byte < c->n &&
	    (c->s[c->byte] == ' ' || c->s[c->byte] == '\t')) {
		width = c->partial > 0 ? c->partial :
		    c->s[c->byte] == '\t' ? 4 - c->column % 4 : 1;
		if (width > columns) {
			c->partial = width - columns;
			c->column += columns;
			return;
		}
		c->partial = 0;
		c->column += width;
		c->byte++;
		columns -= width;
	}
}

static bool
cursor_blank(const struct cursor *c)
{
	return c->byte >= c->end;
}

static size_t
text_end(const char *s, size_t n)
{
	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t' ||
	    s[n - 1] == '\r'))
		n--;
	return n;
}

static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

static bool
contains(const char *s, size_t n, const char *word)
{
	size_t m = strlen(word), i, k;

	for (i = 0; i + m <= n; i++) {
		for (k = 0; k < m && lower(s[i + k]) == word[k]; k++)
			;
		if (k == m)
			return true;
	}
	return false;
}

static bool
starts(const char *s, size_t n, const char *word)
{
	size_t m = strlen(word);

	return n >= m && contains(s, m, word);
}

/* ```src/main.py, ```main.py:12; not a.pyx, nor a.pyc */
static bool
names_python_file(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i + 3 <= n; i++)
		if (contains(s + i, 3, ".py") && (i + 3 == n ||
		    lower(s[i + 3]) < 'a' || lower(s[i + 3]) > 'z'))
			return true;
	return false;
}

/*
 * What does an info string declare? Generous on purpose: `py`, `Python3`,
 * `{.python}`, `{code-cell}`, `tool_code`, `lang=python`, `main.py`; and an
 * escape or an entity, which Markdown would resolve, might spell anything.
 */
static enum language
info_language(const char *s, size_t n)
{
	size_t word;

	while (n > 0 && strchr(" \t", s[0]) != NULL && s[0] != '\0')
		s++, n--;
	while (n > 0 && strchr(" \t\r", s[n - 1]) != NULL && s[n - 1] != '\0')
		n--;
	if (n == 0)
		return LANG_NONE;
	if (s[0] == '{')
		word = n;
	else
		for (word = 0; word < n; word++)
			if (s[word] == ' ' || s[word] == '\t')
				break;
	while (word > 0 && strchr("{. ", s[0]) != NULL)
		s++, word--;
	if (starts(s, word, "pycon") || contains(s, word, "python-repl") ||
	    contains(s, word, "pythonrepl") || starts(s, word, "doctest"))
		return LANG_TRANSCRIPT;
	if (starts(s, word, "pytb") || starts(s, word, "py3tb"))
		return LANG_OTHER;
	if (starts(s, word, "py") || contains(s, word, "python") ||
	    starts(s, word, "code-cell") ||
	    starts(s, word, "tool_code") || names_python_file(s, word) ||
	    memchr(s, '&', word) != NULL ||
	    memchr(s, '\\', word) != NULL)
		return LANG_PYTHON;
	return LANG_OTHER;
}

/* ```{code-cell} ipython3 */
static bool
is_directive(const char *s, size_t n)
{
	while (n > 0 && (s[0] == ' ' || s[0] == '\t'))
		s++, n--;
	return starts(s, n, "{code");
}

static size_t
run_length(const char *s, size_t n)
{
	size_t i = 0;

	while (i < n && s[i] == s[0])
		i++;
	return i;
}

/*
 * Would something cruder than CommonMark see a Python fence open somewhere in
 * this line? Returns its offset, or n. Line ends are those of Python's
 * str.splitlines, which more than one such reader uses.
 */
static size_t
find_crude_fence(const char *s, size_t n)
{
	size_t i, len, end;
	unsigned cp;

	for (i = 0; i < n; i += len) {
		len = 1;
		if (s[i] != '`' && s[i] != '~')
			continue;
		len = run_length(s + i, n - i);
		if (len < 3)
			continue;
		for (end = i + len; end < n; end++) {
			if (s[end] == s[i] || (s[end] >= 0x0a &&
			    s[end] <= 0x0d) || (s[end] >= 0x1c &&
			    s[end] <= 0x1e))
				break;
			if (u8_decode(s + end, n - end, &cp) > 1 &&
			    (cp == 0x85 || cp == 0x2028 || cp == 0x2029))
				break;
		}
		if (end < n && s[end] == s[i] && s[i] == '`')
			continue;	/* ```code``` within a line */
		if (info_language(s + i + len, end - i - len) == LANG_PYTHON)
			return i;
	}
	return n;
}

static uint32_t
column_of(const char *s, size_t byte)
{
	uint32_t column = 1;
	size_t i, len;

	for (i = 0; i < byte; i += len) {
		len = u8_decode(s + i, byte - i, NULL);
		len = len > 0 ? len : 1;
		column++;
	}
	return column;
}

static void
note_crude_fence(struct reader *r, const char *s, size_t n,
    struct frontend_line where)
{
	size_t at = find_crude_fence(s, n);

	if (at < n)
		frontend_add_note(r->doc, "markdown-hidden-fence", where,
		    column_of(s, at), s + at, n - at);
}

/* Kept as code: an untagged fence may turn out to be all there is. */
static bool
is_code(enum language language)
{
	return language != LANG_OTHER;
}

/* Does a fence open at the cursor? Indents were looked at. */
static bool
open_fence(struct reader *r, const struct cursor *c, size_t depth,
    struct frontend_line where)
{
	const char *s = c->s + c->byte;
	size_t n = c->n - c->byte, length;

	if (n < 3 || (s[0] != '`' && s[0] != '~'))
		return false;
	length = run_length(s, n);
	if (length < 3 ||
	    (s[0] == '`' && memchr(s + length, '`', n - length) != NULL))
		return false;
	r->in_fence = true;
	r->fence = (struct fence){
		.mark = s[0], .length = length, .depth = depth,
		.language = info_language(s + length, n - length),
		.part = is_directive(s + length, n - length) ?
		    PART_OPTIONS : PART_BEGIN,
		.where = where, .column = column_of(c->s, c->byte),
	};
	return true;
}

static void
end_block(struct reader *r)
{
	struct frontend_block *block;

	frontend_end_block(r->doc);
	block = &r->doc->blocks[r->doc->nblocks - 1];
	block->output = r->fence.part == PART_OUTPUT;
	block->aside = block->output || r->fence.language == LANG_NONE;
}

static void
end_fence(struct reader *r, bool closed)
{
	struct frontend_line where = r->fence.where;

	r->in_fence = false;
	if (!is_code(r->fence.language))
		return;
	end_block(r);
	r->has_tagged |= r->fence.language != LANG_NONE;
	if (!closed)
		frontend_add_note(r->doc, "markdown-unclosed-fence", where,
		    (uint32_t)r->fence.column, "```", 3);
}

static bool
closes_fence(const struct reader *r, struct cursor c)
{
	size_t length;

	if (cursor_indent(&c) > 3)
		return false;
	cursor_skip(&c, 3);
	if (c.byte >= c.n || c.s[c.byte] != r->fence.mark)
		return false;
	length = run_length(c.s + c.byte, c.n - c.byte);
	c.byte += length;
	return length >= r->fence.length && cursor_blank(&c);
}

/* How long the prompt is that this line begins with. */
static size_t
prompt_length(const char *s, size_t n)
{
	if (n < 3 || (memcmp(s, ">>>", 3) != 0 && memcmp(s, "...", 3) != 0))
		return 0;
	return n > 3 && s[3] == ' ' ? 4 : 3;
}

/* Is this line of MyST's options? */
static bool
is_option(struct fence *fence, const char *s, size_t n)
{
	bool is_rule = text_end(s, n) == 3 && memcmp(s, "---", 3) == 0;

	if (fence->part == PART_YAML) {
		if (is_rule)
			fence->part = PART_BEGIN;
		return true;
	}
	if (fence->part == PART_OPTIONS && n > 1 && s[0] == ':' &&
	    memchr(s + 1, ':', n - 1) != NULL)
		return true;
	if (fence->part == PART_OPTIONS)
		fence->part = is_rule ? PART_YAML : PART_BEGIN;
	return fence->part == PART_YAML;
}

/* What this line of a Python fence is: the blocks end where that changes. */
static void
enter_part(struct reader *r, const char *s, size_t n,
    struct frontend_line where)
{
	struct fence *fence = &r->fence;
	enum part part = fence->part;

	if (part == PART_CODE || text_end(s, n) == 0)
		return;
	if (part == PART_BEGIN)
		part = n >= 3 && memcmp(s, ">>>", 3) == 0 ? PART_PROMPTS :
		    PART_CODE;
	else
		part = prompt_length(s, n) > 0 ? PART_PROMPTS : PART_OUTPUT;
	if (fence->part != PART_BEGIN && fence->part != part) {
		end_block(r);
		frontend_begin_block(r->doc, &r->lexer, 0, where.line);
	}
	fence->part = part;
}

/* One line inside a Python fence, the containers' marks behind us. */
static void
add_fenced_line(struct reader *r, struct cursor c, struct frontend_line where)
{
	auto_buf struct buf code = BUF_INIT;
	const char *s;
	size_t n, i;

	cursor_skip(&c, r->fence.indent);
	for (i = 0; i < c.partial; i++)
		buf_addc(&code, ' ');
	c.byte += c.partial > 0;
	s = c.s + c.byte;
	n = c.n - c.byte;
	if (r->fence.language == LANG_PYTHON) {
		if (is_option(&r->fence, s, n)) {
			frontend_add_prose(r->doc, c.s, c.n, where);
			return;
		}
		enter_part(r, s, n, where);
	}
	if (r->fence.language == LANG_TRANSCRIPT && prompt_length(s, n) == 0) {
		frontend_add_prose(r->doc, c.s, c.n, where);
		return;
	}
	if (r->fence.language == LANG_TRANSCRIPT ||
	    r->fence.part == PART_PROMPTS) {
		i = prompt_length(s, n);
		s += i;
		n -= i;
		c.byte += i;
	}
	where.shift = (int32_t)column_of(c.s, c.byte) - 1 - (int32_t)code.len;
	buf_add(&code, s, n);
	frontend_add_code(r->doc, &r->lexer, buf_str(&code), code.len, c.s,
	    c.n, where);
}

/* A bullet or a number at the cursor: its width, or 0. */
static size_t
list_marker(const struct reader *r, const struct cursor *c)
{
	const char *s = c->s + c->byte;
	size_t n = c->n - c->byte, width = 0;
	struct cursor rest = *c;

	if (n == 0)
		return 0;
	if (strchr("-+*", s[0]) != NULL && s[0] != '\0')
		width = 1;
	else {
		while (width < n && width < 9 && s[width] >= '0' &&
		    s[width] <= '9')
			width++;
		if (width == 0 || width == n ||
		    (s[width] != '.' && s[width] != ')'))
			return 0;
		/* In a paragraph only a list that starts at 1 is one. */
		if (r->interrupts && !(width == 1 && s[0] == '1'))
			return 0;
		width++;
	}
	if (width < n && s[width] != ' ' && s[width] != '\t' &&
	    s[width] != '\r')
		return 0;
	rest.byte += width;
	return r->interrupts && cursor_blank(&rest) ? 0 : width;
}

static bool
is_thematic_break(struct cursor *c)
{
	const char *s = c->s + c->byte;
	size_t n = c->n - c->byte, i, marks = 0;

	if (n == 0 || (s[0] != '-' && s[0] != '*' && s[0] != '_') ||
	    (s[0] == c->broken_mark && c->byte < c->broken))
		return false;
	for (i = 0; i < n; i++) {
		if (s[i] == s[0])
			marks++;
		else if (s[i] != ' ' && s[i] != '\t' && s[i] != '\r') {
			c->broken_mark = s[0];
			c->broken = c->byte + i;
			return false;
		}
	}
	return marks >= 3;
}

/* Step over the marks of the containers that go on in this line. */
static size_t
match_containers(const struct reader *r, struct cursor *c)
{
	size_t i, indent;

	for (i = 0; i < r->depth; i++) {
		indent = cursor_indent(c);
		if (r->stack[i].is_quote) {
			struct cursor at = *c;

			cursor_skip(&at, indent);
			if (indent > 3 || at.byte >= at.n ||
			    at.s[at.byte] != '>')
				break;
			at.byte++;
			at.column++;
			cursor_skip(&at, 1);
			*c = at;
		} else if (indent >= r->stack[i].indent)
			cursor_skip(c, r->stack[i].indent);
		else if (!cursor_blank(c))
			break;
	}
	return i;
}

static bool
push_container(struct reader *r, bool is_quote, size_t indent,
    const struct cursor *c, struct frontend_line where)
{
	if (r->depth == MAX_CONTAINERS) {
		frontend_add_note(r->doc, "markdown-too-deep", where, 1,
		    c->s, c->n);
		return false;
	}
	r->stack[r->depth++] = (struct container){ is_quote, indent };
	return true;
}

/* Open a quote or an item at the cursor, if there is one. */
static bool
open_container(struct reader *r, struct cursor *c, struct frontend_line where)
{
	size_t indent = cursor_indent(c), width, blanks;
	struct cursor at = *c;

	cursor_skip(&at, indent);
	if (at.byte < at.n && at.s[at.byte] == '>') {
		if (!push_container(r, true, 0, c, where))
			return false;
		at.byte++;
		at.column++;
		cursor_skip(&at, 1);
		r->in_paragraph = false;
		*c = at;
		return true;
	}
	width = is_thematic_break(&at) ? 0 : list_marker(r, &at);
	if (width == 0)
		return false;
	at.byte += width;
	at.column += width;
	blanks = cursor_indent(&at);
	if (cursor_blank(&at) || blanks > 4)
		blanks = 1;
	if (!push_container(r, false, indent + width + blanks, c, where))
		return false;
	cursor_skip(&at, blanks);
	r->in_paragraph = false;
	*c = at;
	return true;
}

/* A line inside the open fence. */
static void
read_fenced(struct reader *r, struct cursor c, struct frontend_line where)
{
	if (closes_fence(r, c)) {
		frontend_add_prose(r->doc, c.s, c.n, where);
		end_fence(r, true);
		return;
	}
	note_crude_fence(r, c.s, c.n, where);
	if (is_code(r->fence.language))
		add_fenced_line(r, c, where);
	else
		frontend_add_prose(r->doc, c.s, c.n, where);
}

/* Open what containers begin in this line; returns how many are open. */
static size_t
open_containers(struct reader *r, struct cursor *c, size_t matched,
    struct frontend_line where)
{
	size_t before = r->depth;

	r->interrupts = r->in_paragraph && matched == before;
	r->depth = matched;
	while (cursor_indent(c) <= 3 && open_container(r, c, where))
		r->interrupts = false;
	if (r->depth > matched)
		return r->depth;
	/* A paragraph goes on lazily, its containers' marks left out. */
	if (r->in_paragraph)
		r->depth = before;
	return matched;
}

static void
read_line(struct reader *r, const char *s, size_t n,
    struct frontend_line where)
{
	struct cursor c = { .s = s, .n = n, .end = text_end(s, n) }, at;
	size_t matched = match_containers(r, &c), indent;

	if (r->in_fence && matched < r->fence.depth)
		end_fence(r, false);
	if (r->in_fence) {
		read_fenced(r, c, where);
		return;
	}
	if (cursor_blank(&c))
		r->in_paragraph = false;
	matched = open_containers(r, &c, matched, where);
	indent = cursor_indent(&c);
	at = c;
	cursor_skip(&at, indent);
	if (cursor_blank(&c) || (indent > 3 && !r->in_paragraph)) {
		r->in_paragraph = false;
	} else if (indent <= 3 && open_fence(r, &at, matched, where)) {
		r->depth = matched;
		r->fence.indent = indent;
		r->in_paragraph = false;
		frontend_add_prose(r->doc, s, n, where);
		if (is_code(r->fence.language))
			frontend_begin_block(r->doc, &r->lexer, 0,
			    where.line + 1);
		else
			note_crude_fence(r, s, n, where);
		return;
	} else if (indent <= 3 && (is_thematic_break(&at) ||
	    at.s[at.byte] == '#')) {
		r->depth = matched;
		r->in_paragraph = false;
	} else
		r->in_paragraph = true;
	note_crude_fence(r, s, n, where);
	frontend_add_prose(r->doc, s, n, where);
}

/* Markdown ends a line at a bare CR, other readers do not. */
static void
note_bare_cr(struct document *doc, const char *s, size_t n,
    struct frontend_line where)
{
	const char *cr = memchr(s, '\r', n);

	if (cr != NULL && (size_t)(cr - s) + 1 < n)
		frontend_add_note(doc, "markdown-line-end", where,
		    column_of(s, (size_t)(cr - s)), cr, 1);
}

void
frontend_markdown(const char *bytes, size_t n, struct document *doc)
{
	struct reader r = { .doc = doc };
	struct frontend_line where = { .line = 1 };
	const char *end;
	size_t len, i;

	if (n >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
		bytes += 3;
		n -= 3;
	}
	for (; n > 0 && !doc->full; where.line++) {
		end = memchr(bytes, '\n', n);
		len = end != NULL ? (size_t)(end - bytes) : n;
		note_bare_cr(doc, bytes, len, where);
		read_line(&r, bytes, len, where);
		len += end != NULL;
		bytes += len;
		n -= len;
	}
	if (r.in_fence)
		end_fence(&r, false);
	for (i = 0; i < doc->nblocks && !r.has_tagged; i++)
		doc->blocks[i].aside = false;
}
