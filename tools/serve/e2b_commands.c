#include "e2b_commands.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "ask.h"
#include "waiter.h"

#define MOST		32	/* of a sandbox, at once */
#define BEHIND_MAX	(4u << 20)	/* bytes that a listener did not take */
#define SLICE_S		60	/* of a cell that keeps them going */
#define PAUSE_MS	40	/* after one: for who waits to have his turn */
#define LOOK_MS		250	/* between looks whether a client is there */
#define FAILED_MAX	20	/* of such cells, one behind another */
#define STACK		(256u << 10)

/* {"stdout":"base64"} or {"exit":N}, in order. */
struct piece {
	struct piece	*next;
	struct json	*event;
};

struct e2b_listener {
	struct e2b_listener	*next;
	struct e2b_sandbox	*sandbox;	/* held */
	struct e2b_command	*command;	/* NULL: it is over */
	int64_t			 pid;
	struct piece		*first, **last;
	size_t			 behind;
	struct e2b_failure	 fail;		/* "": none */
};

struct e2b_command {
	struct e2b_command	*next;
	int64_t			 pid;
	char			*tag;		/* or NULL */
	struct json		*config;
	struct e2b_listener	*listeners;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;

/* Under the lock, as what follows. */
static void
add_piece(struct e2b_listener *l, const struct json *event)
{
	struct piece *piece = mem_new(1, sizeof(*piece));

	piece->event = js_copy(event);
	*l->last = piece;
	l->last = &piece->next;
}

static void
add_listener(struct e2b_command *c, struct e2b_listener *l)
{
	l->command = c;
	l->pid = c->pid;
	l->next = c->listeners;
	c->listeners = l;
}

static void
remove_listener(struct e2b_listener *l)
{
	struct e2b_listener **at = &l->command->listeners;

	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	l->command = NULL;
}

static struct e2b_listener *
new_listener(struct e2b_sandbox *s)
{
	struct e2b_listener *l = mem_new(1, sizeof(*l));

	e2b_lock();
	s->holders++;
	e2b_unlock();
	l->sandbox = s;
	l->last = &l->first;
	return l;
}

/* It is nobody's any more; with `fail`, those who listen hear of it. */
static void
drop_command(struct e2b_command **at, const struct e2b_failure *fail)
{
	struct e2b_command *c = *at;

	*at = c->next;
	while (c->listeners != NULL) {
		if (fail != NULL)
			c->listeners->fail = *fail;
		remove_listener(c->listeners);
	}
	free(c->tag);
	js_free(c->config);
	free(c);
}

static void
drop_all(struct e2b_sandbox *s, const struct e2b_failure *fail)
{
	pthread_mutex_lock(&lock);
	while (s->commands != NULL)
		drop_command(&s->commands, fail);
	pthread_cond_broadcast(&news);
	pthread_mutex_unlock(&lock);
}

static struct e2b_command **
find(struct e2b_sandbox *s, int64_t pid, const char *tag)
{
	struct e2b_command **at = &s->commands;

	while (*at != NULL && !(tag != NULL ? (*at)->tag != NULL &&
	    strcmp((*at)->tag, tag) == 0 : (*at)->pid == pid))
		at = &(*at)->next;
	return *at != NULL ? at : NULL;
}

/* Its number, or 0 and `fail`. */
static int64_t
select_one(struct e2b_sandbox *s, const struct json *selector,
    struct e2b_failure *fail)
{
	struct e2b_command **at;
	int64_t pid = 0;

