#include "session.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/session/front.h"
#include "seats.h"

#define STREAM_MS	20		/* between looks at what was printed */
#define WAIT_MS		86400000	/* that a cell waits for its turn */

void
session_defaults(struct session_bounds *b)
{
	if (b->most == 0)
		b->most = 16;
	if (b->cells == 0)
		b->cells = 20;
	if (b->idle_ms == 0)
		b->idle_ms = 600000;
	if (b->grace_ms == 0)
		b->grace_ms = 2000;
	if (b->wall_ms == 0)
		b->wall_ms = 3600000;
	if (b->cell_ms == 0 || b->cell_ms > b->wall_ms)
		b->cell_ms = b->wall_ms;
	b->cpu_ms = b->wall_ms;
}

/* What killed ones left there are sockets, and nothing else is removed. */
static void
empty(int fd)
{
	DIR *dir = fdopendir(dup(fd));
	struct dirent *entry;
	struct stat st;

	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
		    S_ISSOCK(st.st_mode))
			unlinkat(fd, entry->d_name, 0);
	if (dir != NULL)
		closedir(dir);
}

int
session_folder(const struct cmd *cmd, const char *pool, char **ret)
{
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;
	struct stat st;

	buf_addf(&path, "%s%s", pool, SESSIONS);
	if (path.len + 33 > sizeof(((struct sockaddr_un *)NULL)->sun_path)) {
		cmd_error(cmd, "%s: longer than %zu bytes, so that sessions "
		    "have no room behind it", pool, sizeof(
		    ((struct sockaddr_un *)NULL)->sun_path) - 33 -
		    strlen(SESSIONS));
		return cmd->failure;
	}
	if ((mkdir(buf_str(&path), 0700) < 0 && errno != EEXIST) ||
	    (fd = open(buf_str(&path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC)) < 0 || fstat(fd, &st) < 0) {
		cmd_error(cmd, "%s: %s", buf_str(&path), strerror(errno));
		return cmd->failure;
	}
	if (st.st_uid != geteuid() || (st.st_mode & 077) != 0) {
		cmd_error(cmd, "%s: is not ours alone; remove it",
		    buf_str(&path));
		return cmd->failure;
	}
	empty(fd);
	*ret = buf_steal(&path);
	return 0;
}

void
session_leave(const char *pool)
{
	auto_buf struct buf path = BUF_INIT;
	auto_fd int fd = -1;

	buf_addf(&path, "%s%s", pool, SESSIONS);
	fd = open(buf_str(&path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
	    O_CLOEXEC);
	if (fd < 0)
		return;
	empty(fd);
	rmdir(buf_str(&path));
}

static int
listen_at(struct cell_session *s)
{
	auto_buf struct buf path = BUF_INIT;

	buf_addf(&path, "%s%s", s->folder, s->setup->session);
	s->listener = wire_listen(buf_str(&path), 64);
	if (s->listener < 0) {
		cmd_error(s->setup->cmd, "%s: %s", buf_str(&path),
		    strerror(-s->listener));
		return s->listener;
	}
	s->path = buf_steal(&path);
	return 0;
}

const char *
session_refuse(struct cell_session *s, const char *kind, const char *error)
{
	s->refusal = kind;
	return error;
}

static void
put_state(const struct cell_session *s, struct json *doc)
{
	js_put_str(doc, "schema", "sallyport/session/1");
	js_put_str(doc, "session", s->setup->session);
	js_put_str(doc, "state", s->why != NULL ? "ended" : s->runs ?
	    "running" : "waiting");
	js_put_str(doc, "why", s->why);
	js_put_num(doc, "cells", s->cells);
	js_put_num(doc, "cells_limit", s->setup->opts.session.cells);
	js_put_num(doc, "wall_ms_left", s->wall_ms);
	js_put_num(doc, "cpu_ms_left", s->cpu_ms);
}

/* How it stands, and what was wrong with the request, or NULL. */
static void
answer(struct cell_session *s, struct wire_peer *peer, const char *error)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *doc = js_obj();

	put_state(s, doc);
	js_put_str(doc, "error", error);
	js_put_str(doc, "refused", error == NULL ? NULL : s->refusal != NULL ?
	    s->refusal : "request");
	s->refusal = NULL;
	js_write(doc, &text);
	buf_addc(&text, '\n');
	js_free(doc);
	fdio_write_all(wire_answer(peer), text.data, text.len);
	peer->whole = true;
}

static const char *
extend(struct cell_session *s, const struct json *head)
{
	int64_t time_ms = js_get_num(head, "time_ms");

	if (!s->runs)
		return session_refuse(s, "busy", "no cell runs");
	if (time_ms < 1 || time_ms > s->setup->opts.session.cell_ms)
		return "time_ms: not between 1 and what `sallyport pool "
		    "--cell-time` says";
	if (time_ms > s->wall_ms)
		return "time_ms: more than what is left of `sallyport pool "
		    "--session-time`";
	session_extend(s->ready, time_ms);
	return NULL;
}

static const char *
restart(struct cell_session *s, const struct json *head)
{
	if (s->runs)
		return session_refuse(s, "busy", "a cell runs: interrupt it "
		    "first");
	cell_restart(s, head);
	return NULL;
}

static void
hang_up(struct cell_session *s, struct wire_peer *peer)
{
	if (peer == s->asker) {
		if (js_get_flag(peer->head, "attended"))
			session_interrupt(s->ready);
		cell_forget_asker(s);
	}
	if (peer == s->closer)
		s->closer = NULL;
	wire_forget(peer);
}

/* With what fits in the socket: it is short. */
static void
refuse(struct cell_session *s, struct wire_peer *peer, const char *why)
{
	answer(s, peer, why);
	wire_send_on(peer);
	hang_up(s, peer);
}

static void
answer_stranger(struct wire_peer *peer)
{
	static const char text[] = "{\"schema\":\"sallyport/session/1\","
	    "\"error\":\"no such session\"}\n";

	fdio_write_all(wire_answer(peer), text, sizeof(text) - 1);
	peer->whole = true;
}

/* The one whose turn is next, or NULL. */
static struct wire_peer *
first_waiting(struct cell_session *s, unsigned *ret_n)
{
	struct wire_peer *first = NULL, *peer;

	*ret_n = 0;
	for (peer = s->clients; peer < s->clients + SESSION_CLIENTS; peer++) {
		if (peer->turn == 0)
			continue;
		++*ret_n;
		if (first == NULL || peer->turn < first->turn)
			first = peer;
	}
	return first;
}

/*
 * What cannot be while a cell runs: a cell waits if nothing else is said, and
 * the rest if that is. False: he does not wait, or did.
 */
static bool
wait_for_turn(struct cell_session *s, struct wire_peer *peer,
    const char *what)
{
	const bool is_cell = strcmp(what, "run") == 0;
	const struct json *most = js_get(peer->head, "wait_ms");
	int64_t ms = most != NULL ? js_as_num(most) : is_cell ? WAIT_MS : 0;
	unsigned n;

	first_waiting(s, &n);
	if (!s->runs || peer->until != 0 || ms <= 0 || n >= SESSION_WAITING ||
	    !(is_cell || files_is(what) || strcmp(what, "restart") == 0))
		return false;
	peer->turn = ++s->turns;
	peer->until = clock_ms() + (ms < WAIT_MS ? ms : WAIT_MS);
	return true;
}

/* All of the request is there. */
static void
serve_one(struct cell_session *s, struct wire_peer *peer)
{
	const char *what = js_get_str(peer->head, "do"), *error = NULL,
	    *tenant = js_get_str(peer->head, "tenant");

	/* To others it is not there. */
	if (strcmp(tenant != NULL ? tenant : "", s->setup->tenant) != 0) {
		answer_stranger(peer);
		return;
	}
	if (what == NULL)
		what = "run";
	if (wait_for_turn(s, peer, what))
		return;
	if (strcmp(what, "run") == 0) {
		cell_begin(s, peer);
		return;
	}
	if (files_serve(s, what, peer, &error)) {
		if (!peer->whole)
			answer(s, peer, error);
		return;
	}
	if (strcmp(what, "interrupt") == 0 && s->runs)
		session_interrupt(s->ready);
	else if (strcmp(what, "interrupt") == 0)
		error = session_refuse(s, "busy", "no cell runs");
	else if (strcmp(what, "extend") == 0)
		error = extend(s, peer->head);
	else if (strcmp(what, "restart") == 0)
		error = restart(s, peer->head);
	else if (strcmp(what, "close") == 0) {
		/* Answered once it is. */
		s->why = "it was closed";
		s->closer = peer;
		return;
	} else if (strcmp(what, "status") != 0)
		error = "do: not one of run, interrupt, extend, restart, "
		    "status, put, "
		    "get, files, remove, close";
	answer(s, peer, error);
}

static void
begin_turn(struct cell_session *s, struct wire_peer *peer)
{
	peer->turn = 0;
	peer->since = clock_ms();
	serve_one(s, peer);
}

/* None runs any more: those who wait, until one does. */
static void
begin_turns(struct cell_session *s)
{
	struct wire_peer *peer;
	unsigned n;

	while (!s->runs && s->why == NULL &&
	    (peer = first_waiting(s, &n)) != NULL)
		begin_turn(s, peer);
}

static bool
is_asking(const struct cell_session *s, const struct wire_peer *peer)
{
	return peer->fd >= 0 && !peer->whole && peer != s->asker &&
	    peer != s->closer && peer->turn == 0;
}

/* What he says; or he is gone. */
static void
attend(struct cell_session *s, struct wire_peer *peer, int events)
{
	const char *why = NULL;
	int r;

	if (!is_asking(s, peer)) {
		if (events & (POLLHUP | POLLERR))
			hang_up(s, peer);
		return;
	}
	r = wire_hear(peer, &why);
	if (r > 0)
		serve_one(s, peer);
	else if (r < 0)
		refuse(s, peer, why);
}

static void
take_client(struct cell_session *s)
{
	struct wire_peer *oldest = NULL, *peer;
	int fd = accept4(s->listener, NULL, NULL, SOCK_CLOEXEC);

	if (fd < 0)
		return;
	for (peer = s->clients; peer < s->clients + SESSION_CLIENTS; peer++) {
		if (peer->fd < 0)
			break;
		if (peer != s->asker && peer != s->closer && peer->turn == 0 &&
		    (oldest == NULL || peer->since < oldest->since))
			oldest = peer;
	}
	/* Who never says what he wants, or takes what he asked for, keeps
	 * nobody else out. */
	if (peer == s->clients + SESSION_CLIENTS) {
		peer = oldest;
		if (is_asking(s, peer))
			refuse(s, peer, session_refuse(s, "busy",
			    "too many at once"));
		else
			hang_up(s, peer);
	}
	wire_begin(peer, fd);
}

/* The tree said something, or is gone. */
static void
hear_tree(struct cell_session *s)
{
	switch (session_hear(s->ready)) {
	case SESSION_RUNS:
		return;
	case SESSION_WAITS:
		cell_over(s, NULL);
		s->since = clock_ms();
		return;
	case SESSION_ENDED:
		break;
	}
	if (s->why == NULL)
		s->why = session_why(s->ready);
	if (s->why == NULL)
		s->why = "it was ended";
	if (s->runs)
		cell_over(s, s->why);
	s->ended = true;
}

static int
time_left(const struct cell_session *s)
{
	int64_t left = s->setup->opts.session.idle_ms -
	    (clock_ms() - s->since);
	unsigned i;

	if (s->runs)
		left = s->setup->stream ? STREAM_MS : WIRE_MS;
	for (i = 0; i < SESSION_CLIENTS; i++) {
		if (s->clients[i].fd >= 0 && left > WIRE_MS / 4)
			left = WIRE_MS / 4;
		if (s->clients[i].turn != 0 && left > s->clients[i].until -
		    clock_ms())
			left = s->clients[i].until - clock_ms();
	}
	return left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

/* To each what he takes; whoever has all, or lets us wait, is done with. */
static void
send_on(struct cell_session *s)
{
	int64_t now = clock_ms();
	struct wire_peer *peer;

	for (peer = s->clients; peer < s->clients + SESSION_CLIENTS; peer++) {
		if (peer->fd < 0)
			continue;
		/* He is told that it was too long. */
		if (peer->turn != 0 && now >= peer->until)
			begin_turn(s, peer);
		if (peer->answer >= 0 && !wire_send_on(peer))
			hang_up(s, peer);
		else if (now - peer->since < WIRE_MS)
			;
		else if (is_asking(s, peer))
			refuse(s, peer, "the request did not come to its end in "
			    "time");
		else if (peer->whole)
			hang_up(s, peer);
	}
	if (!s->runs && s->why == NULL &&
	    now - s->since >= s->setup->opts.session.idle_ms)
		s->why = "nothing was asked of it for as long as `sallyport "
		    "pool --session-idle` says";
}

/* One turn. */
static void
turn(struct cell_session *s)
{
	struct pollfd wait[SESSION_CLIENTS + 2];
	bool more = session_said_more(s->ready);
	unsigned i, waiting;
	int n;

	wait[0] = (struct pollfd){ run_ready_fd(s->ready), POLLIN, 0 };
	wait[1] = (struct pollfd){ s->listener, POLLIN, 0 };
	for (i = 0; i < SESSION_CLIENTS; i++)
		wait[i + 2] = (struct pollfd){ s->clients[i].fd,
		    wire_unsent(&s->clients[i]) > 0 ? POLLOUT :
		    is_asking(s, &s->clients[i]) ? POLLIN : 0, 0 };
	n = poll(wait, SESSION_CLIENTS + 2, more ? 0 : time_left(s));
	if (s->runs)
		cell_pump(s);
	if (more || (n > 0 && wait[0].revents != 0))
		hear_tree(s);
	begin_turns(s);
	for (i = 0; n > 0 && i < SESSION_CLIENTS && s->why == NULL; i++)
		if (wait[i + 2].revents != 0)
			attend(s, &s->clients[i], wait[i + 2].revents);
	if (n > 0 && wait[1].revents != 0 && s->why == NULL)
		take_client(s);
	if (s->runs && s->yields && first_waiting(s, &waiting) != NULL)
		session_interrupt(s->ready);
	send_on(s);
}

/* Until the first cell may come: 0, or it ended. */
static int
begin(struct cell_session *s)
{
	struct json *record;
	enum session_heard heard;
	int status;

	session_begin(s->ready, &s->events);
	while ((heard = session_hear(s->ready)) == SESSION_RUNS)
		;
	session_record(s->ready, &record, &status);
	if (heard != SESSION_WAITS)
		cmd_error(s->setup->cmd, "the session did not begin: %s",
		    js_get_str(js_get(record, "error"), "value") != NULL ?
		    js_get_str(js_get(record, "error"), "value") :
		    "its interpreter ended");
	js_free(record);
	return heard == SESSION_WAITS ? 0 : -ECHILD;
}

/* All there is to say of the whole. */
static void
finish(struct cell_session *s)
{
	struct run_setup *setup = s->setup;
	struct json *record;
	int status;

	unlink(s->path);
	if (!s->ended) {
		session_end(s->ready);
		while (!s->ended)
			hear_tree(s);
	}
	session_record(s->ready, &record, &status);
	memcpy(setup->id, setup->session, sizeof(setup->id));
	setup->cell = 0;
	js_put_str(record, "why", s->why);
	js_put(record, "promise", js_nul());
	js_put(record, "auto", js_nul());
	js_put(record, "explore", js_nul());
	if (run_record_outcome(setup, record) < 0)
		cmd_error(setup->cmd, "the end of a session could not be "
		    "logged");
	js_free(record);
}

/* What everybody has still to get, who takes it in time. */
static void
flush(struct cell_session *s)
{
	struct pollfd wait[SESSION_CLIENTS];
	int64_t end = clock_ms() + WIRE_MS;
	unsigned i, n;

	do {
		send_on(s);
		for (i = n = 0; i < SESSION_CLIENTS; i++)
			if (s->clients[i].fd >= 0)
				wait[n++] = (struct pollfd){ s->clients[i].fd,
				    POLLOUT, 0 };
	} while (n > 0 && clock_ms() < end && poll(wait, n, WIRE_MS) > 0);
	for (i = 0; i < SESSION_CLIENTS; i++)
		wire_forget(&s->clients[i]);
}

static int
serve(struct cell_session *s, struct seats *seats)
{
	unsigned i;

	s->since = clock_ms();
	while (s->why == NULL) {
		turn(s);
		if (run_ready_is_over() && s->why == NULL)
			s->why = "its pool ended";
	}
	finish(s);
	seats_leave(seats, getpid(), (char [33]){ "" });
	for (i = 0; i < SESSION_CLIENTS; i++)
		if (s->clients[i].fd >= 0 && !s->clients[i].whole)
			answer(s, &s->clients[i], &s->clients[i] == s->closer ?
			    NULL : "the session ended");
	flush(s);
	return 0;
}

static int
open_session(struct cell_session *s, struct seats *seats)
{
	struct run_setup *setup = s->setup;
	int r;

	s->nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
	memcpy(setup->session, setup->id, sizeof(setup->session));
	if (!seats_take(seats, setup->session)) {
		cmd_error(setup->cmd, "%u sessions are open; `sallyport pool "
		    "--sessions N` lets there be more",
		    setup->opts.session.most);
		return -EBUSY;
	}
	/* The pool hears of it. */
	kill(getppid(), SIGUSR1);
	s->check = (struct check){ .cmd = setup->cmd, .gate = s->check.gate,
	    .python = setup->opts.python,
	    .rules = setup->opts.rules, .table = "the table",
	    .as = FRONTEND_PYTHON, .granted = run_granted(setup) };
	if (judge_new(&s->check, &s->judge) < 0)
		return -EINVAL;
	session_options(&setup->opts);
	s->events = run_events_of(setup);
	/* From its beginning on it opens no socket, and runs nothing else. */
	setup->opts.once = true;
	r = listen_at(s);
	return r < 0 ? r : begin(s);
}

int
session_serve(struct run_setup *setup, struct run_ready *ready,
    struct seats *seats, const char *folder, const struct wire_peer *client,
    struct gate *gate)
{
	struct cell_session s = { .setup = setup, .ready = ready,
	    .listener = -1, .code = BUF_INIT, .pool_label = setup->label };
	size_t i;
	int r;

	for (i = 0; i < SESSION_CLIENTS; i++)
		s.clients[i] = (struct wire_peer)WIRE_NOBODY;
	s.clients[0] = *client;
	s.check.gate = gate;
	s.wall_ms = setup->opts.session.wall_ms;
	s.cpu_ms = setup->opts.session.cpu_ms;
	s.folder = mem_strdup(folder);
	r = open_session(&s, seats);
	if (r < 0)
		s.why = cmd_last_error();
	answer(&s, &s.clients[0], r < 0 ? s.why : NULL);
	if (r == 0)
		serve(&s, seats);
	else
		flush(&s);
	if (r != 0 && s.path != NULL)
		unlink(s.path);
	audit_close(setup->audit);
	setup->audit = NULL;
	run_ready_free(ready);
	judge_free(s.judge);
	files_free(&s);
	for (i = 0; i < SESSION_CONTEXTS; i++)
		cell_release(&s.contexts[i]);
	return 0;
}
