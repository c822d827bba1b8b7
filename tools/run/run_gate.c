/*
 * The output gate of a run. Nothing of what came of it passes before all of it
 * was looked at: what it printed lies in files of memory, its files in a folder
 * beside the log, FILE.d/held/ID, to which nothing of the run reaches. What is
 * delivered is what was looked at, byte by byte. If a row holds something, that
 * folder stays, with the document, until a person decides.
 */
#include "run_common.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/run/keeper.h"
#include "../output/output.h"

#define FILES		"files"

struct output *
run_gate_open(struct run_setup *setup)
{
	if (!setup->gate_begun)
		setup->gate = output_new(setup->opts.rules);
	setup->gate_begun = true;
	if (setup->gate != NULL)
		output_begin(setup->gate);
	return setup->gate;
}

/* For what is to be looked at, or held. */
static int
open_held(struct run_setup *setup)
{
	int fd, r = setup->held_fd > 0 ? 0 :
	    audit_held_create(setup->audit, setup->id, &fd);

	if (r == 0 && setup->held_fd <= 0)
		setup->held_fd = fd;
	return r;
}

/* Of what is not held nothing stays. */
static void
close_held(struct run_setup *setup, bool stays)
{
	if (setup->opts.stage_fd > 0)
		close(setup->opts.stage_fd);
	if (setup->held_fd > 0 && !stays)
		audit_held_remove(setup->audit, setup->id);
	if (setup->held_fd > 0)
		close(setup->held_fd);
	setup->opts.stage_fd = setup->held_fd = 0;
}

int
run_gate_begin(struct run_setup *setup)
{
	int r, fd = -1;

	if (run_gate_open(setup) == NULL || setup->opts.output == NULL)
		return 0;
	r = open_held(setup);
	if (r == 0) {
		fd = mkdirat(setup->held_fd, FILES, 0700) < 0 ? -1 :
		    openat(setup->held_fd, FILES, O_RDONLY | O_DIRECTORY |
		    O_CLOEXEC);
		r = fd < 0 ? -errno : 0;
	}
	if (r == 0) {
		setup->opts.stage_fd = fd;
		return 0;
	}
	cmd_error(setup->cmd, "%s.d/held: %s; nothing was run",
	    setup->log_path, r == -EDQUOT ? "holds as much as it may: decide "
	    "about that by sallyport review" : audit_why(r));
	return setup->cmd->failure;
}

void
run_gate_end(struct run_setup *setup)
{
	close_held(setup, false);
	output_free(setup->gate);
	setup->gate = NULL;
	setup->gate_begun = false;
}

/* What cannot be looked at is not delivered. */
static void
clean_log(struct run_setup *setup, int stream)
{
	static const char *const names[] = { "stdout", "stderr" };
	auto_buf struct buf clean = BUF_INIT;
	int fd = setup->logs[stream], r = 0;
	struct stat st;
	void *text;

	if (fd <= 0 || fstat(fd, &st) < 0 || st.st_size == 0)
		return;
	text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (text != MAP_FAILED && !output_text(setup->gate, text,
	    (size_t)st.st_size, names[stream], &clean)) {
		munmap(text, (size_t)st.st_size);
		return;
	}
	if (text != MAP_FAILED)
		munmap(text, (size_t)st.st_size);
	if (ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		r = -errno;
	if (r == 0)
		r = fdio_write_all(fd, clean.data, clean.len);
	if (r < 0)
		setup->logs[stream] = 0;
}

static void
clean_members(struct run_setup *setup, struct json *record)
{
	static const char *const members[] = { "error", "lookups",
	    "violations", "refusals", "threads", "files", "skipped",
	    "promise", "used", "auto", "explore", "left_out" };
	const struct json *value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		if ((value = js_get(record, members[i])) != NULL)
			js_put(record, members[i], output_json(setup->gate,
			    value, members[i]));
	js_put(record, "results", output_results(setup->gate,
	    js_get(record, "results")));
	js_put(record, "text", js_nul());
	for (i = 0; i < js_len(js_get(record, "results")); i++) {
		value = js_at(js_get(record, "results"), i);
		if (js_get_flag(value, "is_main_result") &&
		    js_get(value, "text") != NULL)
			js_put(record, "text", js_share(js_get(value, "text")));
	}
}

static void
skip(struct json *skipped, const char *path, const char *why)
{
	struct json *item = js_obj();

	js_put_str(item, "path", path);
	js_put_str(item, "why", why);
	js_add(skipped, item);
}

/* The copy of a file: may it pass? It is gone if not. NULL, or why not. */
static const char *
look_at(struct run_setup *setup, const char *path, int fd, int to)
{
	const char *why = "could not be looked at";
	struct stat st;
	void *bytes = NULL;

	(void)to;
	if (fstat(fd, &st) < 0)
		return why;
	if (st.st_size > 0)
		bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE,
		    fd, 0);
	if (bytes == MAP_FAILED)
		return why;
	output_file(setup->gate, path, bytes != NULL ? bytes : "",
	    (size_t)st.st_size, &why);
	if (bytes != NULL)
		munmap(bytes, (size_t)st.st_size);
	if (why != NULL)
		unlinkat(setup->opts.stage_fd, path, 0);
	return why;
}

