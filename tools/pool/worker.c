#include "pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

#include "../../analyzer/findings/verdict.h"
#include "../../analyzer/gate.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/zygote/handover.h"
#include "../session/session.h"

#define SAID_MS	60000	/* until the same is said again */

struct worker {
	struct pool			*pool;
	const struct kind		*kind;
	struct run_setup		*setup;		/* its */
	struct place_shared		*shared;
	struct run_ready		*ready;
	const struct zygote		*zygote;	/* as when it began */
	int				 sock, nothing;
	struct wire_peer		 peer;
	bool				 given;		/* by the pool */
	struct wish_head		 wish;	/* what the pool is told of it */
	char				**args;
};

/* All of what he asks: NULL, or what is wrong with it. */
static const char *
read_whole(struct wire_peer *peer)
{
	struct pollfd wait = { .fd = peer->fd, .events = POLLIN };
	int64_t end = clock_ms() + WIRE_MS, left;
	const char *why = NULL;
	int r;

	do {
		left = end - clock_ms();
		if (left <= 0 || poll(&wait, 1, (int)left) <= 0)
			return "the request did not come to its end in time";
		r = wire_hear(peer, &why);
	} while (r == 0);
	return why;
}

/* What names a tenant: NULL, or what is wrong with it. */
static const char *
take_tenant(struct worker *w)
{
	const char *tenant = js_get_str(w->peer.head, "tenant");

	w->wish.tenant[0] = '\0';
	if (tenant == NULL)
		return js_get(w->peer.head, "tenant") == NULL ||
		    js_is_null(js_get(w->peer.head, "tenant")) ? NULL :
		    "tenant: a text";
	if (!wire_is_tenant(tenant))
		return "tenant: 1 to 64 letters, digits, '.', '_' and '-'";
	memcpy(w->wish.tenant, tenant, strlen(tenant) + 1);
	return NULL;
}

/* What it is, but for its code. */
static const char *
take_request(struct worker *w)
{
	const struct json *args = js_get(w->peer.head, "args"),
	    *options = js_get(w->peer.head, "options");
	const char *what = js_get_str(w->peer.head, "do");
	auto_buf struct buf key = BUF_INIT;
	size_t i;

	w->wish.opens = what != NULL && strcmp(what, "open") == 0;
	w->wish.checks = what != NULL && strcmp(what, "check") == 0;
	w->wish.status = what != NULL && strcmp(what, "status") == 0;
	w->args = mem_new(js_len(args) + 1, sizeof(*w->args));
	for (i = 0; i < js_len(args); i++) {
		what = js_as_str(js_at(args, i));
		w->args[i] = mem_strdup(what != NULL ? what : "");
	}
	w->wish.why_cold[0] = '\0';
	w->wish.options[0] = '\0';
	if (js_len(options) > 0) {
		if (w->pool->setup.no_options)
			return "options: this pool takes none";
		js_write(options, &key);
		if (key.len < sizeof(w->wish.options))
			memcpy(w->wish.options, buf_str(&key), key.len + 1);
		else
			snprintf(w->wish.why_cold, sizeof(w->wish.why_cold),
			    "its options are longer than %d bytes",
			    POOL_OPTIONS - 1);
		if (w->wish.opens)
			return "options: a session has those of its pool";
	}
	return take_tenant(w);
}

static void
use_request(struct worker *w)
{
	const struct json *head = w->peer.head;
	const char *name = js_get_str(head, "name"),
	    *label = js_get_str(head, "label");

	w->setup->opts.script_name = mem_strdup(name != NULL &&
	    name[0] != '\0' ? name : "<stdin>");
	w->setup->opts.script = wire_bytes(&w->peer);
	w->setup->opts.script_len = w->peer.bytes;
	w->setup->opts.argv = w->args;
	if (label != NULL)
		w->setup->label = mem_strdup(label);
}

/* The answer's bytes go to him, each of whose waits has its end; he hears the end
 * of it once that one descriptor is closed. */
