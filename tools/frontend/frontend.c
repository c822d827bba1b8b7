/* What the front ends share: the document they fill. */
#include "frontend.h"

#include <strings.h>

#include "../../supervisor/base/mem.h"

void
frontend_free(struct document *doc)
{
	size_t i;

	for (i = 0; i < doc->nnotes; i++)
		free(doc->notes[i].text);
	free(doc->notes);
	free(doc->lines);
	free(doc->blocks);
	buf_free(&doc->program);
	buf_free(&doc->shown);
	*doc = (struct document){ 0 };
}

static bool
has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix);

	return n > m && strcasecmp(name + n - m, suffix) == 0;
}

enum frontend
frontend_by_name(const char *name)
{
	if (has_suffix(name, ".md") || has_suffix(name, ".markdown"))
		return FRONTEND_MARKDOWN;
	if (has_suffix(name, ".ipynb"))
		return FRONTEND_NOTEBOOK;
	return FRONTEND_PYTHON;
}

size_t
frontend_find_line(const struct document *doc, uint32_t cell, uint32_t line)
{
	size_t low = 0, high = doc->nlines, middle;
	const struct frontend_line *l;

	while (low < high) {
		middle = low + (high - low) / 2;
		l = &doc->lines[middle];
		if (l->cell < cell || (l->cell == cell && l->line < line))
			low = middle + 1;
		else
			high = middle;
	}
	if (low < doc->nlines && doc->lines[low].cell == cell &&
	    doc->lines[low].line == line)
		return low;
	return SIZE_MAX;
}

static void
add_note(struct document *doc, const char *word, struct frontend_line where,
    uint32_t column, uint32_t width, char *text)
{
	struct frontend_note *note;

	note = MEM_PUSH(doc->notes, doc->nnotes, doc->notes_cap);
	note->word = word;
	note->cell = where.cell;
	note->line = where.line;
	note->column = column;
	note->end_column = column + (width > 0 ? width : 1);
	note->text = text;
}

/* What is not read any more is refused as a whole. */
static void
refuse_rest(struct document *doc, struct frontend_line where)
{
	if (doc->full)
		return;
	doc->full = true;
	add_note(doc, "document-too-large", where, 1, 1, mem_strdup(""));
}

void
frontend_add_line(struct document *doc, const char *code, size_t n,
    const char *written, size_t nwritten, struct frontend_line where)
{
	*MEM_PUSH(doc->lines, doc->nlines, doc->lines_cap) = where;
	if (doc->nlines == FRONTEND_MAX_LINES)
		refuse_rest(doc, where);
	buf_add(&doc->program, code, n);
	buf_addc(&doc->program, '\n');
	buf_add(&doc->shown, written, nwritten);
	buf_addc(&doc->shown, '\n');
}

void
frontend_add_prose(struct document *doc, const char *written, size_t n,
    struct frontend_line where)
{
	frontend_add_line(doc, "", 0, written, n, where);
}

void
frontend_add_note(struct document *doc, const char *word,
    struct frontend_line where, uint32_t column, const char *text, size_t n)
{
	uint32_t width = 0;
	size_t i, len;

	if (doc->full)
		return;
	for (i = 0; i < n; i += len) {
		len = u8_decode(text + i, n - i, NULL);
		len = len > 0 ? len : 1;
		width++;
	}
	add_note(doc, word, where, column, width, mem_strndup(text, n));
	if (doc->nnotes == FRONTEND_MAX_NOTES)
		refuse_rest(doc, where);
}

void
frontend_begin_block(struct document *doc, struct frontend_lexer *lx,
    uint32_t cell, uint32_t line)
{
	struct frontend_block *block;

	*lx = (struct frontend_lexer){ 0 };
	block = MEM_PUSH(doc->blocks, doc->nblocks, doc->blocks_cap);
	block->cell = cell;
	block->line = line;
	block->first = doc->nlines;
	block->byte = doc->program.len;
}

void
frontend_end_block(struct document *doc)
{
	struct frontend_block *block = &doc->blocks[doc->nblocks - 1];

	block->count = doc->nlines - block->first;
	block->end_byte = doc->program.len;
}
