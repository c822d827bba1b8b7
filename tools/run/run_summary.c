/*
 * What came of a run in a few sentences, for a model that is to go on: what
 * happened, at which line, what to do instead. Never an option of ours: who
 * reads it can change the code, and nothing else.
 */
#include "run_common.h"
#include "run_where.h"

#include <signal.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define SUMMARY_MAX	600	/* characters */
#define SHOWN		3	/* findings, denials, files */

/* At most `max` bytes of it, ended by "..." where there are more. */
static void
add_some(struct buf *out, const char *text, size_t max)
{
	size_t n = text != NULL ? strlen(text) : 0, cut = n;

	if (n > max)
		cut = max - run_cut_character(text, max);
	buf_add_visible(out, text, cut);
	if (cut < n)
		buf_adds(out, "...");
}

/* What the code chose, so that it is not taken for words of ours. */
static void
add_quoted(struct buf *out, const char *text, size_t max)
{
	size_t at = out->len + 1;

	buf_addc(out, '"');
	add_some(out, text, max);
	for (; at < out->len; at++)
		if (out->data[at] == '"')
			out->data[at] = '\'';
	buf_addc(out, '"');
}

static void
add_line(struct buf *out, const struct run_setup *setup, const char *file,
    int64_t line)
{
	const char *own = setup->opts.script_name;

	if (line <= 0 || file == NULL)
		return;
	if (own != NULL && strcmp(file, own) == 0) {
		buf_addf(out, " at line %lld", (long long)line);
		return;
	}
	buf_adds(out, " at ");
	add_some(out, file, 60);
	buf_addf(out, ":%lld", (long long)line);
}

static void
add_frame(struct buf *out, const struct run_setup *setup,
    const struct json *place)
{
	const struct json *frame = js_at(js_get(place, "python"), 0);

	add_line(out, setup, js_get_str(frame, "file"), js_get_num(frame,
	    "line"));
}

/* ": why. Instead: hint." */
static void
add_why(struct buf *out, const struct json *denied)
{
	const char *why = js_get_str(denied, "message");
	const char *hint = js_get_str(denied, "hint");

	if (why != NULL && why[0] != '\0') {
		buf_adds(out, ": ");
		add_some(out, why, 150);
	}
	if (hint != NULL && hint[0] != '\0') {
		buf_adds(out, ". Instead: ");
		add_some(out, hint, 200);
	}
	buf_adds(out, ".");
}

/* The file of the submission whose name is the first `n` bytes, or NULL. */
static const char *
own_file(const struct run_setup *setup, const char *name, size_t n)
{
	const struct run_options *opts = &setup->opts;
	const char *own = opts->script_name;
	size_t i;

	for (i = 0; own != NULL; own = opts->modules[i++].given) {
		if (strlen(own) == n && strncmp(own, name, n) == 0)
			return own;
		if (i == opts->nmodules)
			break;
	}
	return NULL;
}

/* What of a traceback stands before the message, which may say anything. */
static char *
frames_of(const struct json *error)
{
	const char *text = js_get_str(error, "traceback");
	const char *value = js_get_str(error, "value");
	size_t n = text != NULL ? strlen(text) : 0;
	size_t len = value != NULL ? strlen(value) : 0;

	while (n > 0 && text[n - 1] == '\n')
		n--;
	while (len > 0 && value[len - 1] == '\n')
		len--;
	if (n >= len && len > 0 && strncmp(text + n - len, value, len) == 0)
		n -= len;
	return text != NULL ? mem_strndup(text, n) : NULL;
}

/*
 * The line of the submission that the traceback ends in, and its file; 0 if it
 * names none.
 */
