#include "rules_diag.h"

#include <stdarg.h>

#include "buf.h"

#define SHOWN_MAX	100	/* columns of the line that are shown */
#define WORD_MAX	40	/* longer words get no suggestion */

bool
rules_diag_full(const struct rules_diag *diag)
{
	return diag->count >= RULES_MAX_ERRORS;
}

static uint32_t
rules_diag_line(const struct rules_file *file, uint32_t off)
{
	uint32_t line = 1, i;

	for (i = 0; i < off && i < file->n; i++)
		line += file->text[i] == '\n';
	return line;
}

/* Code points; a byte that is no UTF-8 counts as one. */
static size_t
width(const char *s, size_t n)
{
	size_t columns = 0, i, len;

	for (i = 0; i < n; i += len, columns++) {
		len = u8_decode(s + i, n - i, NULL);
		if (len == 0)
			len = 1;
	}
	return columns;
}

/* The same, but never in the middle of a code point. */
static size_t
step_back(const char *s, size_t at, size_t columns)
{
	while (at > 0 && columns > 0) {
		at--;
		if (((unsigned char)s[at] & 0xc0) != 0x80)
			columns--;
	}
	return at;
}

/* The line as one a terminal can show; tabs become single blanks. */
static void
add_shown(struct buf *out, const char *s, size_t n)
{
	size_t i, start = 0;

	for (i = 0; i <= n; i++) {
		if (i < n && s[i] != '\t')
			continue;
		buf_add_visible(out, s + start, i - start);
		if (i < n)
			buf_addc(out, ' ');
		start = i + 1;
	}
}

static void
add_line(struct buf *out, const struct rules_place *place, size_t start,
    size_t end)
{
	auto_buf struct buf before = BUF_INIT, marked = BUF_INIT,
	    after = BUF_INIT;
	const char *text = place->file->text;
	size_t from = start, to, mark = place->off, marks, i;

	if (mark > end)
		mark = end;
	to = mark + place->len < end ? mark + place->len : end;
	if (width(text + start, mark - start) > SHOWN_MAX / 2) {
		from = step_back(text, mark, SHOWN_MAX / 2);
		buf_adds(&before, "...");
	}
	if (to > mark + SHOWN_MAX)
		to = mark + SHOWN_MAX;
	if (end > to + SHOWN_MAX)
		end = to + SHOWN_MAX;
	add_shown(&before, text + from, mark - from);
	add_shown(&marked, text + mark, to - mark);
	add_shown(&after, text + to, end - to);
	buf_addf(out, "%s%s%s\n", buf_str(&before), buf_str(&marked),
	    buf_str(&after));
	marks = width(before.data, before.len);
	for (i = 0; i < marks; i++)
		buf_addc(out, ' ');
	buf_addc(out, '^');
	marks = width(marked.data, marked.len);
	for (i = 1; i < marks; i++)
		buf_addc(out, '~');
	buf_addc(out, '\n');
}

/*
 * What is no table may be anything, and somebody else's: its lines are not
 * shown. Comments and empty lines may stand before the line that begins it.
 */
static bool
is_table(const struct rules_file *file)
{
	static const char begin[] = "sallyport-rules";
	const char *p = file->text, *end = p + file->n, *line;

	for (; p < end; p = line + 1) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		if (p < end && *p != '#' && *p != '\n')
			break;
		line = memchr(p, '\n', (size_t)(end - p));
		if (line == NULL)
			return false;
	}
	return (size_t)(end - p) >= strlen(begin) &&
	    memcmp(p, begin, strlen(begin)) == 0;
}

void
rules_diag_error(struct rules_diag *diag, const struct rules_place *place,
    const char *fmt, ...)
{
	auto_buf struct buf message = BUF_INIT;
	const struct rules_file *file = place->file;
	size_t start, end;
	va_list ap;

	if (rules_diag_full(diag))
		return;
	diag->count++;
	va_start(ap, fmt);
	buf_vaddf(&message, fmt, ap);
	va_end(ap);

	start = place->off < file->n ? place->off : file->n;
	end = start;
	while (start > 0 && file->text[start - 1] != '\n')
		start--;
	while (end < file->n && file->text[end] != '\n')
		end++;
	buf_add_visible(diag->out, file->name, strlen(file->name));
	buf_addf(diag->out, ":%u:%zu: error: ",
	    rules_diag_line(file, place->off),
	    width(file->text + start, place->off - start) + 1);
	buf_add_visible(diag->out, message.data, message.len);
	buf_addc(diag->out, '\n');
	if (is_table(file))
		add_line(diag->out, place, start, end);
	if (rules_diag_full(diag))
		buf_addf(diag->out, "%s: error: %u errors; the rest is not "
		    "shown\n", file->name, RULES_MAX_ERRORS);
}

/* Edits to turn one into the other, a swap of neighbours counted as one. */
static size_t
distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *now = rows[2], *swap;
	size_t i, j, best;

	for (j = 0; j <= nb; j++)
		last[j] = j;
	for (i = 1; i <= na; i++) {
		now[0] = i;
		for (j = 1; j <= nb; j++) {
			best = last[j - 1] + (a[i - 1] != b[j - 1]);
			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			now[j] = best;
		}
		swap = before;
		before = last;
		last = now;
		now = swap;
	}
	return last[nb];
}

const char *
rules_diag_nearest(const char *word, const char *const *words)
{
	size_t n = strlen(word), len, found, least = SIZE_MAX;
	const char *nearest = NULL;

	if (n == 0 || n > WORD_MAX)
		return NULL;
	for (; *words != NULL; words++) {
		len = strlen(*words);
		if (len > WORD_MAX)
			continue;
		found = distance(word, n, *words, len);
		if (found < least && found * 3 <= (n > len ? n : len) + 1) {
			least = found;
			nearest = *words;
		}
	}
	return nearest;
}

void
rules_diag_suggest(struct buf *out, const char *word,
    const char *const *words)
{
	const char *nearest = rules_diag_nearest(word, words);

	buf_str(out);
	if (nearest != NULL)
		buf_addf(out, "; did you mean '%s'?", nearest);
}