	pthread_mutex_lock(&lock);
	at = find(s, js_get_num(selector, "pid"), js_get_str(selector, "tag"));
	if (at != NULL)
		pid = (*at)->pid;
	pthread_mutex_unlock(&lock);
	if (pid == 0)
		e2b_fail_with(fail, "not_found", "no such process runs here");
	return pid;
}

/* What a cell of ours is about. */
struct talk {
	struct e2b_listener	*starter;	/* of a command that begins */
	struct json		*config;
	const char		*tag;
	struct e2b_failure	*fail;		/* of a request */
};

static void
add_command(struct e2b_sandbox *s, int64_t pid, struct talk *talk)
{
	struct e2b_command *c = mem_new(1, sizeof(*c));

	c->pid = pid;
	c->tag = talk->tag != NULL ? mem_strdup(talk->tag) : NULL;
	c->config = steal_ptr(&talk->config);
	c->next = s->commands;
	s->commands = c;
	add_listener(c, talk->starter);
	talk->starter = NULL;
}

/* Who does not take what he is told hears no more of it. */
static void
tell(struct e2b_command *c, const struct json *event, size_t n)
{
	struct e2b_listener *l, *next;

	for (l = c->listeners; l != NULL; l = next) {
		next = l->next;
		l->behind += n;
		if (l->behind > BEHIND_MAX) {
			e2b_fail_with(&l->fail, "resource_exhausted",
			    "its output was not taken");
			remove_listener(l);
		} else
			add_piece(l, event);
	}
}

/* It may say what it likes: of the commands of its own sandbox. */
static void
take_event(struct e2b_sandbox *s, const struct json *event, struct talk *talk)
{
	const char *code = js_get_str(event, "code"),
	    *text = js_get_str(event, "stdout");
	int64_t pid = js_get_num(event, "pid");
	struct e2b_command **at;

	if (text == NULL)
		text = js_get_str(event, "stderr");
	pthread_mutex_lock(&lock);
	at = find(s, pid, NULL);
	if (code != NULL && talk->fail != NULL)
		e2b_fail_with(talk->fail, code, js_get_str(event, "message") !=
		    NULL ? js_get_str(event, "message") : "");
	else if (js_get(event, "start") != NULL && talk->starter != NULL &&
	    pid > 0 && at == NULL)
		add_command(s, pid, talk);
	else if (at != NULL && js_is_num(js_get(event, "exit"))) {
		tell(*at, event, 0);
		drop_command(at, NULL);
	} else if (at != NULL && text != NULL)
		tell(*at, event, strlen(text));
	pthread_cond_broadcast(&news);
	pthread_mutex_unlock(&lock);
}

/* A cell of ours, to its end; `given` is taken over. False: `fail`. */
static bool
ask_commands(const struct waiter *w, struct e2b_sandbox *s,
    struct json *given, struct talk *talk, struct e2b_failure *fail)
{
	struct json *head = ask_head("run"), *line = NULL;
	const char *name, *value, *trace, *type;
	struct failure why = { 0 };
	struct e2b_cell cell;
	bool is_well;
	int r;

	js_put_str(head, "name", "<commands>");
	js_put(head, "command", given);
	e2b_lock();
	s->holders++;
	e2b_unlock();
	e2b_cell_begin(&cell, s, head, "", 0);
	while ((r = e2b_cell_line(w, &cell, 1 << 30, &line, &why)) > 0 &&
	    !cell.over) {
		type = js_get_str(line, "type");
		if (type != NULL && strcmp(type, "result") == 0)
			take_event(s, js_get(line, "json"), talk);
		js_free(line);
	}
	is_well = r > 0 && (e2b_is(line, "completed") ||
	    e2b_is(line, "interrupted"));
	if (r <= 0)
		e2b_fail_with(fail, "unavailable", why.text);
	else if (!is_well) {
		e2b_error_of(line, &name, &value, &trace);
		e2b_fail_with(fail, e2b_is_closed(line) ? "closed" : "internal",
		    value);
	}
	if (r > 0)
		js_free(line);
	e2b_cell_end(&cell);
	return is_well;
}

static struct json *
question(const char *what, int64_t pid)
{
	struct json *given = js_obj();

	js_put_str(given, "do", what);
	js_put_num(given, "pid", pid);
	return given;
}

/* As long as there are some. */
static void *
keep_going(void *arg)
{
	const struct waiter nobody = { -1, -1 };
	const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000 };
	struct e2b_sandbox *s = arg;
	struct e2b_failure fail;
	struct talk talk = { 0 };
	struct json *given;
	unsigned failed = 0;

