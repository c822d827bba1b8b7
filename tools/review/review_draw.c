/* The page's drawings: when, and who started whom. */
#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "review.h"
#include "review_calls.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

#define LANES_MOST	40
#define CELLS		300
#define WIDTH		1000
#define LEFT		150
#define ROW		18
#define MARKS_MOST	200
#define DEPTH_MOST	24
#define PROCESSES_MOST	500

enum { EMPTY = 0, INSIDE, FIRST_CLASS, REFUSED = FIRST_CLASS +
	CALLS_NCLASSES };

static const char *
paint(int cell)
{
	if (cell == INSIDE)
		return "in";
	return cell == REFUSED ? "refused" :
	    calls_class_name(cell - FIRST_CLASS);
}

/* One row of cells: the class with most calls, a refusal over all. */
static void
fill_row(const struct calls_file *f, const struct calls_lane *lane,
    int row[CELLS])
{
	unsigned (*counts)[CALLS_NCLASSES] = mem_new(CELLS, sizeof(*counts));
	int64_t span = f->end + 1;
	int i, k, from, to;

	memset(row, 0, CELLS * sizeof(*row));
	for (size_t n = 0; n < f->n; n++) {
		const struct calls_item *c = &f->items[n];

		if (c->tid != lane->tid || c->us < lane->from ||
		    c->us > lane->to)
			continue;
		from = (int)(c->us * CELLS / span);
		to = (int)((c->us + c->ns / 1000) * CELLS / span);
		for (i = from; i <= to && i < CELLS; i++)
			if (row[i] == EMPTY)
				row[i] = INSIDE;
		if (from >= CELLS)
			continue;
		counts[from][c->class]++;
		if (calls_is_refused(c))
			row[from] = REFUSED;
	}
	for (i = 0; i < CELLS; i++) {
		unsigned most = 0;

		for (k = 0; k < CALLS_NCLASSES && row[i] != REFUSED; k++) {
			if (counts[i][k] > most) {
				most = counts[i][k];
				row[i] = FIRST_CLASS + k;
			}
		}
	}
	free(counts);
}

static void
draw_lane(struct buf *out, const struct calls_file *f,
    const struct calls_lane *lane, int y)
{
	int row[CELLS], i, from;

	fill_row(f, lane, row);
	buf_addf(out, "<text x=\"%d\" y=\"%d\">%d ", lane->tid == lane->tgid ?
	    6 : 18, y + 12, (int)lane->tid);
	if (lane->image_len > 1) {
		const char *slash = memrchr(lane->image, '/',
		    lane->image_len);
		const char *image = slash != NULL ? slash + 1 : lane->image;
		size_t n = (size_t)(lane->image + lane->image_len - image);

		page_add_n(out, image, n > 12 ? 12 : n);
	}
	buf_adds(out, "</text>");
	for (i = 0; i < CELLS; i = from) {
		for (from = i; from < CELLS && row[from] == row[i]; from++)
			;
		if (row[i] == EMPTY)
			continue;
		buf_addf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" "
		    "width=\"%.1f\" height=\"%d\"/>", paint(row[i]),
		    LEFT + i * (WIDTH - LEFT) / (double)CELLS, y + 3,
		    (from - i) * (WIDTH - LEFT) / (double)CELLS, ROW - 6);
	}
	buf_addc(out, '\n');
}

/* Milliseconds from the intent to this record. */
static int64_t
offset_of(const struct review_entry *e, const struct json *record)
{
	int64_t ms = js_get_num(record, "time") - js_get_num(e->intent,
	    "time");

	return ms > 0 ? ms : 0;
}

static bool
is_violation(const struct json *record)
{
	return js_get(record, "violation") != NULL;
}

/* A diamond for each violation, where the log has it. */
static void
draw_violations(struct buf *out, const struct review_entry *e, double span_ms,
    int y)
{
	size_t shown = 0;
	double x;

	buf_addf(out, "<text x=\"6\" y=\"%d\">violations</text>", y + 12);
	for (size_t i = 0; i < js_len(e->events) && shown < MARKS_MOST; i++) {
		const struct json *record = js_at(e->events, i);
		const struct json *v = js_get(record, "violation");

		if (!is_violation(record))
			continue;
		shown++;
		x = LEFT + (double)offset_of(e, record) / span_ms *
		    (WIDTH - LEFT - 10) + 5;
		buf_addf(out, "<path class=\"refused\" d=\"M%.1f %d l6 6 l-6 "
		    "6 l-6 -6z\"><title>%lld ms: ", x, y + 3,
		    (long long)offset_of(e, record));
		page_add(out, js_get_str(v, "syscall"));
		buf_adds(out, ", ");
		page_add(out, js_get_str(v, "rule"));
		buf_adds(out, "</title></path>");
	}
	buf_addc(out, '\n');
}

static void
draw_axis(struct buf *out, double span_ms, int height)
{
	for (int i = 0; i <= 4; i++) {
		int x = LEFT + i * (WIDTH - LEFT) / 4;

		buf_addf(out, "<line class=\"axis\" x1=\"%d\" y1=\"0\" "
		    "x2=\"%d\" y2=\"%d\"/><text x=\"%d\" y=\"%d\"%s>"
		    "%.1f ms</text>", x, x, height - ROW, x, height - 5,
		    i == 4 ? " text-anchor=\"end\"" : "", span_ms * i / 4);
	}
	buf_addc(out, '\n');
}