static int64_t
line_of_error(const struct run_setup *setup, const struct json *error,
    const char **ret_file)
{
	static const char before[] = "File \"", behind[] = "\", line ";
	auto_free char *frames = frames_of(error);
	const char *at = frames, *end, *own;
	int64_t line = 0;

	*ret_file = NULL;
	while (at != NULL && (at = strstr(at, before)) != NULL) {
		at += sizeof(before) - 1;
		end = strstr(at, behind);
		own = end != NULL ? own_file(setup, at, (size_t)(end - at)) :
		    NULL;
		if (own == NULL)
			continue;
		line = strtoll(end + sizeof(behind) - 1, NULL, 10);
		*ret_file = own;
	}
	return line;
}

static void
add_error(struct buf *out, const struct run_setup *setup,
    const struct json *record)
{
	const struct json *error = js_get(record, "error");
	int signal = (int)js_get_num(record, "signal");
	const char *value = js_get_str(error, "value");
	const char *name = js_get_str(error, "name"), *file;
	int64_t line = line_of_error(setup, error, &file);

	if (js_is_obj(error) && name != NULL) {
		buf_adds(out, "The code failed");
		add_line(out, setup, file, line);
		buf_adds(out, ": ");
		add_some(out, name, 60);
		if (value != NULL && value[0] != '\0') {
			buf_adds(out, ": ");
			add_quoted(out, value, 160);
		}
		buf_adds(out, ".");
	} else if (signal > 0)
		buf_addf(out, "The code died of signal %d (SIG%s).", signal,
		    sigabbrev_np(signal) != NULL ? sigabbrev_np(signal) : "?");
	else
		buf_addf(out, "The code ended with exit status %lld.",
		    (long long)js_get_num(record, "exit_code"));
}

static const struct { char limit[12], instead[64]; } instead_of[] = {
	{ "wall", "do less, or wait for less" },
	{ "cpu", "compute less, or whole arrays at once" },
	{ "memory", "work in smaller pieces, and let go of what is done" },
	{ "disk", "write less" },
	{ "file_size", "write smaller files" },
	{ "output", "print less; write what is long to a file" },
	{ "processes", "start fewer processes and threads" },
	{ "open_files", "close each file when it was used" },
	{ "files", "make fewer files, and remove what is done with" },
	{ "io", "read and write less, or each byte once" },
};

/* What the limit refused first, or what ran when it ended the run. */
static void
add_limit(struct buf *out, const struct run_setup *setup,
    const struct json *record)
{
	const struct json *limit = js_get(record, "limit"), *r,
	    *threads = js_get(record, "threads");
	const char *name = js_get_str(limit, "name"), *file;
	size_t i, n = js_len(js_get(record, "refusals"));
	int64_t line;

	if (name == NULL)
		return;
	buf_addf(out, "The code met its limit of ");
	run_add_amount(out, name, js_get_num(limit, "limit"));
	buf_addf(out, " (%s)", name);
	for (i = 0; i < n; i++) {
		r = js_at(js_get(record, "refusals"), i);
		if (strcmp(js_get_str(r, "limit"), name) == 0)
			break;
	}
	if (i < n) {
		add_frame(out, setup, r);
		if (js_get_num(r, "asked") > 0) {
			buf_adds(out, ", which asked for ");
			run_add_amount(out, name, js_get_num(r, "asked"));
			buf_adds(out, " more");
		}
		run_add_twice(out, r);
	} else if (js_len(threads) > 0)
		add_frame(out, setup, js_at(threads, 0));
	else if (strcmp(name, "wall") == 0) {
		/* A cell is interrupted first: there its error is. */
		line = line_of_error(setup, js_get(record, "error"), &file);
		add_line(out, setup, file, line);
	}
	for (i = 0; i < ARRAY_SIZE(instead_of); i++)
		if (strcmp(instead_of[i].limit, name) == 0)
			buf_addf(out, ". Instead: %s", instead_of[i].instead);
	buf_adds(out, ".");
}

