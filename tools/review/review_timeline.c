/*
 * sallyport review timeline: every call of a traced run, a lane for each
 * task; or as trace events (review_chrome.c), which Perfetto opens.
 */
#include "review.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/ioctl.h>

#include "review_calls.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/syscalls.h"

#define LANES_MOST	64
#define LABEL		22
#define TOP		12

static const char letters[] = "fnmpwo";		/* by enum calls_class */

static int
terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
	    size.ws_col >= 40)
		return size.ws_col > 400 ? 400 : size.ws_col;
	return 100;
}

/*
 * What a cell of a lane shows: a refused call, else the class that has most
 * calls there, else that it waited inside one, or ran code of its own.
 */
static char
cell_of(const unsigned counts[CALLS_NCLASSES], bool refused, bool inside)
{
	unsigned most = 0;
	int i, best = -1;

	if (refused)
		return '!';
	for (i = 0; i < CALLS_NCLASSES; i++) {
		if (counts[i] > most) {
			most = counts[i];
			best = i;
		}
	}
	return best >= 0 ? letters[best] : inside ? '-' : '.';
}

static void
draw_lane(const struct calls_file *f, const struct calls_lane *lane,
    int cells, struct buf *out)
{
	unsigned (*counts)[CALLS_NCLASSES] = mem_new((size_t)cells,
	    sizeof(*counts));
	bool *refused = mem_new((size_t)cells, sizeof(bool));
	bool *inside = mem_new((size_t)cells, sizeof(bool));
	int64_t span = f->end + 1;
	int i, from, to;

	for (size_t k = 0; k < f->n; k++) {
		const struct calls_item *c = &f->items[k];

		if (c->tid != lane->tid || c->us < lane->from ||
		    c->us > lane->to)
			continue;
		from = (int)(c->us * cells / span);
		to = (int)((c->us + c->ns / 1000) * cells / span);
		if (from >= cells)
			continue;
		counts[from][c->class]++;
		refused[from] |= calls_is_refused(c);
		for (i = from; i <= to && i < cells; i++)
			inside[i] = true;
	}
	from = (int)(lane->from * cells / span);
	to = (int)(lane->to * cells / span);
	for (i = 0; i < cells; i++)
		buf_addc(out, i < from || i > to ? ' ' :
		    cell_of(counts[i], refused[i], inside[i]));
	free(counts);
	free(refused);
	free(inside);
}

struct total {
	int	 nr;
	size_t	 calls, refused;
	uint64_t ns;
};

static int
compare_totals(const void *a, const void *b)
{
	const struct total *x = a, *y = b;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return x->nr - y->nr;
}

static void
draw_totals(const struct calls_file *f, struct buf *out)
{
	struct total *all = mem_new(SYSCALL_MAX, sizeof(*all));
	size_t i;

	for (i = 0; i < SYSCALL_MAX; i++)
		all[i].nr = (int)i;
	for (i = 0; i < f->n; i++) {
		const struct calls_item *c = &f->items[i];

		if (c->nr < 0 || c->nr >= SYSCALL_MAX)
			continue;
		all[c->nr].calls++;
		all[c->nr].ns += (uint64_t)c->ns;
		all[c->nr].refused += calls_is_refused(c);
	}
	qsort(all, SYSCALL_MAX, sizeof(*all), compare_totals);
	buf_adds(out, "\n   calls  refused        ms  call\n");
	for (i = 0; i < TOP && all[i].calls > 0; i++) {
		buf_addf(out, "%8zu %8zu %9llu  ", all[i].calls,
		    all[i].refused,
		    (unsigned long long)(all[i].ns / 1000000));
		calls_add_name(out, all[i].nr);
		buf_addc(out, '\n');
	}
	free(all);
}

/* What a lane is called: its program; the first one's is in the record. */
static void
label_lane(const struct calls_lane *lane, const struct review_entry *e,
    char ret[LABEL + 1])
{
	const char *image = lane->image, *slash;
	int n = (int)lane->image_len;

	if (lane->parent == 0 && n == 1 && *image == '?' &&
	    js_get_str(e->intent, "executable") != NULL) {
		image = js_get_str(e->intent, "executable");
		n = (int)strlen(image);
	}
	slash = memrchr(image, '/', (size_t)n);
	if (slash != NULL) {
		n -= (int)(slash + 1 - image);
		image = slash + 1;
	}
	snprintf(ret, LABEL + 1, "%s%d %.*s", lane->tid == lane->tgid ? "" :
	    "  ", (int)lane->tid, n, image);
}

