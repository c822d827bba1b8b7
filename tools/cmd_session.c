/*
 * sallyport session: the client's side of a pool's sessions. Each word sends
 * one request (session/session.h) and prints what comes back.
 */
#include "cmd.h"

#include <dirent.h>
#include <getopt.h>
#include <stdio.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "check/check.h"
#include "session/session.h"
#include "session/wire.h"

#define ANSWER_MAX	((size_t)256 << 20)

enum { OPT_AT = 256, OPT_JSON, OPT_STREAM, OPT_ID, OPT_NAME, OPT_TIME, OPT_ENV,
    OPT_CONTEXT };

static const struct option longs[] = {
	{ "at", required_argument, NULL, OPT_AT },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "stream", no_argument, NULL, OPT_STREAM },
	{ "id", required_argument, NULL, OPT_ID },
	{ "name", required_argument, NULL, OPT_NAME },
	{ "time", required_argument, NULL, OPT_TIME },
	{ "env", required_argument, NULL, OPT_ENV },
	{ "context", required_argument, NULL, OPT_CONTEXT },
	{ NULL, 0, NULL, 0 },
};

static struct {
	const char	*at;		/* the pool's socket */
	bool		 json, stream;
	struct json	*head;		/* of the request */
} given;

static int
add_env(const char *pair)
{
	const struct json *have = js_get(given.head, "env");
	struct json *env = have != NULL ? js_copy(have) : js_obj();
	const char *equals = strchr(pair, '=');
	auto_free char *name = NULL;

	if (equals == NULL || equals == pair)
		return cmd_usage(&cmd_session, "--env '%s': want NAME=VALUE",
		    pair);
	name = mem_strndup(pair, (size_t)(equals - pair));
	js_put_str(env, name, equals + 1);
	js_put(given.head, "env", env);
	return 0;
}

static int
add_time(const char *text)
{
	enum rules_form form = rules_limit_form(RULES_WALL);
	int64_t ms;

	if (rules_parse_amount(form, text, &ms) < 0)
		return cmd_usage(&cmd_session, "'%s': want %s, more than 0",
		    text, rules_form_wanted(form));
	js_put_num(given.head, "time_ms", ms);
	return 0;
}

/* The options, then `noperands`: 0, or an exit status. */
static int
parse(int argc, char **argv, int noperands)
{
	int c, r = 0;

	given.head = js_obj();
	js_put_str(given.head, "do", argv[0]);
	while (r == 0 && (c = cmd_getopt(&cmd_session, argc, argv, longs)) !=
	    -1) {
		if (c == '?')
			r = cmd_session.failure;
		else if (c == OPT_AT)
			given.at = optarg;
		else if (c == OPT_JSON)
			given.json = true;
		else if (c == OPT_STREAM)
			given.stream = given.json = true;
		else if (c == OPT_ID)
			js_put_str(given.head, "label", optarg);
		else if (c == OPT_CONTEXT)
			js_put_str(given.head, "context", optarg);
		else if (c == OPT_NAME)
			js_put_str(given.head, "name", optarg);
		else
			r = c == OPT_TIME ? add_time(optarg) : add_env(optarg);
	}
	if (r == 0 && given.at == NULL)
		r = cmd_usage(&cmd_session, "--at SOCKET: where does the pool "
		    "listen?");
	if (r == 0 && argc - optind != noperands)
		r = cmd_usage(&cmd_session, "wrong number of operands");
	return r;
}

/* Lines as they come, of which the last is the document: left in `out`. */
static int
read_stream(int fd, struct buf *out)
{
	char block[65536];
	const char *last;
	ssize_t n;

	while ((n = read(fd, block, sizeof(block))) > 0 ||
	    (n < 0 && errno == EINTR)) {
		if (n > 0 && (fwrite(block, 1, (size_t)n, stdout) !=
		    (size_t)n || fflush(stdout) != 0))
			return -errno;
		buf_add(out, block, n > 0 ? (size_t)n : 0);
		/* Only the last line is needed. */
		last = out->len > 1 ? memrchr(out->data, '\n', out->len - 1) :
		    NULL;
		if (last != NULL) {
			out->len -= (size_t)(last + 1 - out->data);
			memmove(out->data, last + 1, out->len + 1);
		}
		if (out->len > ANSWER_MAX)
			return -EFBIG;
	}
	return n < 0 ? -errno : 0;
}