static void
add_key(struct buf *out)
{
	int i;

	buf_adds(out, "<p class=\"k d\">");
	for (i = INSIDE; i <= REFUSED; i++)
		buf_addf(out, "<span><svg viewBox=\"0 0 10 10\" aria-hidden="
		    "\"true\"><rect class=\"%s\" width=\"10\" height=\"10\"/>"
		    "</svg>%s</span>", paint(i), i == INSIDE ?
		    "inside a call" : paint(i));
	buf_adds(out, "</p>\n");
}

void
page_timeline(struct buf *out, const struct review_entry *e,
    const struct calls_file *f)
{
	int64_t wall = js_get_num(js_get(e->outcome, "usage"), "wall_ms");
	size_t lanes = f == NULL ? 0 : f->nlanes, i;
	double span_ms = wall > 0 ? (double)wall : 1;
	int height;

	if (lanes > LANES_MOST)
		lanes = LANES_MOST;
	for (i = 0; i < js_len(e->events); i++) {
		const struct json *record = js_at(e->events, i);

		if (is_violation(record) &&
		    (double)offset_of(e, record) > span_ms)
			span_ms = (double)offset_of(e, record);
	}
	if (f != NULL && (double)f->end / 1000 > span_ms)
		span_ms = (double)f->end / 1000;
	height = ((int)lanes + 2) * ROW + 4;
	buf_addf(out, "<h3>Timeline</h3>\n<svg class=\"chart\" viewBox=\"0 0 %d %d\" "
	    "role=\"img\" aria-label=\"violations%s over time\">\n", WIDTH,
	    height, f != NULL ? " and system calls" : "");
	draw_axis(out, f != NULL ? (double)f->end / 1000 : span_ms, height);
	draw_violations(out, e, f != NULL ? (double)f->end / 1000 + 1 :
	    span_ms, 0);
	for (i = 0; i < lanes; i++)
		draw_lane(out, f, &f->lanes[i], ROW * ((int)i + 1));
	buf_adds(out, "</svg>\n");
	if (f == NULL)
		return;
	add_key(out);
	buf_addf(out, "<p class=\"d\">%llu system calls of %zu task%s%s",
	    (unsigned long long)f->total, f->nlanes,
	    f->nlanes == 1 ? "" : "s",
	    f->nlanes > lanes ? ", not all shown" : "");
	if (f->lost > 0)
		buf_addf(out, "; truncated: the last %llu calls were not kept",
		    (unsigned long long)f->lost);
	buf_adds(out, ". Violations stand where the log has them, which can "
	    "be some milliseconds late.</p>\n");
}

static void
add_process(struct buf *out, const struct calls_file *f, size_t at,
    const struct review_entry *e, int depth, bool *shown)
{
	const struct calls_lane *p = &f->lanes[at];
	const char *exe = js_get_str(e->intent, "executable");
	size_t i, threads = 0, children = 0, calls = 0, refused = 0;

	for (i = 0; i < f->nlanes; i++) {
		const struct calls_lane *t = &f->lanes[i];

		if (t->tgid == p->tgid && t->from >= p->from &&
		    t->from <= p->to) {
			threads += t->tid != t->tgid;
			calls += t->calls;
			refused += t->refused;
		}
	}
	buf_addf(out, "<li><span class=\"m\">%d ", (int)p->tid);
	if (p->image_len > 1)
		page_add_n(out, p->image, p->image_len);
	else if (p->parent == 0)
		page_add(out, exe);
	else
		buf_adds(out, "(its parent's program)");
	buf_addf(out, "</span> <span class=\"d\">%zu calls", calls);
	if (refused > 0)
		buf_addf(out, ", %zu refused", refused);
	if (threads > 0)
		buf_addf(out, ", %zu more thread%s", threads,
		    threads > 1 ? "s" : "");
	if (p->status >= 0)
		buf_addf(out, ", %s %d", (p->status & 0x7f) == 0 ? "exit" :
		    "signal", (p->status & 0x7f) == 0 ? p->status >> 8 & 0xff :
		    p->status & 0x7f);
	buf_adds(out, "</span>");
	for (i = at + 1; i < f->nlanes && depth < DEPTH_MOST; i++) {
		const struct calls_lane *c = &f->lanes[i];
		bool ours = false;

		if (c->tid != c->tgid || c->parent == 0)
			continue;
		for (size_t k = i; k-- > 0 && !ours;)
			if (f->lanes[k].tid == c->parent) {
				ours = f->lanes[k].tgid == p->tgid;
				break;
			}
		if (!ours || shown[i])
			continue;
		shown[i] = true;
		buf_adds(out, children++ == 0 ? "<ul>" : "");
		add_process(out, f, i, e, depth + 1, shown);
	}
	buf_adds(out, children > 0 ? "</ul></li>\n" : "</li>\n");
}

void
page_processes(struct buf *out, const struct calls_file *f,
    const struct review_entry *e)
{
	/* A forest of thousands helps nobody, and takes its square in time. */
	bool shown[PROCESSES_MOST] = { false };

	if (f->nlanes == 0 || f->nlanes > PROCESSES_MOST)
		return;
	buf_adds(out, "<h3>Processes</h3>\n<ul class=\"tree\">");
	add_process(out, f, 0, e, 0, shown);
	buf_adds(out, "</ul>\n");
}
