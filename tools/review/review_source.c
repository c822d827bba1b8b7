/*
 * Source on the page: what findings and the steps to them mean is marked, and
 * below a line stands what was found, or happened, there.
 */
#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

#define LINE_MOST	4096	/* bytes shown of one line */
#define FINDINGS_MOST	1000	/* marked; the gate reports fewer */
#define LINE_MARKS	64	/* in one line */
#define AROUND		2	/* lines shown with one of interest */

enum shade { PLAIN = 0, STEP, ALLOW, HOLD, BLOCK };

static const char *const shades[] = {
	[PLAIN] = "", [STEP] = "step", [ALLOW] = "allow", [HOLD] = "hold",
	[BLOCK] = "block",
};

/* From a column of a line to one of another, which is exclusive. */
struct span_mark {
	int64_t			 line, from, end_line, to;
	enum shade		 shade;
	const struct json	*what;		/* a finding, or a step */
};

struct source {
	struct buf		*out;
	size_t			 at;
	struct span_mark	*marks;
	size_t			 nmarks, cap;
	const struct page_notes	*notes;
};

const char *
page_class_of(const struct json *finding)
{
	const char *decision = js_get_str(finding, "decision");

	if (decision != NULL && strcmp(decision, "allow") == 0)
		return shades[ALLOW];
	return shades[decision != NULL && strcmp(decision, "hold") == 0 ?
	    HOLD : BLOCK];
}

/* A step names what stands there: ".codecs" begins behind the dot. */
static int64_t
step_width(const char *text)
{
	int64_t width = 0;

	if (text == NULL)
		return 0;
	for (text += *text == '.'; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x80 && strchr("_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
		    "klmnopqrstuvwxyz0123456789", c) == NULL)
			break;
		width += (c & 0xc0) != 0x80;
	}
	return width;
}

static void
add_marks(struct source *s, const struct json *finding)
{
	const struct json *chain = js_get(finding, "chain"), *step;
	struct span_mark mark = { .line = js_get_num(finding, "line"),
		.from = js_get_num(finding, "column"),
		.end_line = js_get_num(finding, "end_line"),
		.to = js_get_num(finding, "end_column"), .what = finding };
	const char *class = page_class_of(finding);

	if (js_get_num(finding, "cell") > 0)
		return;		/* lines of a cell are none of the file */
	for (int i = ALLOW; i <= BLOCK; i++)
		if (strcmp(class, shades[i]) == 0)
			mark.shade = (enum shade)i;
	*MEM_PUSH(s->marks, s->nmarks, s->cap) = mark;
	for (size_t i = 0; i < js_len(chain) && i < LINE_MARKS; i++) {
		int64_t width;

		step = js_at(chain, i);
		width = step_width(js_get_str(step, "text"));
		mark.line = mark.end_line = js_get_num(step, "line");
		mark.from = js_get_num(step, "column");
		/* What a text that is run says does not stand there. */
		if (width == 0 || js_len(js_get(step, "inner")) > 0 ||
		    mark.from < 1 || mark.from > INT32_MAX)
			continue;
		mark.to = mark.from + width;
		mark.shade = STEP;
		mark.what = step;
		*MEM_PUSH(s->marks, s->nmarks, s->cap) = mark;
	}
}

static bool
is_on(const struct span_mark *mark, int64_t line, int64_t column)
{
	return (line > mark->line || column >= mark->from) &&
	    (line < mark->end_line || column < mark->to);
}

/* Of several marks the gravest; of steps the first. */
static const struct span_mark *
mark_at(const struct span_mark *const *marks, size_t n, int64_t line,
    int64_t column)
{
	const struct span_mark *best = NULL;

	for (size_t i = 0; i < n; i++)
		if (is_on(marks[i], line, column) && (best == NULL ||
		    marks[i]->shade > best->shade))
			best = marks[i];
	return best;
}

static void
open_mark(struct buf *out, const struct span_mark *mark)
{
	bool step = mark->shade == STEP;

	buf_addf(out, "<mark class=\"%s\" title=\"", shades[mark->shade]);
	page_add(out, js_get_str(mark->what, step ? "text" : "rule"));
	buf_adds(out, ": ");
	page_add(out, js_get_str(mark->what, step ? "fact" : "message"));
	buf_adds(out, "\">");
}