/* What is answered, with all its bytes in `out`; 0 or -errno. */
static int
ask(const char *path, const char *bytes, size_t n, struct buf *out,
    struct json **ret)
{
	auto_fd int fd = wire_connect(path, 0);
	int r;

	if (fd < 0)
		return fd;
	r = wire_send(fd, given.head, bytes, n);
	if (r == 0)
		r = given.stream ? read_stream(fd, out) :
		    fdio_read_all(fd, ANSWER_MAX, out);
	/* Of a file its bytes follow. */
	if (r == 0 && js_parse(buf_str(out), (size_t)(strchrnul(buf_str(out),
	    '\n') - out->data), ret) < 0)
		r = -EPROTO;
	return r;
}

static char *
path_of(const char *id)
{
	auto_buf struct buf path = BUF_INIT;

	buf_addf(&path, "%s%s%s", given.at, SESSIONS, id);
	return buf_steal(&path);
}

/* Of a session; 0 or an exit status, said. */
static int
ask_session(const char *id, const char *bytes, size_t n, struct buf *out,
    struct json **ret)
{
	auto_free char *path = wire_is_id(id) ? path_of(id) : NULL;
	int r = path != NULL ? ask(path, bytes, n, out, ret) : -ENOENT;

	if ((r == -ENOENT || r == -ECONNREFUSED) && access(given.at, F_OK) < 0)
		cmd_error(&cmd_session, "%s: no pool listens there: `sallyport "
		    "pool %s` starts one", given.at, given.at);
	else if (r == -ENOENT || r == -ECONNREFUSED)
		cmd_error(&cmd_session, "%s: no session of this id at %s: it "
		    "ended, or never was", id, given.at);
	else if (r < 0)
		cmd_error(&cmd_session, "%s: %s", path, strerror(-r));
	return r < 0 ? cmd_session.failure : 0;
}

static int
print_state(const struct json *doc, const struct buf *out)
{
	const char *error = js_get_str(doc, "error");

	if (given.json)
		printf("%s", out->data);
	else if (error != NULL)
		cmd_error(&cmd_session, "%s", error);
	else
		printf("%s  %s, %lld of %lld cells%s%s\n",
		    js_get_str(doc, "session"), js_get_str(doc, "state"),
		    (long long)js_get_num(doc, "cells"),
		    (long long)js_get_num(doc, "cells_limit"),
		    js_get_str(doc, "why") != NULL ? ": " : "",
		    js_get_str(doc, "why") != NULL ?
		    js_get_str(doc, "why") : "");
	return error != NULL ? cmd_session.failure : 0;
}

static int
done(int r)
{
	js_free(given.head);
	return cmd_flush(&cmd_session) < 0 ? cmd_session.failure : r;
}

static int
run_open(int argc, char **argv)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *doc = NULL;
	int r = parse(argc, argv, 0);

	if (r == 0 && (r = ask(given.at, "", 0, &out, &doc)) < 0) {
		cmd_error(&cmd_session, "%s: %s", given.at, strerror(-r));
		r = cmd_session.failure;
	}
	if (r == 0 && !given.json && js_is_null(js_get(doc, "error")))
		printf("%s\n", js_get_str(doc, "session"));
	else if (r == 0)
		r = print_state(doc, &out);
	js_free(doc);
	return done(r);
}

static void
print_lines(const struct json *lines, FILE *to)
{
	const char *text;
	size_t i, n;

	for (i = 0; i < js_len(lines); i++)
		if ((text = js_as_text(js_at(lines, i), &n)) != NULL)
			fwrite(text, 1, n, to);
}

/* As `run` ends: 0 of what completed; the code's own; its number. */
static int
status_of(const struct json *doc)
{
	static const struct { char name[16]; int status; } known[] = {
		{ "completed", 0 }, { "timed_out", 124 },
		{ "limit_exceeded", 124 }, { "blocked", 126 },
		{ "held", 126 }, { "denied", 126 }, { "error", 125 },
	};
	const char *status = js_get_str(doc, "status");
	size_t i;

	for (i = 0; status != NULL && i < ARRAY_SIZE(known); i++)
		if (strcmp(status, known[i].name) == 0)
			return known[i].status;
	if (js_is_num(js_get(doc, "signal")))
		return 128 + (int)js_get_num(doc, "signal");
	return (int)js_get_num(doc, "exit_code");
}

