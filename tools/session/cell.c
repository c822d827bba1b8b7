#include "session.h"
#include "../run/run_explore.h"

#include <signal.h>

#include "../../analyzer/findings/verdict.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/policy/policy.h"
#include "../../supervisor/session/front.h"
#include "../../supervisor/session/room.h"

#define NAME_MAX_	1024
#define BEHIND_MAX	(256 << 10)	/* bytes of a stream, not taken */

/* What is printed goes to who awaits it, as he takes it, or nowhere. */
static void
print_to(struct cell_session *s, struct wire_peer *peer)
{
	int fd = peer != NULL ? wire_answer(peer) : -1;

	dup2(fd >= 0 ? fd : s->nothing, STDOUT_FILENO);
}

static void
print(struct cell_session *s, const struct json *record, struct json *verdict)
{
	print_to(s, s->asker);
	run_print_document(s->setup, record, verdict);
	if (s->asker != NULL)
		s->asker->whole = true;
	s->asker = NULL;
	print_to(s, NULL);
}

static bool
is_name(const char *name)
{
	const unsigned char *p = (const unsigned char *)name;

	for (; *p >= ' ' && *p != 0x7f; p++)
		;
	return *p == '\0' && name[0] != '\0' && strlen(name) < NAME_MAX_;
}

static void
add_session(const struct cell_session *s, struct json *record,
    const char *why)
{
	struct json *session = js_obj();

	js_put_str(session, "id", s->setup->session);
	js_put_num(session, "cells", s->cells);
	js_put_num(session, "cells_limit", s->setup->opts.session.cells);
	js_put_str(session, "context", s->context != NULL &&
	    is_name(s->context->name) ? s->context->name : NULL);
	js_put_flag(session, "ended", why != NULL);
	js_put_str(session, "why", why);
	js_put_str(session, "refused", s->refusal);
	js_put(record, "session", session);
}

/* What did not run: by the gate's word, or by the last error said. */
static void
answer_refused(struct cell_session *s, struct json *record,
    struct json *verdict, bool logged)
{
	int logs[2] = { s->setup->logs[0], s->setup->logs[1] };

	if (logged && run_record_outcome(s->setup, record) < 0)
		s->why = "its log cannot be written";
	add_session(s, record, s->why);
	/* What lies there is another cell's. */
	memset(s->setup->logs, 0, sizeof(s->setup->logs));
	print(s, record, verdict);
	memcpy(s->setup->logs, logs, sizeof(logs));
	js_free(record);
}

static void
answer_error(struct cell_session *s, bool logged)
{
	answer_refused(s, run_failure_record(), NULL, logged);
}

/* The one of this process, whose results come with what is the run's. */
static struct cell_session *streaming;

/* Does he take what he is sent? Else nothing is added to it for a while. */
static bool
takes_more(const struct cell_session *s)
{
	return wire_unsent(s->asker) < BEHIND_MAX;
}

void
cell_pump(struct cell_session *s)
{
	struct run_setup *setup = s->setup;
	char block[65536];
	ssize_t n;
	int i;

	for (i = 0; i < 2 && setup->stream && setup->gate == NULL; i++)
		while (takes_more(s) && (n = pread(setup->logs[i], block,
		    sizeof(block), s->streamed[i])) > 0) {
			s->streamed[i] += n;
			run_stream_output(setup, i, block, (size_t)n);
		}
}

void
cell_forget_asker(struct cell_session *s)
{
	s->asker = NULL;
	s->setup->stream = false;
	s->events.result = NULL;
	print_to(s, NULL);
}

/* What was printed before it comes first. */
static void
on_result(const struct json *result, bool updates, void *arg)
{
	cell_pump(streaming);
	if (takes_more(streaming))
		streaming->show(result, updates, arg);
	else
		streaming->unshown++;
}

/* What he was too slow for stands in the document alone. */
static void
end_stream(struct cell_session *s)
{
	struct json *rest;
	int64_t left = 0, size;
	int i;

	if (s->setup->gate != NULL)
		return;
	rest = js_obj();
	if (s->setup->stream) {
		cell_pump(s);
		run_stream_end(s->setup);
	}
	for (i = 0; s->setup->stream && i < 2; i++) {
		size = lseek(s->setup->logs[i], 0, SEEK_END);
		left += size - s->streamed[i];
		js_put_num(rest, i == 0 ? "stdout" : "stderr",
		    size - s->streamed[i]);
	}
	js_put_num(rest, "results", (int64_t)s->unshown);
	if (s->setup->stream && (left > 0 || s->unshown > 0))
		run_stream_left_out(rest);
	js_free(rest);
}