void
review_draw_calls(struct buf *out, const struct calls_file *f,
    const struct review_entry *e, int width)
{
	int cells = width - LABEL - 2;
	char label[LABEL + 1];
	size_t i;

	buf_addf(out, "%llu calls, %zu task%s, %lld.%03lld ms; a cell is "
	    "%lld us\n", (unsigned long long)f->total, f->nlanes,
	    f->nlanes == 1 ? "" : "s",
	    (long long)(f->end / 1000), (long long)(f->end % 1000),
	    (long long)(f->end / cells + 1));
	if (f->lost > 0)
		buf_addf(out, "TRUNCATED: the last %llu calls are not in the "
		    "file\n", (unsigned long long)f->lost);
	if (!f->whole)
		buf_adds(out, "INCOMPLETE: the file has no end\n");
	for (i = 0; i < f->nlanes && i < LANES_MOST; i++) {
		label_lane(&f->lanes[i], e, label);
		for (char *p = label; *p != '\0'; p++)
			if ((unsigned char)*p < 32 || (unsigned char)*p > 126)
				*p = '?';
		buf_addf(out, "%-*s |", LABEL, label);
		draw_lane(f, &f->lanes[i], cells, out);
		buf_adds(out, "|\n");
	}
	if (f->nlanes > LANES_MOST)
		buf_addf(out, "and %zu more\n", f->nlanes - LANES_MOST);
	buf_adds(out, "f file  n network  m memory  p process  w wait  "
	    "o other  ! refused  - inside a call  . in its own code\n");
	draw_totals(f, out);
}

static int
write_file(const char *file, const struct buf *out)
{
	auto_fd int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
	    0600);
	int r = fd < 0 ? -errno : fdio_write_all(fd, out->data, out->len);

	if (r == 0)
		return 0;
	cmd_error(&cmd_review, "%s: %s", file, strerror(-r));
	return cmd_review.failure;
}

static int
show(struct review_log *log, const char *id, const char *file)
{
	struct review_entry *e = review_find(log, id, false);
	auto_buf struct buf out = BUF_INIT;
	struct calls_file f;
	int r;

	if (e == NULL)
		return 1;
	e->wanted = true;
	r = review_fill(log);
	if (r != 0)
		return r;
	r = calls_file_read(log, e, &f);
	if (r < 0) {
		cmd_error(&cmd_review, r == -ENOENT ? "%s was not run with "
		    "--trace" : r == -EBADMSG ? "%s: the file of its calls "
		    "is not the one that the log holds" : r == -ENODATA ?
		    "%s: the file of its calls is gone" :
		    "%s: the file of its calls cannot be read", id);
		return r == -ENOENT ? 1 : cmd_review.failure;
	}
	if (file == NULL) {
		review_draw_calls(&out, &f, e, terminal_width());
		r = review_print(&out);
	} else {
		review_chrome_calls(&out, &f, e);
		r = strcmp(file, "-") == 0 ? review_print(&out) :
		    write_file(file, &out);
	}
	calls_file_free(&f);
	return r;
}

static int
run_timeline(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		{ "chrome", required_argument, NULL, 'c' },
		{ NULL, 0, NULL, 0 }
	};
	const char *given = NULL, *file = NULL;
	auto_free char *path = NULL;
	struct review_log log;
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		if (c == 'a')
			given = optarg;
		else if (c == 'c')
			file = optarg;
		else
			return cmd_review.failure;
	}
	if (optind + 1 != argc)
		return cmd_usage(&cmd_review, "timeline takes one ID");
	path = review_path(given);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0)
		r = show(&log, argv[optind], file);
	review_close(&log);
	return r;
}

const struct cmd_word review_word_timeline = {
	.name = "timeline",
	.usage = "[--chrome FILE] [--audit FILE] ID",
	.summary = "the calls of a run with --trace, a lane for each task",
	.help =
	"    --chrome FILE        as trace events for Perfetto; - is stdout\n",
	.run = run_timeline,
};
