/*
 * What an approval binds beside the code and the table: a list of rows, each
 * [kind, name, value], hashed once.
 *
 *	["argument", "0", TEXT] ...	the script's name, and what it is given
 *	["stdin", "", HASH or "none"]
 *	["input", NAME, HASH]		for each --input
 *	["module", NAME, HASH]		for each further file of the code
 *	["env", NAME, HASH]		in their order: of two the later one holds
 *	["option", NAME, VALUE]		by the table in run_options.h
 *	["interpreter", FILE, HASH]	what is executed, and what it looks like
 *	["mode", "auto", true]
 *	["cell", NAME, VALUE]		of a session: "behind", a HASH of the
 *					accepted cells; "put", one of what was
 *					put and removed; "env", one of its
 *					environment; "time_ms"
 *
 * Of the other options that may be repeated the order does not matter, and
 * paths are canonical, so that the place it was typed at does not either.
 */
#include "run_common.h"
#include "run_options.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "../approvals.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/redact.h"
#include "../../supervisor/run/python.h"

#define STDIN_MAX	(64u << 20)
#define STDIN_WAIT_MS	10000	/* for the next byte of it */

/* Hashed, and shown: values of the environment count, and nobody sees them. */
struct bound {
	struct run_setup	*setup;
	struct json		*list, *shown;
	int			 err;
};

/*
 * As JSON has it: bytes that are no UTF-8 become \xHH, and a backslash is
 * doubled, so that no two texts become one.
 */
static struct json *
one_text(const char *text)
{
	auto_buf struct buf out = BUF_INIT;

	for (; *text != '\0'; text++) {
		if (*text == '\\')
			buf_addc(&out, '\\');
		buf_addc(&out, *text);
	}
	return js_text(buf_str(&out), out.len);
}

static struct json *
make_row(const char *kind, struct json *name, struct json *value)
{
	struct json *row = js_arr();

	js_add(row, js_str(kind));
	js_add(row, name);
	js_add(row, value);
	return row;
}

/* Takes `value` over; `shown` too, in the place of it (NULL: itself). */
static void
bind_row(struct bound *b, const char *kind, const char *name,
    struct json *value, struct json *shown)
{
	js_add(b->shown, make_row(kind, one_text(name), shown != NULL ? shown :
	    js_copy(value)));
	js_add(b->list, make_row(kind, one_text(name), value));
}

static struct json *
hash_value(struct bound *b, const void *bytes, size_t n)
{
	char hex[HASH_HEX];
	int r = grants_hash_value(b->setup->audit, bytes, n, hex);

	if (r < 0 && b->err == 0)
		b->err = r;
	return r < 0 ? js_nul() : js_str(hex);
}

/* What is in a file, or null where nobody needed to read it. */
static struct json *
content_value(struct bound *b, const struct hash *content)
{
	return content == NULL ? js_nul() : hash_value(b, content,
	    sizeof(*content));
}

/* Takes the texts over. */
static void
bind_sorted(struct bound *b, const char *name, char **texts, size_t n)
{
	if (n > 0)
		qsort(texts, n, sizeof(*texts), util_compare_texts);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || strcmp(texts[i], texts[i - 1]) != 0)
			bind_row(b, "option", name, one_text(texts[i]), NULL);
	for (size_t i = 0; i < n; i++)
		free(texts[i]);
	free(texts);
}

static void
bind_list(struct bound *b, const char *name, const char *const *items)
{
	char **texts = NULL;
	size_t n = 0, cap = 0;

	for (; items != NULL && *items != NULL; items++)
		*MEM_PUSH(texts, n, cap) = mem_strdup(*items);
	bind_sorted(b, name, texts, n);
}

static void
bind_path(struct bound *b, const char *name, const char *path)
{
	const char *const items[] = { path, NULL };

	bind_list(b, name, items);
}

#define BINDS(function_) static void \
function_(struct bound *b, enum run_option option, const char *name)

BINDS(bind_nothing)
{
	(void)b;
	(void)option;
	(void)name;
}

BINDS(bind_limit)
{
	enum rules_limit limit;

	if (run_option_limit(option, &limit) &&
	    b->setup->opts.limits[limit] > 0)
		bind_row(b, "option", name,
		    js_num(b->setup->opts.limits[limit]), NULL);
}

BINDS(bind_reads)
{
	(void)option;
	bind_list(b, name, b->setup->opts.reads);
}

BINDS(bind_writes)
{
	(void)option;
	bind_list(b, name, b->setup->opts.writes);
}

BINDS(bind_execs)
{
	(void)option;
	bind_list(b, name, b->setup->opts.execs);
}

BINDS(bind_connects)
{
	(void)option;
	bind_list(b, name, b->setup->opts.connects);
}

static int
compare_inputs(const void *a, const void *b)
{
	const struct run_input *x = a, *y = b;

	return strcmp(x->name, y->name);
}

