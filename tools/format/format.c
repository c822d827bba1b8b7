/* What the formats share: finding one, and lines of a submission. */
#include "format.h"

#include "../frontend/frontend.h"
#include "../../supervisor/base/mem.h"

#define FINGERPRINT_BYTES	256

static const struct format *const formats[] = {
	&format_text, &format_json, &format_sarif, &format_github, NULL
};

const char *const format_names[] = {
	"text", "json", "sarif", "github", NULL
};

const struct format *
format_find(const char *name)
{
	size_t i;

	for (i = 0; formats[i] != NULL; i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}

void
page_free(struct page *page)
{
	free(page->starts);
	*page = (struct page){ 0 };
}

static void
find_starts(struct page *page)
{
	const char *s = page->bytes, *end = page->bytes + page->n;

	while (s < end) {
		*MEM_PUSH(page->starts, page->nstarts, page->starts_cap) =
		    (size_t)(s - page->bytes);
		s = memchr(s, '\n', (size_t)(end - s));
		if (s == NULL)
			return;
		s++;
	}
}

bool
page_line(struct page *page, uint32_t cell, uint32_t line,
    const char **ret, size_t *ret_n)
{
	size_t index = line - 1, start, end;

	if (page->starts == NULL)
		find_starts(page);
	if (page->doc != NULL)
		index = frontend_find_line(page->doc, cell, line);
	if (index >= page->nstarts)
		return false;
	start = page->starts[index];
	end = index + 1 < page->nstarts ? page->starts[index + 1] - 1 :
	    page->n;
	if (end > start && page->bytes[end - 1] == '\n')
		end--;
	if (end > start && page->bytes[end - 1] == '\r')
		end--;
	*ret = page->bytes + start;
	*ret_n = end - start;
	return true;
}

size_t
page_seek(struct page *page, const char *line, size_t n, uint32_t column)
{
	uint32_t at = 1;
	size_t i = 0, len;

	if (page->seek_line == line && page->seek_column <= column) {
		at = page->seek_column;
		i = page->seek_byte;
	}
	for (; i < n && at < column; at++) {
		len = u8_decode(line + i, n - i, NULL);
		i += len > 0 ? len : 1;
	}
	page->seek_line = line;
	page->seek_column = at;
	page->seek_byte = i;
	return i;
}

void
page_fingerprint(struct page *page, const struct finding *f, struct hash *ret)
{
	char text[FINGERPRINT_BYTES];
	struct hash_state state;
	const char *line = "";
	size_t n = 0, i, kept = 0;

	page_line(page, f->span.cell, f->span.line, &line, &n);
	for (i = 0; i < n && kept < sizeof(text); i++)
		if (line[i] != ' ' && line[i] != '\t')
			text[kept++] = line[i];
	hash_begin(&state);
	hash_update(&state, f->rule, strlen(f->rule) + 1);
	hash_update(&state, text, kept);
	hash_end(&state, ret);
}

struct range {
	unsigned first, last;
};

static bool
in_ranges(unsigned cp, const struct range *ranges, size_t n)
{
	size_t low = 0, middle;

	while (low < n) {
		middle = low + (n - low) / 2;
		if (cp > ranges[middle].last)
			low = middle + 1;
		else if (cp < ranges[middle].first)
			n = middle;
		else
			return true;
	}
	return false;
}

/*
 * The blocks that terminals agree on. Tables of the C library would need a
 * locale, which a static program does not have.
 */
unsigned
page_width(unsigned cp)
{
	static const struct range none[] = {
		{ 0x300, 0x36f }, { 0x483, 0x489 }, { 0x591, 0x5bd },
		{ 0x610, 0x61a }, { 0x64b, 0x65f }, { 0x900, 0x902 },
		{ 0x93c, 0x93c }, { 0xe31, 0xe31 }, { 0xe34, 0xe3a },
		{ 0xe47, 0xe4e }, { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
		{ 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f },
		{ 0x1f3fb, 0x1f3ff },
	}, wide[] = {
		{ 0x1100, 0x115f }, { 0x231a, 0x231b }, { 0x23e9, 0x23ec },
		{ 0x25fd, 0x25fe }, { 0x2614, 0x2615 }, { 0x2648, 0x2653 },
		{ 0x26aa, 0x26ab }, { 0x26bd, 0x26be }, { 0x26c4, 0x26c5 },
		{ 0x2705, 0x2705 }, { 0x270a, 0x270b }, { 0x2728, 0x2728 },
		{ 0x274c, 0x274c }, { 0x2753, 0x2755 }, { 0x2757, 0x2757 },
		{ 0x2795, 0x2797 }, { 0x2b1b, 0x2b1c }, { 0x2b50, 0x2b50 },
		{ 0x2e80, 0x303e }, { 0x3041, 0x33ff }, { 0x3400, 0x4dbf },
		{ 0x4e00, 0x9fff }, { 0xa000, 0xa4cf }, { 0xa960, 0xa97f },
		{ 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f },
		{ 0xff00, 0xff60 }, { 0xffe0, 0xffe6 }, { 0x17000, 0x18cff },
		{ 0x1b000, 0x1b2ff }, { 0x1f18e, 0x1f18e },
		{ 0x1f191, 0x1f19a }, { 0x1f200, 0x1f320 },
		{ 0x1f32d, 0x1f393 }, { 0x1f3a0, 0x1f3fa },
		{ 0x1f400, 0x1f64f }, { 0x1f680, 0x1f6ff },
		{ 0x1f7e0, 0x1f7eb }, { 0x1f90c, 0x1f9ff },
		{ 0x1fa70, 0x1faff }, { 0x20000, 0x3fffd },
	};

	if (cp < 0x300)
		return 1;
	if (in_ranges(cp, none, ARRAY_SIZE(none)))
		return 0;
	return in_ranges(cp, wide, ARRAY_SIZE(wide)) ? 2 : 1;
}