static void
add_text(struct source *s, const char *p, const char *end, int64_t line)
{
	const struct span_mark *marks[LINE_MARKS], *now = NULL, *next;
	const char *start = p;
	int64_t column = 1;
	size_t n = 0, len;

	for (size_t i = 0; i < s->nmarks && n < LINE_MARKS; i++)
		if (line >= s->marks[i].line && line <= s->marks[i].end_line)
			marks[n++] = &s->marks[i];
	if (n == 0) {
		page_add_n(s->out, p, (size_t)(end - p));
		return;
	}
	for (; p <= end; column++) {
		next = p == end ? NULL : mark_at(marks, n, line, column);
		if (next != now || p == end) {
			page_add_n(s->out, start, (size_t)(p - start));
			buf_adds(s->out, now != NULL ? "</mark>" : "");
			if (next != NULL)
				open_mark(s->out, next);
			now = next;
			start = p;
		}
		if (p == end)
			break;
		len = u8_decode(p, (size_t)(end - p), NULL);
		p += len > 0 ? len : 1;
	}
}

/* Within `around` lines of one of which something was found, or met. */
static bool
is_hit(const struct source *s, int64_t line, int64_t around)
{
	int64_t from = line - around, to = line + around;

	for (size_t i = 0; i < s->nmarks; i++)
		if (s->marks[i].shade > STEP && to >= s->marks[i].line &&
		    from <= s->marks[i].end_line)
			return true;
	for (size_t i = 0; i < s->notes->n; i++)
		if (s->notes->items[i].line >= from &&
		    s->notes->items[i].line <= to)
			return true;
	return false;
}

/*
 * Only lines that something points to are anchors: the keyboard need not stop
 * at all others, and they are most of the page.
 */
static void
add_line(struct source *s, const char *p, const char *end, int64_t line)
{
	const char *stop = end;

	if (is_hit(s, line, 0))
		buf_addf(s->out, "<span class=\"l hit\" id=\"e%zu-L%lld\">"
		    "<a href=\"#e%zu-L%lld\">%lld</a>", s->at,
		    (long long)line, s->at, (long long)line, (long long)line);
	else
		buf_addf(s->out, "<span class=\"l\"><b>%lld</b>",
		    (long long)line);
	if (end - p > LINE_MOST) {
		/* Not through the midst of a character. */
		for (stop = p + LINE_MOST; stop > p + LINE_MOST - 4 &&
		    ((unsigned char)*stop & 0xc0) == 0x80; stop--)
			;
	}
	add_text(s, p, stop, line);
	buf_adds(s->out, "</span>");
	if (stop < end)
		buf_addf(s->out, "<span class=\"n block\">%zu more bytes of "
		    "this line are not on this page</span>",
		    (size_t)(end - stop));
	for (size_t i = 0; i < s->notes->n; i++) {
		const struct page_note *note = &s->notes->items[i];

		if (note->line != line)
			continue;
		buf_addf(s->out, "<span class=\"n %s\">", note->class);
		page_add(s->out, note->text);
		buf_adds(s->out, "</span>");
	}
}

void
page_source(struct buf *out, size_t at, size_t whole_at, const char *bytes,
    size_t n, const struct json *findings, const struct page_notes *notes)
{
	struct source s = { .out = out, .at = at, .notes = notes };
	const char *end = bytes + n, *newline;
	int64_t line, last = 0;

	for (size_t i = 0; i < js_len(findings) && i < FINDINGS_MOST; i++)
		add_marks(&s, js_at(findings, i));
	buf_adds(out, "<pre class=\"s\" tabindex=\"0\" role=\"region\" "
	    "aria-label=\"source\">");
	for (line = 1; bytes < end; line++) {
		newline = memchr(bytes, '\n', (size_t)(end - bytes));
		if (newline == NULL)
			newline = end;
		if (whole_at == 0 || is_hit(&s, line, AROUND)) {
			if (line > last + 1)
				buf_adds(out, "<span class=\"l\"><b>...</b>"
				    "</span>");
			add_line(&s, bytes, newline, line);
			last = line;
		}
		bytes = newline + 1;
	}
	buf_adds(out, "</pre>\n");
	if (whole_at != 0)
		buf_addf(out, "<p class=\"d\">The same code as <a href=\"#e%zu"
		    "\">above</a>, where all of it is shown.</p>\n", whole_at);
	free(s.marks);
}

void
page_note_add(struct page_notes *notes, int64_t line, const char *class,
    struct buf *text)
{
	struct page_note *note;

	/* What happens again at a line is said once. */
	for (size_t i = 0; i < notes->n; i++)
		if (notes->items[i].line == line &&
		    strcmp(notes->items[i].text, buf_str(text)) == 0)
			return;
	if (line < 1 || notes->n >= PAGE_NOTES_MOST)
		return;
	note = MEM_PUSH(notes->items, notes->n, notes->cap);
	note->line = line;
	note->class = class;
	note->text = mem_strdup(buf_str(text));
}

void
page_notes_free(struct page_notes *notes)
{
	for (size_t i = 0; i < notes->n; i++)
		free(notes->items[i].text);
	free(notes->items);
}
