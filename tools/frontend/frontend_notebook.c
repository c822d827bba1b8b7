/*
 * Jupyter notebooks, nbformat 3 and 4. The code cells in order are one
 * program. A place is the number of the cell, counted from 1 over all cells
 * as a reader sees them, and the line within it.
 *
 * A code cell is Python, and a notebook or cell that says otherwise is handed
 * to something that is not judged.
 */
#include "frontend.h"

#include "../../supervisor/base/json.h"

#define MAX_VALUES	500000

static void
refuse(struct document *doc, uint32_t cell, const char *why)
{
	struct frontend_line where = { .cell = cell, .line = 1 };

	frontend_add_note(doc, "notebook-malformed", where, 1, why,
	    strlen(why));
}

/*
 * Values are counted before any is made: each takes up to a hundred times the
 * bytes it is written with. Well-formed or not is the parser's to say.
 */
static bool
has_too_many_values(const char *s, size_t n)
{
	bool in_string = false;
	size_t i, values = 0;

	for (i = 0; i < n && values <= MAX_VALUES; i++)
		switch (s[i]) {
		case '"':
			in_string = !in_string;
			break;
		case '\\':
			i += in_string;
			break;
		case '{': case '[': case ',': case ':':
			values += !in_string;
			break;
		default:
			break;
		}
	return values > MAX_VALUES;
}

/* A cell's source is a string, or a list of strings to be joined. */
static int
read_source(const struct json *source, struct buf *out)
{
	const char *s;
	size_t i, n;

	s = js_as_text(source, &n);
	if (s != NULL) {
		buf_add(out, s, n);
		return 0;
	}
	if (!js_is_arr(source))
		return -EINVAL;
	for (i = 0; i < js_len(source); i++) {
		s = js_as_text(js_at(source, i), &n);
		if (s == NULL)
			return -EINVAL;
		buf_add(out, s, n);
	}
	return 0;
}

/* Nothing, or Python by one of the names it goes by. */
static bool
is_python(const struct json *language)
{
	const char *s = js_as_str(language);

	return language == NULL || (s != NULL &&
	    (strcasecmp(s, "python") == 0 || strcasecmp(s, "python3") == 0 ||
	    strcasecmp(s, "ipython") == 0 || strcasecmp(s, "ipython3") == 0));
}

static void
look_at_language(struct document *doc, uint32_t cell,
    const struct json *language)
{
	struct frontend_line where = { .cell = cell, .line = 1 };
	const char *s = js_as_str(language);

	if (!is_python(language))
		frontend_add_note(doc, "notebook-cell-magic", where, 1,
		    s != NULL ? s : "", s != NULL ? strlen(s) : 0);
}

/*
 * IPython takes the blanks before the first line that has anything else off
 * all lines that begin with them: else an indented cell would be read as part
 * of a function in the one before.
 */
static size_t
indent_of(const char *s, size_t n, const char **ret_blanks)
{
	size_t i, start = 0;

	for (i = 0; i < n && strchr(" \t\r\f\v\n", s[i]) != NULL; i++)
		if (s[i] == '\n')
			start = i + 1;
	for (i = start; i < n && (s[i] == ' ' || s[i] == '\t'); i++)
		;
	*ret_blanks = s + start;
	return i - start;
}

static void
add_cell(struct document *doc, uint32_t cell, const char *s, size_t n)
{
	struct frontend_line where = { .cell = cell, .line = 1 };
	struct frontend_lexer lx;
	const char *end, *blanks;
	size_t len, indent = indent_of(s, n, &blanks);

	frontend_begin_block(doc, &lx, cell, 1);
	end = memchr(s, '\n', n);
	lx.alone = end == NULL || end + 1 == s + n;
	for (; n > 0 && !doc->full; where.line++) {
		end = memchr(s, '\n', n);
		len = end != NULL ? (size_t)(end - s) : n;
		where.shift = len >= indent && memcmp(s, blanks, indent) == 0 ?
		    (int32_t)indent : 0;
		frontend_add_code(doc, &lx, s + where.shift, len -
		    (size_t)where.shift, s, len, where);
		len += end != NULL;
		s += len;
		n -= len;
	}
	frontend_end_block(doc);
	/* Nothing continues from one cell into the next. */
	frontend_add_prose(doc, "", 0, where);
}

