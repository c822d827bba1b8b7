/*
 * Any bytes as Markdown and as a notebook: the program, its map and what is
 * shown stay in step, every place can be found again, and no line that opens
 * a Python fence goes by without a block or a note.
 */
#include "standalone.h"

#include "tools/format/format.h"
#include "tools/frontend/frontend.h"

static void
must(bool held)
{
	if (!held)
		abort();
}

static size_t
count_lines(const struct buf *text)
{
	size_t n = 0, i;

	for (i = 0; i < text->len; i++)
		n += text->data[i] == '\n';
	return n;
}

static bool
is_noted(const struct document *doc, uint32_t cell, uint32_t line)
{
	size_t i;

	for (i = 0; i < doc->nnotes; i++)
		if (doc->notes[i].cell == cell && doc->notes[i].line == line)
			return true;
	return false;
}

/* The last character of each line of the program stands where the map says. */
static void
check_map(const struct document *doc)
{
	struct page page = { .bytes = doc->shown.data, .n = doc->shown.len,
	    .doc = doc };
	const struct frontend_line *l;
	const char *s = doc->program.data, *end, *line;
	uint32_t column;
	size_t i, k, n, len, at;

	for (i = 0; i < doc->nlines; i++, s = end + 1) {
		l = &doc->lines[i];
		end = memchr(s, '\n', doc->program.len -
		    (size_t)(s - doc->program.data));
		must(end != NULL);
		must(frontend_find_line(doc, l->cell, l->line) == i);
		must(page_line(&page, l->cell, l->line, &line, &n));
		if (is_noted(doc, l->cell, l->line))
			continue;
		for (k = 0, len = 0, column = 0; s + k < end; k += len) {
			len = u8_decode(s + k, (size_t)(end - s) - k, NULL);
			len = len > 0 ? len : 1;
			column++;
		}
		if (k == 0 || s[k - 1] == '\r' || s[k - 1] == ' ' ||
		    s[k - 1] == '\t')
			continue;
		must((int64_t)column + l->shift >= 1);
		at = page_seek(&page, line, n,
		    (uint32_t)((int64_t)column + l->shift));
		must(at + len <= n && memcmp(line + at, end - len, len) == 0);
	}
	page_free(&page);
}

static void
check_document(const struct document *doc)
{
	size_t i, before = 0;

	must(count_lines(&doc->program) == doc->nlines);
	must(count_lines(&doc->shown) == doc->nlines);
	for (i = 0; i < doc->nblocks; i++) {
		must(doc->blocks[i].first >= before);
		before = doc->blocks[i].first + doc->blocks[i].count;
		must(before <= doc->nlines);
		must(doc->blocks[i].byte <= doc->blocks[i].end_byte);
		must(doc->blocks[i].end_byte <= doc->program.len);
	}
	for (i = 0; i < doc->nnotes; i++)
		must(doc->notes[i].line >= 1 && doc->notes[i].column >= 1 &&
		    doc->notes[i].end_column > doc->notes[i].column);
	if (doc->nlines > 0)
		check_map(doc);
}

static bool
has_block(const struct document *doc, uint32_t line)
{
	size_t i;

	for (i = 0; i < doc->nblocks; i++)
		if (doc->blocks[i].line == line)
			return true;
	return false;
}

static void
check_fences(const struct document *doc, const char *s, size_t n)
{
	static const char fence[] = "```python\n";
	uint32_t line = 1;
	size_t i;

	if (n >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0) {
		s += 3;
		n -= 3;
	}
	for (i = 0; i < n && !doc->full; i++) {
		if ((i == 0 || s[i - 1] == '\n') &&
		    n - i >= sizeof(fence) - 1 &&
		    memcmp(s + i, fence, sizeof(fence) - 1) == 0)
			must(has_block(doc, line + 1) ||
			    is_noted(doc, 0, line));
		line += s[i] == '\n';
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct document doc = { 0 };
	char *copy = malloc(n + 1);

	if (copy == NULL)
		return 0;
	memcpy(copy, data, n);
	copy[n] = '\0';
	frontend_markdown(copy, n, &doc);
	check_document(&doc);
	check_fences(&doc, copy, n);
	frontend_free(&doc);
	frontend_notebook(copy, n, &doc);
	check_document(&doc);
	frontend_free(&doc);
	free(copy);
	return 0;
}