static void
add_violations(struct buf *out, const struct run_setup *setup,
    const struct json *record)
{
	const struct json *list = js_get(record, "violations"), *v;
	const char *path;
	size_t i, n = js_len(list);

	for (i = 0; i < n && i < SHOWN; i++) {
		v = js_at(list, i);
		path = js_get_str(js_get(v, "arguments"), "path");
		buf_adds(out, " Denied");
		add_frame(out, setup, v);
		buf_adds(out, ": ");
		add_some(out, js_get_str(v, "syscall"), 40);
		if (path != NULL) {
			buf_adds(out, " of ");
			add_some(out, path, 80);
		}
		if (js_get_num(v, "count") > 1)
			buf_addf(out, ", %lld times",
			    (long long)js_get_num(v, "count"));
		add_why(out, v);
	}
	if (n > SHOWN)
		buf_addf(out, " %zu more were denied.", n - SHOWN);
}

/* Does the text end a path as `name` does? Its last part, between marks. */
static bool
tells_of(const char *text, const char *name)
{
	const char *part = strrchr(name, '/'), *at = text;
	size_t n;

	part = part != NULL ? part + 1 : name;
	n = strlen(part);
	while (n > 0 && (at = strstr(at, part)) != NULL) {
		if ((at == text || strchr("/'\" (", at[-1]) != NULL) &&
		    (at[n] == '\0' || strchr("'\" :),", at[n]) != NULL))
			return true;
		at++;
	}
	return false;
}

/* Does this, the last frame of a traceback, whoever's it is, name the place? */
static bool
is_at(const char *frame, const struct json *lookup)
{
	auto_buf struct buf want = BUF_INIT;
	const char *file = js_get_str(lookup, "file");
	int64_t line = js_get_num(lookup, "line");

	if (frame == NULL || file == NULL || line <= 0)
		return false;
	buf_addf(&want, "File \"%s\", line %lld,", file, (long long)line);
	return strncmp(frame, buf_str(&want), want.len) == 0;
}

/*
 * An error that names a file is about the lookup of that name. One that names
 * none (of a socket; or raised without words) is about the one at its line.
 */
const struct json *
run_lookup_of_error(const struct json *record)
{
	const struct json *list = js_get(record, "lookups"), *l;
	const struct json *error = js_get(record, "error");
	const char *value = js_get_str(error, "value"), *name, *at;
	const char *last = NULL;	/* the frame, where its place counts */
	auto_free char *frames = NULL;
	size_t i;

	if (value == NULL)
		return NULL;
	if (value[0] == '\0' || (strncmp(value, "[Errno ", 7) == 0 &&
	    strstr(value, ": ") == NULL)) {
		frames = frames_of(error);
		for (at = frames; at != NULL &&
		    (at = strstr(at, "File \"")) != NULL; at++)
			last = at;
	}
	for (i = js_len(list); i-- > 0; ) {
		l = js_at(list, i);
		name = js_get_str(l, "name");
		if (name != NULL && (tells_of(value, name) || is_at(last, l)))
			return l;
	}
	return NULL;
}

bool
run_lookup_is_input(const struct json *lookup)
{
	const char *err = js_get_str(lookup, "errno");

	return err != NULL && strcmp(err, "EACCES") == 0;
}

/* What it asked for that is not there, if that is what it died of. */
static void
add_lookup(struct buf *out, const struct run_setup *setup,
    const struct json *record)
{
	const struct json *l = run_lookup_of_error(record);
	const struct json *error = js_get(record, "error");
	const char *value = js_get_str(error, "value");
	size_t i, n = setup->ninputs;

	if (l != NULL) {
		buf_addc(out, ' ');
		add_some(out, js_get_str(l, "name"), 80);
		buf_adds(out, run_lookup_is_input(l) ?
		    " can only be read" : " is not there for this run");
		add_why(out, l);
		return;
	}
	if (value == NULL || strstr(value, "[Errno 2]") == NULL)
		return;
	buf_adds(out, n == 0 ? " The run was given no files" :
	    " The run was given ");
	for (i = 0; i < n && i < SHOWN; i++) {
		buf_adds(out, i == 0 ? "" : ", ");
		add_some(out, setup->inputs[i].name, 60);
	}
	if (n > SHOWN)
		buf_addf(out, " and %zu more", n - SHOWN);
	buf_adds(out, ".");
}

