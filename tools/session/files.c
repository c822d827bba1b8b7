/* Files of a session, while none of its cells runs. */
#include "session.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "../../analyzer/gate.h"
#include "../../analyzer/submission.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/run/workdir.h"
#include "../../supervisor/session/front.h"
#include "../output/output.h"

#define GET_MAX		(64 << 20)
#define MODULES_MAX	64

static bool
is_plain(const char *name)
{
	return name != NULL && name[0] != '\0' && strchr(name, '/') == NULL &&
	    strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
	    strlen(name) <= 255;
}

static size_t
find_module(const struct cell_session *s, const char *name)
{
	size_t i = 0;

	while (i < s->nmodules && strcmp(s->modules[i].name, name) != 0)
		i++;
	return i;
}

static void
drop_module(struct cell_session *s, const char *name)
{
	size_t i = find_module(s, name);

	if (i == s->nmodules)
		return;
	free((void *)(uintptr_t)s->modules[i].name);
	free((void *)(uintptr_t)s->modules[i].bytes);
	s->modules[i] = s->modules[--s->nmodules];
	s->check.nfiles = s->nmodules;
	workdir_put_code(session_workdir(s->ready), name, NULL, 0);
}

/* A name that can be imported: its bytes are what an import gets, and they are
 * judged with each cell. NULL, or why it cannot be one. */
static const char *
put_module(struct cell_session *s, const char *name, const char *bytes,
    size_t n)
{
	struct submission_file *m;
	struct submission *alone = NULL;
	struct gate *gate = NULL;
	char *why = NULL;
	int r;

	drop_module(s, name);
	if (s->nmodules >= MODULES_MAX || n > ROOM_CODE)
		return "a session has at most 64 modules, of 1 MiB each";
	m = MEM_PUSH(s->modules, s->nmodules, s->modules_cap);
	*m = (struct submission_file){ .bytes = memcpy(mem_new(n + 1, 1),
	    bytes, n), .n = n };
	m->name = m->given = mem_strdup(name);
	s->check.files = s->modules;
	s->check.nfiles = s->nmodules;
	/* One that would hide another is told of now. */
	r = gate_new(s->check.rules, &(struct gate_options){ .granted = NULL },
	    &why, &gate);
	if (r == 0)
		r = submission_new(gate, s->check.rules, s->modules,
		    s->nmodules, s->nmodules, &why, &alone);
	submission_free(alone);
	gate_free(gate);
	if (r == 0)
		r = workdir_put_code(session_workdir(s->ready), name, bytes,
		    n);
	if (r == 0)
		return NULL;
	drop_module(s, name);
	cmd_error(s->setup->cmd, "%s", why != NULL ? why : strerror(-r));
	free(why);
	return cmd_last_error();
}

static void
know(struct cell_session *s, const char *name, const char *bytes, size_t n)
{
	struct json *one = js_obj();
	struct hash hash;
	char hex[HASH_HEX];

	hash_of(bytes, n, &hash);
	hash_hex(&hash, hex);
	js_put_num(one, "size", (int64_t)n);
	js_put_str(one, "sha256", hex);
	if (s->known == NULL)
		s->known = js_obj();
	js_put(s->known, name, one);
}

/* What depends on the session's files, depends on this, too. */
static void
note_change(struct cell_session *s, const char *what, const char *name,
    const char *bytes, size_t n)
{
	struct hash_state state;

	hash_begin(&state);
	hash_update(&state, &s->put, sizeof(s->put));
	hash_update(&state, what, strlen(what) + 1);
	hash_update(&state, name, strlen(name) + 1);
	hash_update(&state, bytes, n);
	hash_end(&state, &s->put);
}

static const char *
put(struct cell_session *s, const char *name, const char *bytes, size_t n)
{
	const char *why = NULL;
	int r;

	if (!is_plain(name))
		return "name: a plain file name of the work folder";
	note_change(s, "put", name, bytes, n);
	if (submission_is_module(name))
		why = put_module(s, name, bytes, n);
	if (why != NULL)
		return why;
	r = workdir_file(session_workdir(s->ready), KEEPER_FILE_PUT, name,
	    bytes, n, -1);
	if (r < 0)
		return strerror(-r);
	/* No cell made it. */
	know(s, name, bytes, n);
	return NULL;
}

static const char *
said(struct cell_session *s, int r)
{
	return session_refuse(s, r == -ENOENT ? "missing" : "request",
	    strerror(-r));
}

static const char *
drop(struct cell_session *s, const char *name)
{
	int r;

	if (name == NULL)
		return "name: which file?";
	note_change(s, "remove", name, "", 0);
	drop_module(s, name);
	r = workdir_file(session_workdir(s->ready), KEEPER_FILE_DROP, name,
	    NULL, 0, -1);
	return r < 0 ? said(s, r) : NULL;
}

/* Nobody waits for what is held here: it is refused. NULL, or why. */
static const char *
note_found(struct cell_session *s, const struct output *gate, const char *why)
{
	struct json *body;

	if (why == NULL && output_holds(gate))
		why = "has in it what a row of the table holds";
	if (why == NULL)
		return NULL;
	body = js_obj();
	js_put(body, "output", output_found(gate));
	if (run_record(s->setup, "withheld", body) < 0)
		s->why = "its log cannot be written";
	return session_refuse(s, "request", why);
}