static void
begin_stream(struct cell_session *s)
{
	struct run_events events = s->events;

	s->streamed[0] = s->streamed[1] = 0;
	s->unshown = 0;
	s->events.result = NULL;
	if (!s->setup->stream)
		return;
	print_to(s, s->asker);
	run_stream_begin(s->setup, &events);
	if (s->setup->gate != NULL)
		return;
	streaming = s;
	s->show = events.result;
	s->events.result = on_result;
}

/* {"NAME":"VALUE"}: NULL, or what is wrong with it. */
struct env {
	struct buf	 text;
	const char	*wrong;
};

static void
add_env(const char *key, const struct json *value, void *arg)
{
	struct env *env = arg;
	const char *text = js_as_str(value);

	if (key[0] == '\0' || strchr(key, '=') != NULL || text == NULL) {
		env->wrong = "env: an object of names and texts";
		return;
	}
	buf_addf(&env->text, "%s=%s", key, text);
	buf_addc(&env->text, '\0');
}

/* 0 once it runs. */
static int
start(struct cell_session *s, struct buf *env)
{
	struct run_options *opts = &s->setup->opts;
	/* Of one that was let go another takes the place, and the names. */
	const char place[] = { (char)('a' + (s->context - s->contexts)), '\0' };
	struct room_cell cell = { .number = s->setup->cell,
	    .wall_ms = s->may_ms, .cpu_ms = policy_limit_of(opts, RULES_CPU),
	    .env = env->data, .nenv = env->len, .name = s->name,
	    .context = place, .fresh = s->context->fresh,
	    .code = s->code.data, .ncode = s->code.len };
	size_t i;
	int r;

	if (cell.cpu_ms > s->cpu_ms)
		cell.cpu_ms = s->cpu_ms;
	for (i = 0; i < ARRAY_SIZE(s->setup->logs); i++)
		if (ftruncate(s->setup->logs[i], 0) < 0 ||
		    lseek(s->setup->logs[i], 0, SEEK_SET) < 0)
			return -errno;
	if (run_gate_begin(s->setup) != 0)
		return -EIO;
	begin_stream(s);
	r = session_next(s->ready, &cell);
	s->context->fresh &= r != 0;
	s->runs = r == 0;
	return r;
}

/* With its next cell. */
static void
begin_anew(struct cell_context *c)
{
	session_close(c->accepted);
	c->accepted = session_new();
	c->fresh = true;
}

/* NULL: none. Nobody's code is where ours runs: what that is called no request
 * can say. */
static const char *
context_name(const struct json *head)
{
	const char *name = js_get_str(head, "context");

	if (js_is_obj(js_get(head, "command")))
		return command_stays(head) ? "\002" : "\001";
	return name == NULL || name[0] == '\0' ? "" : is_name(name) ? name :
	    NULL;
}

/* NULL: it is not there. */
static struct cell_context *
find_context(struct cell_session *s, const char *name)
{
	size_t i;

	for (i = 0; i < SESSION_CONTEXTS; i++)
		if (name != NULL && s->contexts[i].name != NULL &&
		    strcmp(s->contexts[i].name, name) == 0)
			return &s->contexts[i];
	return NULL;
}

/* A new one if need be; NULL, said: it cannot be. */
static struct cell_context *
take_context(struct cell_session *s, const struct json *head)
{
	const char *name = context_name(head);
	struct cell_context *c = find_context(s, name);
	size_t i = 0;

	if (c != NULL)
		return c;
	while (i < SESSION_CONTEXTS && s->contexts[i].name != NULL)
		i++;
	if (i == SESSION_CONTEXTS || name == NULL) {
		cmd_error(s->setup->cmd, "context: a session has %d at most, "
		    "with names without control characters",
		    SESSION_CONTEXTS);
		return NULL;
	}
	c = &s->contexts[i];
	*c = (struct cell_context){ .name = mem_strdup(name) };
	begin_anew(c);
	return c;
}

/* What of the request cannot be; an error was said. */
static bool
is_refused(struct cell_session *s, const struct json *head, size_t n,
    struct env *env)
{
	const struct session_bounds *most = &s->setup->opts.session;
	const char *name = js_get_str(head, "name");
	int64_t wanted = js_get_num(head, "time_ms");
	struct cell_context *context;