static void
add_findings(struct buf *out, const struct run_setup *setup,
    const struct json *verdict, const char *want)
{
	const struct json *list = js_get(verdict, "findings"), *f;
	size_t i, n = js_len(list), shown = 0, more = 0;
	const char *decision, *file;

	for (i = 0; i < n; i++) {
		f = js_at(list, i);
		decision = js_get_str(f, "decision");
		if (decision == NULL || strcmp(decision, want) != 0)
			continue;
		if (shown++ >= SHOWN) {
			more++;
			continue;
		}
		file = js_get_str(f, "file");
		if (file != NULL && own_file(setup, file, strlen(file)) !=
		    setup->opts.script_name) {
			buf_addc(out, ' ');
			add_some(out, file, 60);
			buf_addc(out, ':');
		} else
			buf_adds(out, " Line ");
		buf_addf(out, "%lld", (long long)js_get_num(f, "line"));
		add_why(out, f);
	}
	if (more > 0)
		buf_addf(out, " %zu more findings.", more);
}

static void
add_files(struct buf *out, const struct json *record)
{
	const struct json *list = js_get(record, "files");
	size_t i, n = js_len(list);

	for (i = 0; i < n && i < SHOWN; i++) {
		buf_adds(out, i == 0 ? " It left " : ", ");
		add_quoted(out, js_get_str(js_at(list, i), "name"), 60);
	}
	if (n > SHOWN)
		buf_addf(out, " and %zu more files", n - SHOWN);
	if (n > 0)
		buf_adds(out, ".");
}

/* Characters, not bytes. */
static void
cut(struct buf *out)
{
	size_t i, count = 0, keep = 0;

	for (i = 0; i < out->len; i++) {
		if (((unsigned char)out->data[i] & 0xc0) == 0x80)
			continue;
		if (count == SUMMARY_MAX - 3)
			keep = i;
		if (++count <= SUMMARY_MAX)
			continue;
		out->len = keep;
		buf_adds(out, "...");
		return;
	}
}

struct json *
run_summary(const struct run_setup *setup, const struct json *record,
    const struct json *verdict)
{
	const char *status = js_get_str(record, "status");
	auto_buf struct buf out = BUF_INIT;

	if (strcmp(status, "completed") == 0)
		buf_adds(&out, "The code ran to its end.");
	else if (strcmp(status, "blocked") == 0)
		buf_adds(&out, "Not run: the code was blocked.");
	else if (strcmp(status, "held") == 0)
		buf_adds(&out, js_len(js_get(record, "output")) > 0 ?
		    "The code ran; a person must release what came of it." :
		    "Not run: a person must approve it first.");
	else if (strcmp(status, "denied") == 0)
		buf_adds(&out, "The code was ended for what it tried.");
	else if (strcmp(status, "error") == 0) {
		buf_adds(&out, "Nothing came of it, and not by the code: ");
		add_some(&out, js_get_str(js_get(record, "error"), "value"),
		    400);
		buf_adds(&out, ".");
	} else if (strcmp(status, "failed") == 0 ||
	    (strcmp(status, "limit_exceeded") == 0 &&
	    js_is_obj(js_get(record, "error"))))
		add_error(&out, setup, record);
	if (strcmp(status, "blocked") == 0)
		add_findings(&out, setup, verdict, "block");
	else if (strcmp(status, "held") == 0)
		add_findings(&out, setup, verdict, "hold");
	if (out.len > 0 && js_is_obj(js_get(record, "limit")))
		buf_addc(&out, ' ');
	add_limit(&out, setup, record);
	if (strcmp(status, "failed") == 0)
		add_lookup(&out, setup, record);
	add_violations(&out, setup, record);
	add_files(&out, record);
	cut(&out);
	return js_text(buf_str(&out), out.len);
}