static void
turn_output(struct worker *w)
{
	const struct timeval most = { .tv_sec = WIRE_MS / 1000 };

	setsockopt(w->peer.fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
	fcntl(w->peer.fd, F_SETFL, 0);
	dup2(w->peer.fd, STDOUT_FILENO);
	close(w->peer.fd);
	w->peer.fd = STDOUT_FILENO;
}

/* All that is left to do for him was done; this process ends. */
static int
finish(struct worker *w, int status)
{
	run_failed(w->setup, status);
	run_document_end(w->setup);
	if (w->ready != NULL)
		run_ready_free(w->ready);
	return 0;
}

static int
refuse(struct worker *w, const char *why)
{
	cmd_error(&cmd_pool, "%s", why);
	turn_output(w);
	wire_read_rest(&w->peer);
	w->setup->ready = w->ready;
	return finish(w, cmd_pool.failure);
}

/* Would it be run as it is asked for, and by its tenant's? */
static bool
is_same(const struct worker *w)
{
	return strcmp(w->wish.tenant, w->zygote->tenant) == 0 &&
	    strcmp(w->wish.options, w->kind->key != NULL ? w->kind->key :
	    "") == 0;
}

/* Is another zygote the one for it? */
static bool
is_elsewhere(const struct json *verdict, void *arg)
{
	struct worker *w = arg;
	const char *decision = js_get_str(verdict, "decision");
	const struct json *imports = js_get(js_get(verdict, "manifest"),
	    "imports");
	bool same = is_same(w);

	w->wish.set = zygotes_set(w->kind, imports);
	/* What runs nothing is answered by whoever has it. */
	if (w->given || decision == NULL || strcmp(decision, "allow") != 0 ||
	    (same && w->wish.set == w->zygote->set))
		return false;
	return wishes_send(w->pool, &w->peer, &w->wish) == 0 || !same;
}

/* What the gate says; its record is that of a run which is not made. An exit
 * status. */
static int
answer_verdict(struct worker *w)
{
	const struct run_options *opts = &w->setup->opts;
	const struct verdict *v = gate_judge(w->kind->gate, opts->script_name,
	    opts->script, opts->script_len);
	auto_buf struct buf out = BUF_INIT;
	struct json *json = verdict_json(v);
	int r = run_record_judged(w->setup, v, json);

	if (r < 0) {
		js_free(json);
		cmd_error(&cmd_pool, "the log cannot be written: %s",
		    audit_why(r));
		return cmd_pool.failure;
	}
	buf_addf(&out, "{\"schema\":\"sallyport/check/1\",\"decision\":\"%s\","
	    "\"submissions\":[", decision_name(v->decision));
	js_write(json, &out);
	buf_adds(&out, "],\"errors\":[]}\n");
	js_free(json);
	w->setup->printed = fdio_write_all(STDOUT_FILENO, out.data, out.len) ==
	    0;
	return w->setup->printed ? 0 : cmd_pool.failure;
}

/* 0: it was passed on; 1: answered. */
static int
serve_one(struct worker *w)
{
	const char *why = w->given ? NULL : read_whole(&w->peer);
	bool same;
	int r;

	if (why == NULL)
		why = take_request(w);
	same = is_same(w);
	/* One place that holds for whatever way it came. */
	if (why == NULL && w->given && !same)
		why = "it came to what stands ready for others";
	if (why != NULL) {
		refuse(w, why);
		return 1;
	}
	w->wish.set = w->kind->nsets - 1;
	/* Only who has its options can judge it. */
	if (w->wish.status || w->wish.why_cold[0] != '\0' ||
	    (w->wish.options[0] != '\0' && !same) || (w->wish.opens &&
	    !w->given && (!same || w->zygote->set != w->wish.set)))
		return wishes_send(w->pool, &w->peer, &w->wish) == 0 ? 0 :
		    (refuse(w, "the pool ends"), 1);
	w->setup->tenant = w->zygote->tenant;
	use_request(w);
	if (w->wish.opens) {
		session_serve(w->setup, w->ready, w->pool->seats,
		    w->pool->sessions, &w->peer, w->kind->gate);
		return 1;
	}
	turn_output(w);
	w->setup->ready = w->ready;
	w->setup->elsewhere = is_elsewhere;
	w->setup->elsewhere_arg = w;
	r = w->wish.checks ? answer_verdict(w) : run_submission(w->setup,
	    w->kind->gate);
	if (r == RUN_ELSEWHERE) {
		dup2(w->nothing, STDOUT_FILENO);
		w->peer.fd = -1;
		return 0;
	}
	finish(w, r);
	return 1;
}

static void
set_state(struct worker *w, enum place_state state)
{
	atomic_store(&w->shared->since, clock_ms());
	atomic_store(&w->shared->state, state);
}

/* One that the pool gives to this one. */
static bool
take_given(struct worker *w)
{
	int fds[2];

	if (handover_receive(w->sock, fds, 2, &w->wish, sizeof(w->wish)) !=
	    (ssize_t)sizeof(w->wish))
		return false;
	set_state(w, PLACE_BUSY);
	wire_begin(&w->peer, fds[0]);
	w->given = wire_load(&w->peer, fds[1]) == 0;
	close(fds[1]);
	return true;
}

/* One that comes, unless the pool has other plans for this one. */
static bool
take_new(struct worker *w)
{
	const struct itimerspec soon = { .it_value = { 0, POOL_BUSY_MS *
	    1000000 } };
	int ready = PLACE_READY, fd;

	if (!atomic_compare_exchange_strong(&w->shared->state, &ready,
	    PLACE_BUSY))
		return false;
	atomic_store(&w->shared->since, clock_ms());
	fd = accept4(w->pool->listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0) {
		atomic_store(&w->shared->state, PLACE_READY);
		return false;
	}
	w->given = false;
	wire_begin(&w->peer, fd);
	/* It may be for long: then another takes this one's place. Nobody is
	 * woken before, who would take the processor from it. */
	timerfd_settime(w->pool->wake, 0, &soon, NULL);
	return true;
}

/* False: the pool ends, or what stands ready is not there any more, and another
 * takes its place before anybody asks. */
static bool
wait_for_one(struct worker *w)
{
	struct pollfd wait[3] = { { .fd = w->pool->listener, .events = POLLIN },
	    { .fd = run_ready_fd(w->ready), .events = POLLIN },
	    { .fd = w->sock, .events = POLLIN } };
	sigset_t before;
	bool taken = false;

	sigprocmask(SIG_BLOCK, &w->pool->awaited, &before);
	while (!taken && !run_ready_is_over()) {
		wait[0].fd = atomic_load(&w->shared->state) == PLACE_READY ?
		    w->pool->listener : -1;
		if (ppoll(wait, 3, NULL, &before) <= 0)
			continue;
		if (wait[2].revents & POLLIN) {
			taken = take_given(w);
		} else if (wait[1].revents != 0 || wait[2].revents != 0)
			break;
		else if (wait[0].revents != 0)
			taken = take_new(w);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return taken;
}

/* All fail alike for want of a log, and of them one says so, from time to time:
 * who waits for an answer is told in any case. */
static void
say_seldom(struct worker *w)
{
	int64_t now = clock_ms(), last = atomic_load(&w->pool->shared->said);

	if ((last == 0 || now - last >= SAID_MS) &&
	    atomic_compare_exchange_strong(&w->pool->shared->said, &last, now))
		cmd_error(&cmd_pool, "%s", cmd_last_error());
}

static int
begin(struct worker *w)
{
	struct run_setup *setup = w->setup;
	int r;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() == 1)
		return cmd_pool.failure;
	w->nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	setup->opts.stdin_null = true;
	setup->opts.script_name = "<stdin>";
	setup->opts.base = w->pool->root;
	cmd_quiet(true);
	r = run_begin(setup);
	if (r == 0)
		r = run_document_open(setup);
	cmd_quiet(false);
	if (r != 0)
		say_seldom(w);
	return r;
}

int
worker_run(struct pool *pool, unsigned place, int zygote, int sock)
{
	struct worker w = { .pool = pool, .shared = &pool->shared->places[place],
	    .zygote = &pool->zygotes[zygote], .sock = sock,
	    .peer = WIRE_NOBODY };
	auto_free char *why = NULL;
	int r;

	w.kind = &pool->kinds[w.zygote->kind];
	w.setup = w.kind->setup;
	w.setup->opts.later = true;
	r = begin(&w);
	if (r != 0)
		return r;
	r = run_ready_new(&w.setup->opts, w.zygote->family, &w.ready, &why);
	if (r < 0) {
		/* It is tried again and again, and said once. */
		if (r != -EINTR && why != NULL && w.zygote->failures == 0)
			cmd_error(&cmd_pool, "%s", why);
		return why != NULL ? cmd_pool.failure : POOL_LOST;
	}
	set_state(&w, PLACE_READY);
	while (wait_for_one(&w)) {
		if (serve_one(&w) != 0)
			return 0;
		wire_forget(&w.peer);
		set_state(&w, PLACE_READY);
	}
	run_ready_free(w.ready);
	return 0;
}

int
worker_cold(struct pool *pool, const struct wish *wish)
{
	struct worker w = { .pool = pool, .setup = &pool->setup,
	    .kind = &pool->kinds[0], .wish = wish->head, .peer = WIRE_NOBODY };
	struct kind own = { .key = NULL };
	const struct json *options;
	const char *why = NULL;
	int r = 0;

	wire_begin(&w.peer, wish->client);
	if (wish->text < 0) {
		why = read_whole(&w.peer);
		if (why == NULL)
			why = take_request(&w);
		w.wish.set = w.kind->nsets - 1;
		if (why == NULL && (w.wish.opens || w.wish.status) &&
		    wishes_send(pool, &w.peer, &w.wish) == 0)
			return 0;
		/* It may ask for more than that. */
		if (w.wish.why_cold[0] == '\0')
			memcpy(w.wish.why_cold, wish->head.why_cold,
			    sizeof(w.wish.why_cold));
	} else if (wire_load(&w.peer, wish->text) < 0) {
		why = "the request was lost";
	} else {
		why = take_request(&w);
		memcpy(w.wish.why_cold, wish->head.why_cold,
		    sizeof(w.wish.why_cold));
	}
	if (why == NULL && w.wish.opens)
		why = w.wish.why_cold;
	options = js_get(w.peer.head, "options");
	if (why == NULL && js_len(options) > 0) {
		r = kinds_parse(pool, options, &own);
		w.kind = &own;
		w.setup = own.setup;
	}
	w.setup->opts.cold_why = w.wish.why_cold;
	if (why != NULL) {
		begin(&w);
		return refuse(&w, why);
	}
	turn_output(&w);
	if (r == 0)
		r = begin(&w);
	if (r == 0) {
		use_request(&w);
		r = w.wish.checks ? answer_verdict(&w) : run_submission(w.setup,
		    w.kind->gate);
	}
	return finish(&w, r);
}