/* What it printed, the value it ends in, and why it did not complete. */
static int
print_cell(const struct json *doc, const struct buf *out)
{
	const struct json *session = js_get(doc, "session");
	const char *status = js_get_str(doc, "status");
	size_t n;

	if (given.json) {
		if (!given.stream)
			printf("%s", out->data);
		return status_of(doc);
	}
	print_lines(js_get(js_get(doc, "logs"), "stdout"), stdout);
	fflush(stdout);
	print_lines(js_get(js_get(doc, "logs"), "stderr"), stderr);
	if (js_get_str(doc, "text") != NULL) {
		const char *text = js_as_text(js_get(doc, "text"), &n);

		fwrite(text, 1, n, stdout);
		putchar('\n');
	}
	if (status != NULL && strcmp(status, "completed") != 0 &&
	    js_get_str(doc, "summary") != NULL)
		cmd_error(&cmd_session, "%s", js_get_str(doc, "summary"));
	if (js_get_flag(session, "ended"))
		cmd_error(&cmd_session, "the session ended: %s",
		    js_get_str(session, "why"));
	return status_of(doc);
}

/*
 * One request to a session: what goes with it, beyond the options, and what
 * becomes of the answer. Each 0 or an exit status, said.
 */
struct word {
	int	operands;
	int	(*take)(char *const *operand, struct buf *bytes);	/* or NULL */
	int	(*show)(const struct json *doc, const struct buf *out);
};

static int
run_one(int argc, char **argv, const struct word *word)
{
	auto_buf struct buf out = BUF_INIT, bytes = BUF_INIT;
	struct json *doc = NULL;
	int r = parse(argc, argv, word->operands);

	if (r == 0 && word->take != NULL)
		r = word->take(argv + optind, &bytes);
	if (r == 0)
		r = ask_session(argv[optind], buf_str(&bytes), bytes.len, &out,
		    &doc);
	if (r == 0)
		r = word->show(doc, &out);
	js_free(doc);
	return done(r);
}

static int
take_code(char *const *operand, struct buf *bytes)
{
	char *file = operand[1];
	const char *why;
	struct check_input in = { .name = file, .root_fd = -1,
	    .is_stdin = strcmp(file, "-") == 0 };

	js_put_flag(given.head, "stream", given.stream);
	if (check_read(&in, bytes, &why) < 0) {
		cmd_error(&cmd_session, "%s: %s", file, why);
		return cmd_session.failure;
	}
	if (!in.is_stdin && js_get(given.head, "name") == NULL)
		js_put_str(given.head, "name", file);
	return 0;
}

static int
take_time(char *const *operand, struct buf *bytes)
{
	(void)bytes;
	return add_time(operand[1]);
}

/* A file of the caller's, as its name or another. */
static int
take_file(char *const *operand, struct buf *bytes)
{
	const char *file = operand[1], *slash = strrchr(file, '/');
	int r = fdio_read_file(file, WIRE_BYTES, bytes);

	if (js_get(given.head, "name") == NULL)
		js_put_str(given.head, "name", slash != NULL ? slash + 1 :
		    file);
	if (r < 0)
		cmd_error(&cmd_session, "%s: %s", file, r == -EFBIG ?
		    "more than 16 MiB" : strerror(-r));
	return r < 0 ? cmd_session.failure : 0;
}

static int
take_path(char *const *operand, struct buf *bytes)
{
	(void)bytes;
	js_put_str(given.head, "name", operand[1]);
	return 0;
}

/* It may have ended before there could be a document. */
static int
show_cell(const struct json *doc, const struct buf *out)
{
	return js_get(doc, "status") == NULL ? print_state(doc, out) :
	    print_cell(doc, out);
}

/* Of a file its bytes follow. */
static int
show_file(const struct json *doc, const struct buf *out)
{
	const char *newline;

	if (js_get(doc, "state") != NULL)
		return print_state(doc, out);
	newline = memchr(out->data, '\n', out->len);
	fwrite(newline + 1, 1, out->len - (size_t)(newline + 1 - out->data),
	    stdout);
	return 0;
}