	if (name != NULL && name[0] != '\0' && !is_name(name))
		cmd_error(s->setup->cmd, "name: longer than 1023 bytes, or with "
		    "control characters");
	else if (n > ROOM_CODE)
		cmd_error(s->setup->cmd, "a cell has at most 1 MiB");
	else if (s->runs)
		cmd_error(s->setup->cmd, "a cell of this session runs: wait for "
		    "it, or interrupt it");
	else if (s->cells >= most->cells)
		cmd_error(s->setup->cmd, "this session had its %u cells; "
		    "`sallyport pool --cells N` lets it have more", most->cells);
	else if (wanted < 0 || wanted > most->cell_ms)
		cmd_error(s->setup->cmd, "time_ms: not between 1 and %lld, as "
		    "`sallyport pool --cell-time` says",
		    (long long)most->cell_ms);
	else if (s->wall_ms <= 0 || s->cpu_ms <= 0)
		cmd_error(s->setup->cmd, "this session used up its time; "
		    "`sallyport pool --session-time` gives it more");
	else if (js_is_obj(js_get(head, "env")) &&
	    (js_each(js_get(head, "env"), add_env, env), env->wrong != NULL))
		cmd_error(s->setup->cmd, "%s", env->wrong);
	else if (env->text.len > 65536)
		cmd_error(s->setup->cmd, "env: more than 64 KiB");
	else if (js_is_obj(js_get(head, "command")) &&
	    !command_is(head))
		cmd_error(s->setup->cmd, "command: want cmd, args, envs and "
		    "cwd, of texts alone");
	else if (js_is_obj(js_get(head, "command")) && command_stays(head) &&
	    run_gate_open(s->setup) != NULL)
		/* What these print comes encoded: nothing would be found. */
		cmd_error(s->setup->cmd, "command: none runs on where the "
		    "table has rows of output");
	else if ((context = take_context(s, head)) != NULL) {
		/* Nothing of those before it: so does each command begin that
		 * is over with its cell. */
		if (js_get_flag(head, "fresh") ||
		    (js_is_obj(js_get(head, "command")) &&
		    !command_stays(head)))
			begin_anew(context);
		s->context = context;
		s->check.session = context->accepted;
		s->asked_ms = wanted;
		s->may_ms = wanted > 0 ? wanted :
		    policy_limit_of(&s->setup->opts, RULES_WALL);
		if (s->may_ms > s->wall_ms)
			s->may_ms = s->wall_ms;
		return false;
	}
	return true;
}

void
cell_release(struct cell_context *c)
{
	session_close(c->accepted);
	free(c->name);
	*c = (struct cell_context){ .name = NULL };
}

void
cell_restart(struct cell_session *s, const struct json *head)
{
	struct cell_context *c = find_context(s, context_name(head));

	if (c == NULL)
		return;
	if (s->context == c)
		s->context = NULL;
	cell_release(c);
}

/* What an approval of it binds: see run_grants.c. How many cells there were is
 * nothing to it. */
static int
record_judged(struct cell_session *s, const struct verdict *v,
    const struct json *json, const struct buf *env)
{
	struct run_setup *setup = s->setup;
	struct json *binds = js_obj();
	char hex[HASH_HEX];
	struct hash hash;
	int r;

	session_hash(s->context->accepted, &hash);
	hash_hex(&hash, hex);
	js_put_str(binds, "behind", hex);
	hash_hex(&s->put, hex);
	js_put_str(binds, "put", hex);
	hash_of(env->data, env->len, &hash);
	hash_hex(&hash, hex);
	js_put_str(binds, "env", hex);
	js_put_num(binds, "time_ms", s->asked_ms);
	setup->cell_binds = binds;
	if (!s->is_named)
		setup->opts.script_name = "<cell>";
	r = run_record_judged(setup, v, json);
	setup->opts.script_name = s->name;
	setup->cell_binds = NULL;
	js_free(binds);
	return r;
}

/*
 * It was held: did a person approve exactly this? Then it joins the accepted,
 * and what comes behind it is held for it, too: nobody saw what that makes of
 * its names. Nobody read the pool's own inputs since they were given.
 */
static bool
is_approved(struct cell_session *s, const struct verdict *v,
    struct json *verdict)
{
	auto_buf struct buf note = BUF_INIT;