BINDS(bind_inputs)
{
	size_t n = b->setup->ninputs, i;
	struct run_input *inputs = mem_new(n + 1, sizeof(*inputs));

	(void)option;
	(void)name;
	for (i = 0; i < n; i++)
		inputs[i] = b->setup->inputs[i];
	qsort(inputs, n, sizeof(*inputs), compare_inputs);
	for (i = 0; i < n; i++)
		bind_row(b, "input", inputs[i].name, content_value(b,
		    inputs[i].bound ? &inputs[i].hash : NULL), NULL);
	free(inputs);
}

/* What else is code, by what it is imported as. */
BINDS(bind_modules)
{
	const struct run_options *opts = &b->setup->opts;
	struct hash hash;
	char hex[HASH_HEX];
	size_t i;

	(void)option;
	(void)name;
	for (i = 0; i < opts->nmodules; i++) {
		hash_of(opts->modules[i].bytes, opts->modules[i].n, &hash);
		hash_hex(&hash, hex);
		bind_row(b, "module", opts->modules[i].name, js_str(hex),
		    NULL);
	}
}

BINDS(bind_main)
{
	(void)option;
	if (b->setup->opts.script_file != NULL)
		bind_row(b, "option", name,
		    one_text(b->setup->opts.script_file), NULL);
}

BINDS(bind_output)
{
	(void)option;
	bind_path(b, name, b->setup->opts.output);
}

BINDS(bind_overwrite)
{
	(void)option;
	if (b->setup->opts.overwrite)
		bind_row(b, "option", name, js_flag(true), NULL);
}

BINDS(bind_chdir)
{
	(void)option;
	bind_path(b, name, b->setup->opts.chdir);
}

BINDS(bind_env)
{
	const char *const *item = b->setup->opts.env;

	(void)option;
	(void)name;
	for (; item != NULL && *item != NULL; item++) {
		const char *value = strchr(*item, '=') + 1;
		auto_free char *key = mem_strndup(*item,
		    (size_t)(value - 1 - *item));

		bind_row(b, "env", key, hash_value(b, value, strlen(value)),
		    js_nul());
	}
}

/*
 * Not as it was named but as it was found: a name is looked up on PATH, a
 * virtual environment's interpreter is a link to another, and files beside it
 * say what runs before the script. The run is held to the same.
 */
BINDS(bind_python)
{
	struct run_setup *setup = b->setup;
	struct python py = { 0 };
	auto_free char *why = NULL;
	const char *argv0, *exe, *fingerprint;
	uid_t uid = setup->opts.uid;
	char hex[HASH_HEX];

	(void)option;
	/* It was found, and looked at, when that was made ready. */
	if (setup->ready != NULL) {
		run_ready_python(setup->ready, &argv0, &exe, &fingerprint);
		bind_row(b, "option", name, one_text(argv0), NULL);
		bind_row(b, "interpreter", exe, js_str(fingerprint), NULL);
		return;
	}
	if (uid == (uid_t)-1)
		uid = setup->opts.uid_first != 0 ? setup->opts.uid_first :
		    run_uid_default();
	setup->python_hash = (struct hash){ 0 };
	setup->opts.python_hash = &setup->python_hash;
	if (python_find(setup->opts.python, uid, &why, &py) < 0) {
		bind_row(b, "option", name, js_nul(), NULL);
		return;
	}
	python_fingerprint(&py, &setup->python_hash);
	hash_hex(&setup->python_hash, hex);
	bind_row(b, "option", name, one_text(py.argv0), NULL);
	bind_row(b, "interpreter", py.exe, js_str(hex), NULL);
	python_release(&py);
}

BINDS(bind_cgroup)
{
	(void)option;
	if (b->setup->opts.cgroup != NULL)
		bind_row(b, "option", name,
		    one_text(b->setup->opts.cgroup), NULL);
}

BINDS(bind_uid)
{
	(void)option;
	if (b->setup->opts.uid != (uid_t)-1)
		bind_row(b, "option", name,
		    js_num((int64_t)b->setup->opts.uid), NULL);
}

BINDS(bind_uid_range)
{
	auto_buf struct buf range = BUF_INIT;

	(void)option;
	if (b->setup->opts.uid_first == 0)
		return;
	buf_addf(&range, "%u-%u", (unsigned)b->setup->opts.uid_first,
	    (unsigned)b->setup->opts.uid_last);
	bind_row(b, "option", name, js_str(buf_str(&range)), NULL);
}

BINDS(bind_degraded)
{
	(void)option;
	if (b->setup->opts.degraded)
		bind_row(b, "option", name, js_flag(true), NULL);
}

/* Denials end nothing then, and code may go where it would not have got. */
BINDS(bind_explore)
{
	(void)option;
	if (b->setup->opts.explore)
		bind_row(b, "option", name, js_flag(true), NULL);
}

