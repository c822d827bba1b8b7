/* sallyport review output: what a run gave out and a table held, once a person
 * released it. */
#include "review.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/run/keeper.h"

/* FILE.d/held/ID, or what lies in it. */
static void
add_path(const struct review_log *log, const struct review_entry *e,
    const char *name, struct buf *out)
{
	buf_addf(out, "%s.d/held/%s%s", log->path, e->id, name);
}

bool
review_holds_output(const struct review_log *log,
    const struct review_entry *e)
{
	auto_buf struct buf path = BUF_INIT;

	if (e->id[0] == '\0' || strcmp(e->status, "held") != 0)
		return false;
	add_path(log, e, "/document.json", &path);
	return access(path.data, F_OK) == 0;
}

/* The last word about it that the log has, whole and signed, if it still holds. */
static bool
is_released(const struct review_log *log, const struct review_entry *e)
{
	const struct json *a;
	const char *act, *run;
	size_t i;

	for (i = js_len(e->events); i-- > 0;) {
		a = js_at(e->events, i);
		act = js_get_str(a, "act");
		run = js_get_str(a, "run");
		if (act == NULL || run == NULL || strcmp(run, e->id) != 0)
			continue;
		return strcmp(act, "release") == 0 &&
		    log->rep.fault == AUDIT_WHOLE && log->rep_err == 0 &&
		    (uint64_t)js_get_num(a, "seq") < log->rep.signed_to &&
		    js_get_num(a, "until") > approvals_now(&log->approvals);
	}
	return false;
}

static int
print_document(const char *path)
{
	auto_fd int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int r = fd < 0 ? -errno : fdio_copy(fd, STDOUT_FILENO);

	if (r == 0)
		return 0;
	cmd_error(&cmd_review, "%s: %s", path, strerror(-r));
	return cmd_review.failure;
}

/* The files that the document names, to a folder. */
static int
copy_files(const char *document, const char *from, const char *to)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *doc = NULL;
	const struct json *files;
	const char *path, *why;
	int r = fdio_read_file(document, 256u << 20, &text), failed = 0;
	auto_fd int dir = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	auto_fd int out = -1;
	size_t i;

	if (r == 0)
		r = js_parse(text.data, text.len, &doc);
	if (r == 0 && mkdir(to, 0777) < 0 && errno != EEXIST)
		r = -errno;
	out = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r == 0 && out < 0)
		r = -errno;
	if (r < 0) {
		js_free(doc);
		cmd_error(&cmd_review, "--output %s: %s", to, strerror(-r));
		return cmd_review.failure;
	}
	files = dir >= 0 ? js_get(doc, "files") : NULL;
	for (i = 0; i < js_len(files); i++) {
		auto_fd int fd = -1;

		path = js_get_str(js_at(files, i), "path");
		why = NULL;
		fd = openat(dir, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
		r = fd < 0 ? -errno : keeper_copy((struct keeper_output){
		    .fd = out }, path, fd, &why);
		if (r == 0)
			continue;
		failed = 1;
		cmd_error(&cmd_review, "not copied: %s: %s", path,
		    why != NULL ? why : strerror(-r));
	}
	js_free(doc);
	return failed;
}

static int
give(struct review_log *log, struct review_entry *e, const char *to)
{
	auto_buf struct buf document = BUF_INIT, files = BUF_INIT;
	int r;

	if (!review_holds_output(log, e)) {
		cmd_error(&cmd_review, "'%s': no output of it is held", e->id);
		return 1;
	}
	e->wanted = true;
	r = review_fill(log);
	if (r != 0)
		return r;
	if (!is_released(log, e)) {
		cmd_error(&cmd_review, "'%s': its output is held: sallyport "
		    "review approve %s --reason TEXT --until 1h", e->id, e->id);
		return 1;
	}
	add_path(log, e, "/document.json", &document);
	add_path(log, e, "/files", &files);
	if (to != NULL)
		r = copy_files(document.data, files.data, to);
	return r == 0 ? print_document(document.data) : r;
}

static int
run_output(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		{ "output", required_argument, NULL, 'o' },
		{ NULL, 0, NULL, 0 }
	};
	const char *given = NULL, *to = NULL;
	auto_free char *path = NULL;
	struct review_log log;
	struct review_entry *e;
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		if (c == 'a')
			given = optarg;
		else if (c == 'o')
			to = optarg;
		else
			return cmd_review.failure;
	}
	if (optind + 1 != argc)
		return cmd_usage(&cmd_review, "output takes one ID");
	path = review_path(given);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0) {
		e = review_find(&log, argv[optind], false);
		r = e == NULL ? 1 : give(&log, e, to);
	}
	review_close(&log);
	return r;
}

const struct cmd_word review_word_output = {
	.name = "output",
	.usage = "[--output FOLDER] [--audit FILE] ID",
	.summary = "the document of a run whose output was held and released",
	.help =
	"    --output FOLDER      copy its files there, too\n",
	.run = run_output,
};