	if (v->decision != DECISION_HOLD || s->setup->ninputs > 0 ||
	    judge_reads_ill(s->judge, v) ||
	    !run_is_approved(s->setup, v, verdict, &note))
		return false;
	session_keep(s->check.session, s->code.data, s->code.len);
	return true;
}

static void
judge_and_start(struct cell_session *s, struct buf *env)
{
	struct run_options *opts = &s->setup->opts;
	struct check_input in = { .name = s->name, .root_fd = -1 };
	const struct verdict *v;
	struct json *json;
	struct page *page;
	int r;

	opts->script_name = s->name;
	opts->script = s->code.data;
	opts->script_len = s->code.len;
	v = judge_submission(s->judge, &in, s->code.data, s->code.len, &page);
	json = verdict_json(v);
	/* The code is ours, and what it starts no gate reads: the wall has it. */
	if (s->is_command)
		js_put_flag(json, "gated", false);
	r = record_judged(s, v, json, env);
	if (r == 0 && v->decision != DECISION_ALLOW && !s->is_command &&
	    !is_approved(s, v, json)) {
		answer_refused(s, run_empty_record(v->decision ==
		    DECISION_HOLD ? "held" : "blocked"), json, true);
		return;
	}
	if (r == 0 && !s->is_command)
		r = session_commit(s->check.session);
	if (r == 0)
		r = start(s, env);
	if (r == 0) {
		s->verdict = json;
		return;
	}
	js_free(json);
	s->why = "its log cannot be written";
	cmd_error(s->setup->cmd, "the log cannot be written: %s; nothing was "
	    "run", audit_why(r));
	answer_error(s, false);
}

void
cell_begin(struct cell_session *s, struct wire_peer *peer)
{
	struct run_setup *setup = s->setup;
	const struct json *head = peer->head;
	const char *name = js_get_str(head, "name"),
	    *label = js_get_str(head, "label");
	struct env env = { .text = BUF_INIT };
	auto_buf struct buf own = BUF_INIT;
	struct wire_peer *asker = s->asker;
	unsigned cell = setup->cell;
	bool stream = setup->stream;

	if (is_refused(s, head, peer->bytes, &env)) {
		/* Of the one that runs nothing changes. */
		setup->cell = s->cells;
		setup->stream = false;
		s->asker = peer;
		if (s->runs)
			session_refuse(s, "busy", NULL);
		else
			s->refusal = "request";
		answer_error(s, false);
		s->refusal = NULL;
		s->asker = asker;
		setup->cell = cell;
		setup->stream = stream;
		if (s->runs && stream)
			print_to(s, asker);
		buf_free(&env.text);
		return;
	}
	s->asker = peer;
	setup->stream = js_get_flag(head, "stream");
	setup->cell = ++s->cells;
	run_make_id(setup);
	free(s->label);
	s->label = label != NULL ? mem_strdup(label) : NULL;
	setup->label = label != NULL ? s->label : s->pool_label;
	free(s->name);
	buf_addf(&own, "<cell %u>", s->cells);
	s->is_named = name != NULL && name[0] != '\0';
	s->name = mem_strdup(s->is_named ? name : buf_str(&own));
	s->is_command = js_is_obj(js_get(head, "command"));
	s->yields = command_yields(head);
	if (s->is_command)
		command_code(&s->code, head);
	else
		habits_code(&s->code, wire_bytes(peer),
		    (size_t)peer->bytes);
	judge_and_start(s, &env.text);
	buf_free(&env.text);
}

void
cell_over(struct cell_session *s, const char *why)
{
	struct json *record;
	int status;

	end_stream(s);
	session_record(s->ready, &record, &status);
	s->runs = false;
	files_note(s, record);
	s->wall_ms -= js_get_num(js_get(record, "usage"), "wall_ms");
	s->cpu_ms -= js_get_num(js_get(record, "usage"), "cpu_ms");
	run_add_options(s->setup, record);
	run_promise(record, s->verdict);
	js_put(record, "auto", js_nul());
	run_explore_note(s->setup, record);
	run_gate(s->setup, &record, s->verdict, &status);
	if (run_record_outcome(s->setup, record) < 0 && why == NULL)
		s->why = why = "its log cannot be written";
	add_session(s, record, why);
	if (s->setup->gate != NULL && s->setup->stream)
		run_stream_late(s->setup, record);
	print(s, record, steal_ptr(&s->verdict));
	js_free(record);
}