	for (;;) {
		pthread_mutex_lock(&lock);
		s->attended = s->commands != NULL;
		pthread_mutex_unlock(&lock);
		if (!s->attended)
			break;
		given = question("attend", 0);
		js_put_num(given, "seconds", SLICE_S);
		/* It may have been interrupted twice. */
		if (ask_commands(&nobody, s, given, &talk, &fail))
			failed = 0;
		else if (strcmp(fail.code, "internal") != 0 ||
		    ++failed == FAILED_MAX)
			drop_all(s, &fail);
		nanosleep(&pause, NULL);
	}
	e2b_put(s);
	return NULL;
}

/* There is a thread that does. */
static bool
attend(struct e2b_sandbox *s)
{
	pthread_attr_t attr;
	pthread_t thread;
	bool is_first;
	int r = 0;

	pthread_mutex_lock(&lock);
	is_first = s->commands != NULL && !s->attended;
	s->attended |= is_first;
	pthread_mutex_unlock(&lock);
	if (!is_first)
		return true;
	e2b_lock();
	s->holders++;
	e2b_unlock();
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, STACK);
	r = pthread_create(&thread, &attr, keep_going, s);
	pthread_attr_destroy(&attr);
	if (r != 0) {
		s->attended = false;
		drop_all(s, NULL);
		e2b_put(s);
	}
	return r == 0;
}

static size_t
count(const struct e2b_sandbox *s)
{
	const struct e2b_command *c;
	size_t n = 0;

	pthread_mutex_lock(&lock);
	for (c = s->commands; c != NULL; c = c->next)
		n++;
	pthread_mutex_unlock(&lock);
	return n;
}

bool
e2b_commands_run(const struct e2b_sandbox *s)
{
	return count(s) > 0;
}

struct e2b_listener *
e2b_commands_start(const struct waiter *w, struct e2b_sandbox *s,
    struct json *given, const char *tag, struct e2b_failure *fail)
{
	struct e2b_listener *l = new_listener(s);
	struct talk talk = { .starter = l, .config = js_copy(given),
	    .tag = tag, .fail = fail };
	bool is = count(s) < MOST;

	*fail = (struct e2b_failure){ "resource_exhausted",
	    "a sandbox runs 32 commands at once at most" };
	js_put_str(given, "do", "start");
	if (is) {
		e2b_fail_with(fail, "internal", "nothing was said of its start");
		is = ask_commands(w, s, given, &talk, fail) &&
		    talk.starter == NULL;
	} else
		js_free(given);
	js_free(talk.config);
	if (is && !attend(s)) {
		e2b_fail_with(fail, "resource_exhausted", "no thread for it");
		is = false;
	}
	if (is)
		return l;
	e2b_listener_leave(l);
	return NULL;
}

struct e2b_listener *
e2b_commands_join(struct e2b_sandbox *s, const struct json *selector,
    struct e2b_failure *fail)
{
	struct e2b_listener *l = new_listener(s);
	struct e2b_command **at;

	pthread_mutex_lock(&lock);
	at = find(s, js_get_num(selector, "pid"), js_get_str(selector, "tag"));
	if (at != NULL)
		add_listener(*at, l);
	pthread_mutex_unlock(&lock);
	if (at != NULL)
		return l;
	e2b_fail_with(fail, "not_found", "no such process runs here");
	e2b_listener_leave(l);
	return NULL;
}

int64_t
e2b_listener_pid(const struct e2b_listener *l)
{
	return l->pid;
}

static struct piece *
take_pieces(struct e2b_listener *l)
{
	struct piece *first = l->first;

	l->first = NULL;
	l->last = &l->first;
	l->behind = 0;
	return first;
}

static void
free_piece(struct piece **at)
{
	struct piece *piece = *at;

	*at = piece->next;
	js_free(piece->event);
	free(piece);
}

void
e2b_listener_leave(struct e2b_listener *l)
{
	struct e2b_sandbox *s = l->sandbox;
	struct piece *pieces;

	pthread_mutex_lock(&lock);
	if (l->command != NULL)
		remove_listener(l);
	pieces = take_pieces(l);
	pthread_mutex_unlock(&lock);
	while (pieces != NULL)
		free_piece(&pieces);
	free(l);
	e2b_put(s);
}