/* One list of cells; returns the number of the last, or 0 if refused. */
static uint32_t
add_cells(struct document *doc, const struct json *cells, const char *key,
    uint32_t before)
{
	static const char *const prose[] = { "markdown", "raw", "heading",
	    "html", NULL };
	uint32_t number = before;
	const struct json *cell;
	const char *type;
	size_t i, k;

	for (i = 0; i < js_len(cells) && !doc->full; i++) {
		auto_buf struct buf source = BUF_INIT;

		number++;
		cell = js_at(cells, i);
		type = js_get_str(cell, "cell_type");
		for (k = 0; type != NULL && prose[k] != NULL; k++)
			if (strcmp(type, prose[k]) == 0)
				break;
		if (type != NULL && prose[k] != NULL)
			continue;
		if (type == NULL || strcmp(type, "code") != 0) {
			refuse(doc, number, "a cell of unknown type");
			return 0;
		}
		/* A reader of the other format would take the other one. */
		if (js_get(cell, "input") != NULL &&
		    js_get(cell, "source") != NULL) {
			refuse(doc, number, "a cell with two sources");
			return 0;
		}
		if (read_source(js_get(cell, key), &source) < 0) {
			refuse(doc, number, "a code cell without source text");
			return 0;
		}
		look_at_language(doc, number, js_get(cell, "language"));
		look_at_language(doc, number, js_get(js_get(js_get(cell,
		    "metadata"), "vscode"), "languageId"));
		add_cell(doc, number, buf_str(&source), source.len);
	}
	return number;
}

static void
read_worksheets(const struct json *sheets, struct document *doc)
{
	uint32_t number = 0, before;
	const struct json *cells;
	size_t i;

	for (i = 0; i < js_len(sheets); i++) {
		cells = js_get(js_at(sheets, i), "cells");
		if (!js_is_arr(cells)) {
			refuse(doc, 0, "a worksheet without cells");
			return;
		}
		before = number;
		number = add_cells(doc, cells, "input", before);
		if (number == 0 && js_len(cells) > 0)
			return;
	}
}

void
frontend_notebook(const char *bytes, size_t n, struct document *doc)
{
	static const char many[] = "more than 500,000 values of JSON";
	const struct frontend_line top = { .line = 1 };
	const struct json *cells, *sheets, *format, *meta;
	struct json *root;

	doc->has_cells = true;
	if (has_too_many_values(bytes, n)) {
		frontend_add_note(doc, "document-too-large", top, 1, many,
		    strlen(many));
		return;
	}
	if (js_parse(bytes, n, &root) < 0) {
		refuse(doc, 0, "not one well-formed JSON document");
		return;
	}
	meta = js_get(root, "metadata");
	cells = js_get(root, "cells");
	sheets = js_get(root, "worksheets");
	format = js_get(root, "nbformat");
	if (!js_is_num(format) || (js_as_num(format) != 3 &&
	    js_as_num(format) != 4))
		refuse(doc, 0, "nbformat is neither 3 nor 4");
	else if (cells != NULL && sheets != NULL)
		refuse(doc, 0, "both cells and worksheets");
	else if (!is_python(js_get(js_get(meta, "kernelspec"), "language")) ||
	    !is_python(js_get(js_get(meta, "language_info"), "name")))
		refuse(doc, 0, "its language is not Python");
	else if (js_as_num(format) == 4 && js_is_arr(cells))
		add_cells(doc, cells, "source", 0);
	else if (js_as_num(format) == 3 && js_is_arr(sheets))
		read_worksheets(sheets, doc);
	else
		refuse(doc, 0, "no cells");
	js_free(root);
}