/* What the table says of output: NULL, or why not. What was read is what is
 * looked at, and sent. */
static const char *
may_pass(struct cell_session *s, const char *name, int file, int64_t size)
{
	struct output *gate = run_gate_open(s->setup);
	const char *why = NULL;
	void *bytes = NULL;

	if (gate == NULL)
		return NULL;
	if (size > 0)
		bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, file,
		    0);
	if (size < 0 || bytes == MAP_FAILED)
		return "cannot be looked at";
	output_file(gate, name, bytes != NULL ? bytes : "", (size_t)size,
	    &why);
	if (bytes != NULL)
		munmap(bytes, (size_t)size);
	return note_found(s, gate, why);
}

/* The answer is a line of JSON, then the bytes. */
static const char *
get(struct cell_session *s, const char *name, struct wire_peer *peer)
{
	/* A copy that carries it out: the table speaks of what it is of. */
	const char *of = js_get_str(peer->head, "of");
	int fd = wire_answer(peer);
	auto_fd int file = memfd_create("file", MFD_CLOEXEC);
	auto_buf struct buf text = BUF_INIT;
	struct json *doc;
	const char *why;
	int64_t size;
	int r;

	if (name == NULL || file < 0 || fd < 0)
		return name == NULL ? "name: which file?" : strerror(errno);
	r = workdir_file(session_workdir(s->ready), KEEPER_FILE_GET, name,
	    NULL, GET_MAX, file);
	if (r < 0)
		return said(s, r);
	size = lseek(file, 0, SEEK_END);
	why = may_pass(s, of != NULL ? of : name, file, size);
	if (why != NULL)
		return why;
	lseek(file, 0, SEEK_SET);
	doc = js_obj();
	js_put_str(doc, "schema", "sallyport/session/1");
	js_put_str(doc, "session", s->setup->session);
	js_put_str(doc, "name", name);
	js_put_num(doc, "bytes", size);
	js_put_str(doc, "error", NULL);
	js_write(doc, &text);
	buf_addc(&text, '\n');
	js_free(doc);
	r = fdio_write_all(fd, text.data, text.len);
	if (r == 0)
		fdio_copy(file, fd);
	peer->whole = true;
	return NULL;
}

static bool
is_same(const struct json *a, const struct json *b)
{
	return js_get_num(a, "size") == js_get_num(b, "size") &&
	    strcmp(js_get_str(a, "sha256"), js_get_str(b, "sha256")) == 0;
}

void
files_note(struct cell_session *s, struct json *record)
{
	const struct json *now = js_get(record, "files");
	struct json *all = js_obj(), *news = js_arr();
	size_t i;

	for (i = 0; i < js_len(now); i++) {
		const struct json *one = js_at(now, i);
		const char *path = js_get_str(one, "path");
		const struct json *was = js_get(s->known, path);

		if (was == NULL || !is_same(was, one))
			js_add(news, js_share(one));
		js_put(all, path, js_share(one));
	}
	js_free(s->known);
	s->known = all;
	js_put(record, "files", news);
}

/* As they were after the last cell, and what was put and removed since. */
static const char *
list(struct cell_session *s, struct wire_peer *peer)
{
	struct json *files = session_files(s->ready), *clean;
	struct output *gate = run_gate_open(s->setup);
	auto_buf struct buf text = BUF_INIT;
	const char *why;
	struct json *doc;

	if (gate != NULL) {
		clean = output_json(gate, files, "files");
		js_free(files);
		files = clean;
		why = note_found(s, gate, NULL);
		if (why != NULL) {
			js_free(files);
			return why;
		}
	}
	doc = js_obj();
	js_put_str(doc, "schema", "sallyport/session/1");
	js_put_str(doc, "session", s->setup->session);
	js_put(doc, "files", files);
	js_put_str(doc, "error", NULL);
	js_write(doc, &text);
	buf_addc(&text, '\n');
	js_free(doc);
	fdio_write_all(wire_answer(peer), text.data, text.len);
	peer->whole = true;
	return NULL;
}

bool
files_is(const char *what)
{
	static const char words[][8] = { "put", "get", "files", "remove" };

	return IS_ONE_OF(what, words);
}

bool
files_serve(struct cell_session *s, const char *what, struct wire_peer *peer,
    const char **ret_error)
{
	const char *name = js_get_str(peer->head, "name");

	*ret_error = NULL;
	if (!files_is(what))
		return false;
	if (s->runs) {
		*ret_error = session_refuse(s, "busy", "a cell runs: files "
		    "are to be had between two");
		return true;
	}
	if (strcmp(what, "put") == 0)
		*ret_error = put(s, name, wire_bytes(peer), peer->bytes);
	else if (strcmp(what, "remove") == 0)
		*ret_error = drop(s, name);
	else if (strcmp(what, "files") == 0)
		*ret_error = list(s, peer);
	else
		*ret_error = get(s, name, peer);
	return true;
}

void
files_free(struct cell_session *s)
{
	while (s->nmodules > 0) {
		s->nmodules--;
		free((void *)(uintptr_t)s->modules[s->nmodules].name);
		free((void *)(uintptr_t)s->modules[s->nmodules].bytes);
	}
	free(s->modules);
	js_free(s->known);
}