static int
show_files(const struct json *doc, const struct buf *out)
{
	const struct json *files = js_get(doc, "files");
	size_t i;

	if (files == NULL)
		return print_state(doc, out);
	if (given.json)
		printf("%s", out->data);
	for (i = 0; !given.json && i < js_len(files); i++) {
		auto_buf struct buf path = BUF_INIT;
		const char *text = js_get_str(js_at(files, i), "path");

		buf_add_visible(&path, text, strlen(text));
		printf("%s  %12lld  %s\n", js_get_str(js_at(files, i),
		    "sha256"), (long long)js_get_num(js_at(files, i), "size"),
		    buf_str(&path));
	}
	return 0;
}

#define WORD(name, operands, take, show) \
	static int \
	name(int argc, char **argv) \
	{ \
		return run_one(argc, argv, &(const struct word){ operands, \
		    take, show }); \
	}

WORD(run_cell, 2, take_code, show_cell)
WORD(run_plain, 1, NULL, print_state)
WORD(run_extend, 2, take_time, print_state)
WORD(run_put, 2, take_file, print_state)
WORD(run_file, 2, take_path, show_file)
WORD(run_files_of, 1, NULL, show_files)

static int
run_list(int argc, char **argv)
{
	int r = parse(argc, argv, 0);
	auto_free char *folder = r == 0 ? path_of("") : NULL;
	DIR *dir = r == 0 ? opendir(folder) : NULL;
	struct dirent *entry;

	if (r == 0 && dir == NULL) {
		cmd_error(&cmd_session, "%s: %s", folder, strerror(errno));
		return done(cmd_session.failure);
	}
	js_put_str(given.head, "do", "status");
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		auto_free char *path = path_of(entry->d_name);
		auto_buf struct buf out = BUF_INIT;
		struct json *doc = NULL;

		/* One that has just ended is none. */
		if (wire_is_id(entry->d_name) && ask(path, "", 0, &out,
		    &doc) == 0)
			print_state(doc, &out);
		js_free(doc);
	}
	if (dir != NULL)
		closedir(dir);
	return done(r);
}

static const struct cmd_word word_open = { "open", "--at SOCKET",
    "a session of its own: prints its id", NULL, run_open };
static const struct cmd_word word_run = { "run", "--at SOCKET ID FILE|-",
    "run a cell behind those before it", NULL, run_cell };
static const struct cmd_word word_list = { "list", "--at SOCKET",
    "the sessions there are", NULL, run_list };
static const struct cmd_word word_interrupt = { "interrupt",
    "--at SOCKET ID", "KeyboardInterrupt in the cell that runs", NULL,
    run_plain };
static const struct cmd_word word_extend = { "extend",
    "--at SOCKET ID TIME", "let the cell that runs have TIME in all", NULL,
    run_extend };
static const struct cmd_word word_restart = { "restart",
    "--at SOCKET ID", "let a context begin anew", NULL, run_plain };
static const struct cmd_word word_put = { "put", "--at SOCKET ID FILE",
    "put a file into its folder; NAME.py may be imported", NULL, run_put };
static const struct cmd_word word_get = { "get", "--at SOCKET ID PATH",
    "a file of its folder to standard output", NULL, run_file };
static const struct cmd_word word_files = { "files", "--at SOCKET ID",
    "what lies in its folder", NULL, run_files_of };
static const struct cmd_word word_remove = { "remove",
    "--at SOCKET ID PATH", "remove a file there", NULL, run_file };
static const struct cmd_word word_close = { "close", "--at SOCKET ID",
    "end a session", NULL, run_plain };

static const struct cmd_word *const words[] = {
	&word_open, &word_run, &word_list, &word_interrupt, &word_extend,
	&word_restart, &word_put, &word_get, &word_files, &word_remove,
	&word_close, NULL
};

static int
run_session(int argc, char **argv)
{
	return cmd_run_word(&cmd_session, argc, argv);
}

const struct cmd cmd_session = {
	.name = "session",
	.usage = "open|run|list|interrupt|extend|restart|put|get|files|remove|close "
	    "--at SOCKET [ID] ...",
	.words = words,
	.summary = "state between cells, in a pool's session",
	.failure = 125,
	.run = run_session,
	.notes = "--at SOCKET is the pool's.\n"
	"run takes --time T, --env NAME=VALUE, --name NAME, --id LABEL and\n--context NAME (restart, too).\n"
	"--json prints the document, --stream of run what comes before it, too.\n",
};