/* Under the lock: until there is something, at most `ms`. */
static void
await(const struct waiter *w, const struct e2b_listener *l, int ms)
{
	int64_t left, end = clock_ms() + ms, nsec;
	struct timespec until;

	while (l->first == NULL && l->command != NULL && l->fail.code[0] ==
	    '\0' && (left = end - clock_ms()) > 0 && !waiter_is_gone(w)) {
		clock_gettime(CLOCK_REALTIME, &until);
		nsec = until.tv_nsec + (left < LOOK_MS ? left : LOOK_MS) *
		    1000000;
		until.tv_sec += nsec / 1000000000;
		until.tv_nsec = nsec % 1000000000;
		pthread_cond_timedwait(&news, &lock, &until);
	}
}

int
e2b_listener_hear(const struct waiter *w, struct e2b_listener *l, int ms,
    e2b_told *told, void *arg, struct e2b_failure *fail)
{
	const struct json *exit;
	struct piece *pieces;
	const char *stream;
	bool is_over;
	int heard = 0;

	pthread_mutex_lock(&lock);
	await(w, l, ms);
	pieces = take_pieces(l);
	is_over = l->command == NULL;
	*fail = l->fail;
	pthread_mutex_unlock(&lock);
	for (; pieces != NULL; free_piece(&pieces)) {
		heard = 1;
		exit = js_get(pieces->event, "exit");
		stream = js_get_str(pieces->event, "stdout") != NULL ?
		    "stdout" : "stderr";
		if (exit != NULL)
			told(arg, NULL, NULL, js_as_num(exit));
		else
			told(arg, stream, js_get_str(pieces->event, stream), 0);
	}
	if (heard == 0 && is_over)
		return fail->code[0] != '\0' ? -2 : -1;
	return heard;
}

struct json *
e2b_commands_list(struct e2b_sandbox *s)
{
	struct json *list = js_arr(), *one, *config;
	const struct e2b_command *c;

	pthread_mutex_lock(&lock);
	for (c = s->commands; c != NULL; c = c->next) {
		one = js_obj();
		config = js_obj();
		js_put_str(config, "cmd", js_get_str(c->config, "cmd"));
		js_put(config, "args", js_copy(js_get(c->config, "args")));
		js_put(config, "envs", js_copy(js_get(c->config, "envs")));
		js_put_str(config, "cwd", js_get_str(c->config, "cwd"));
		js_put(one, "config", config);
		js_put_num(one, "pid", c->pid);
		if (c->tag != NULL)
			js_put_str(one, "tag", c->tag);
		js_add(list, one);
	}
	pthread_mutex_unlock(&lock);
	return list;
}

/* About one that runs; `given` is taken over. */
static bool
ask_about(const struct waiter *w, struct e2b_sandbox *s, struct json *given,
    struct e2b_failure *fail)
{
	struct talk talk = { .fail = fail };

	fail->code[0] = '\0';
	return ask_commands(w, s, given, &talk, fail) && fail->code[0] == '\0';
}

bool
e2b_commands_signal(const struct waiter *w, struct e2b_sandbox *s,
    const struct json *selector, int signal, struct e2b_failure *fail)
{
	int64_t pid = select_one(s, selector, fail);
	struct json *given;

	if (pid == 0)
		return false;
	given = question("signal", pid);
	js_put_num(given, "signal", signal);
	return ask_about(w, s, given, fail);
}

bool
e2b_commands_input(const struct waiter *w, struct e2b_sandbox *s,
    const struct json *selector, const char *text, bool last,
    struct e2b_failure *fail)
{
	int64_t pid = select_one(s, selector, fail);
	struct json *given;

	if (pid == 0)
		return false;
	given = question("input", pid);
	js_put_str(given, "input", text);
	js_put_num(given, "last", last);
	return ask_about(w, s, given, fail);
}