/* What is a secret to show counts all the same. */
static void
bind_arguments(struct bound *b)
{
	char *const *argv = b->setup->opts.argv;
	struct json *shown;
	char number[24];
	size_t i;

	bind_row(b, "argument", "0", one_text(b->setup->opts.script_name),
	    NULL);
	for (i = 0; argv != NULL && argv[i] != NULL; i++) {
		shown = redact_word(argv[0], i > 0 ? argv[i - 1] : NULL,
		    argv[i], strlen(argv[i]));
		snprintf(number, sizeof(number), "%zu", i + 1);
		bind_row(b, "argument", number, one_text(argv[i]),
		    one_text(js_as_str(shown)));
		js_free(shown);
	}
}

static void
bind_stdin(struct bound *b)
{
	const struct run_setup *setup = b->setup;

	bind_row(b, "stdin", "", setup->opts.stdin_null ? js_str("none") :
	    content_value(b, setup->opts.stdin_fd > 0 ? &setup->stdin_hash :
	    NULL), NULL);
}

static void
bind_of_cell(const char *key, const struct json *value, void *arg)
{
	const char *text = js_as_str(value);

	bind_row(arg, "cell", key, text != NULL ? hash_value(arg, text,
	    strlen(text)) : js_copy(value), NULL);
}

int
run_grants(struct run_setup *setup, struct json **ret_shown)
{
	struct bound b = { .setup = setup, .list = js_arr(),
	    .shown = js_arr() };
	auto_buf struct buf text = BUF_INIT;
	int r;

	bind_arguments(&b);
	bind_stdin(&b);
#define RUN_OPTION(option_, name_, has_, bind_) (bind_)(&b, OPT_##option_, \
    (name_));
	RUN_OPTIONS(RUN_OPTION)
#undef RUN_OPTION
	/* Narrowed by what the code needs: without it, more is permitted. */
	if (setup->is_auto)
		bind_row(&b, "mode", "auto", js_flag(true), NULL);
	if (setup->cell_binds != NULL)
		js_each(setup->cell_binds, bind_of_cell, &b);
	r = b.err < 0 ? b.err : js_canonical(b.list, &text);
	if (r == 0)
		r = grants_hash_value(setup->audit, buf_str(&text), text.len,
		    setup->grants_hash);
	js_free(b.list);
	*ret_shown = b.shown;
	return r;
}

static int
refuse(const struct run_setup *setup, const char *what, const char *file,
    const char *why)
{
	cmd_error(setup->cmd, "%s%s: %s; nothing was run", what, file, why);
	return setup->cmd->failure;
}

/* Of what lies there now: the run refuses any other bytes. */
static int
read_input(const struct run_setup *setup, struct run_input *input)
{
	auto_fd int fd = open(input->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK |
	    O_NOCTTY);
	struct stat st;
	int64_t size;

	if (fd < 0 || fstat(fd, &st) < 0)
		return refuse(setup, "--input ", input->file, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return refuse(setup, "--input ", input->file,
		    "is no regular file");
	size = hash_fd(fd, &input->hash);
	if (size < 0)
		return refuse(setup, "--input ", input->file,
		    strerror((int)-size));
	input->bound = true;
	return 0;
}

/* Nothing there that an approval could bind: the run gets nothing. */
static bool
is_no_input(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) < 0 || isatty(STDIN_FILENO) == 1 ||
	    (S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3));
}

static int
read_stdin(struct run_setup *setup)
{
	struct pollfd wait = { .fd = STDIN_FILENO, .events = POLLIN };
	auto_buf struct buf bytes = BUF_INIT;
	char block[65536];
	ssize_t n = 0;
	int r;

	if (setup->opts.stdin_null || is_no_input()) {
		setup->opts.stdin_null = true;
		return 0;
	}
	do {
		if (poll(&wait, 1, STDIN_WAIT_MS) == 0)
			return refuse(setup, "standard input", "", "an approval "
			    "binds all of it, and it did not end; give "
			    "</dev/null, or what it is to hold as --input");
		n = read(STDIN_FILENO, block, sizeof(block));
		if (n > 0)
			buf_add(&bytes, block, (size_t)n);
		if (bytes.len > STDIN_MAX)
			return refuse(setup, "standard input", "", "an approval "
			    "binds all of it, and it is longer than 64 MiB; "
			    "give what it holds as --input");
	} while (n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN)));
	if (n < 0)
		return refuse(setup, "standard input", "", strerror(errno));
	if (bytes.len == 0) {
		setup->opts.stdin_null = true;
		return 0;
	}
	hash_of(buf_str(&bytes), bytes.len, &setup->stdin_hash);
	r = fdio_sealed("input", buf_str(&bytes), bytes.len,
	    &setup->opts.stdin_fd);
	return r < 0 ? refuse(setup, "standard input", "", strerror(-r)) : 0;
}

int
run_grants_read(struct run_setup *setup)
{
	int r = 0;

	for (size_t i = 0; i < setup->ninputs && r == 0; i++)
		r = read_input(setup, &setup->inputs[i]);
	return r == 0 ? read_stdin(setup) : r;
}