/* To where it was asked for. */
static const char *
deliver(struct run_setup *setup, const char *path, int fd, int to)
{
	const struct keeper_output output = { .fd = to,
	    .overwrites = setup->opts.overwrite };
	const char *why = NULL;
	int r = to < 0 ? -EBADF : keeper_copy(output, path, fd, &why);

	return r == 0 ? NULL : why != NULL ? why : strerror(-r);
}

/* Of the files that were copied to the stage those stay listed that `fn` lets. */
static void
each_file(struct run_setup *setup, struct json *record, int to,
    const char *(*fn)(struct run_setup *, const char *, int, int))
{
	const struct json *files = js_get(record, "files");
	struct json *passed, *skipped;
	const char *path, *why;
	size_t i;

	if (setup->opts.stage_fd <= 0)
		return;
	passed = js_arr();
	skipped = js_copy(js_get(record, "skipped"));
	for (i = 0; i < js_len(files); i++) {
		auto_fd int fd = -1;

		path = js_get_str(js_at(files, i), "path");
		fd = openat(setup->opts.stage_fd, path,
		    O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
		why = fd < 0 ? strerror(errno) : fn(setup, path, fd, to);
		if (why == NULL)
			js_add(passed, js_share(js_at(files, i)));
		else
			skip(skipped, path, why);
	}
	js_put(record, "files", passed);
	js_put(record, "skipped", skipped);
}

/* All of it goes to the folder; what is said is that it does. */
static int
keep(struct run_setup *setup, const struct json *record,
    const struct json *verdict)
{
	auto_fd int fd = -1;
	bool stream = setup->stream;
	int r = open_held(setup);

	if (r < 0)
		return r;
	fd = openat(setup->held_fd, AUDIT_HELD_DOCUMENT, O_WRONLY | O_CREAT |
	    O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	setup->stream = false;
	r = run_write_document(setup, fd, record, verdict != NULL ?
	    js_copy(verdict) : NULL);
	setup->stream = stream;
	return r == 0 && fsync(fd) < 0 ? -errno : r;
}

static void
hold(struct run_setup *setup, struct json **record,
    const struct json *verdict, int *ret_status)
{
	static const char *const members[] = { "usage", "isolation",
	    "interpreter", "start", "start_why", "output", "session" };
	struct json *held = run_empty_record("held");
	int r = keep(setup, *record, verdict);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(members); i++)
		if (js_get(*record, members[i]) != NULL)
			js_put(held, members[i], js_share(js_get(*record,
			    members[i])));
	*ret_status = 126;
	if (r < 0) {
		js_put_str(held, "status", "error");
		js_put(held, "error", run_own_error(r == -EDQUOT ? "the output is "
		    "held, and there is no room to keep it: it is lost" :
		    "the output is held, and could not be kept: it is lost"));
		*ret_status = setup->cmd->failure;
	} else if (!setup->json)
		cmd_error(setup->cmd, "the output is held: sallyport review "
		    "approve %s --reason TEXT --until 1h, then review output "
		    "%s", setup->id, setup->id);
	for (i = 0; i < ARRAY_SIZE(setup->logs); i++)
		if (setup->logs[i] > 0 && ftruncate(setup->logs[i], 0) < 0)
			setup->logs[i] = 0;
	js_free(*record);
	*record = held;
}

void
run_gate(struct run_setup *setup, struct json **record,
    const struct json *verdict, int *ret_status)
{
	auto_fd int to = -1;
	bool held;

	if (setup->gate == NULL)
		return;
	output_begin(setup->gate);
	each_file(setup, *record, -1, look_at);
	for (int i = 0; i < 2; i++)
		clean_log(setup, i);
	clean_members(setup, *record);
	js_put(*record, "output", output_found(setup->gate));
	held = output_holds(setup->gate);
	if (!held && setup->opts.stage_fd > 0)
		to = open(setup->opts.output, O_RDONLY | O_DIRECTORY |
		    O_CLOEXEC);
	if (held)
		hold(setup, record, verdict, ret_status);
	else
		each_file(setup, *record, to, deliver);
	close_held(setup, held && strcmp(js_get_str(*record, "status"),
	    "held") == 0);
}

void
run_gate_print(struct run_setup *setup)
{
	const int to[] = { STDOUT_FILENO, STDERR_FILENO };

	for (int i = 0; i < 2; i++)
		if (setup->logs[i] > 0 && lseek(setup->logs[i], 0, SEEK_SET) ==
		    0)
			fdio_copy(setup->logs[i], to[i]);
}
