/*
 * Who waits for whom. A thread or task that is started is gone through when
 * somebody waits, to its end or to where it waits itself. Where all wait, and
 * none of what they wait for has come, nobody goes on.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../exhaust/exhaust_parts.h"
#include "../report.h"

/* The places of a waiter's heap. */
enum place { COUNT = 0, ITEMS, MOST, RESULT, TARGET, GIVEN, PLACES };

static const struct {
	char		name[48];
	enum waiter	is;
} makers[] = {
	{ "asyncio.Barrier", WAITER_BARRIER },
	{ "asyncio.BoundedSemaphore", WAITER_LOCK },
	{ "asyncio.Condition", WAITER_CONDITION },
	{ "asyncio.Event", WAITER_EVENT },
	{ "asyncio.Lock", WAITER_LOCK },
	{ "asyncio.Queue", WAITER_QUEUE },
	{ "asyncio.Semaphore", WAITER_LOCK },
	{ "asyncio.TaskGroup", WAITER_GROUP },
	{ "concurrent.futures.ThreadPoolExecutor", WAITER_POOL },
	{ "queue.Queue", WAITER_QUEUE },
	{ "queue.SimpleQueue", WAITER_QUEUE },
	{ "threading.Barrier", WAITER_BARRIER },
	{ "threading.BoundedSemaphore", WAITER_LOCK },
	{ "threading.Condition", WAITER_CONDITION },
	{ "threading.Event", WAITER_EVENT },
	{ "threading.Lock", WAITER_LOCK },
	{ "threading.RLock", WAITER_OWNED },
	{ "threading.Semaphore", WAITER_LOCK },
	{ "threading.Thread", WAITER_TASK },
};

static struct thing
make(struct replay *r, enum waiter kind)
{
	struct thing ret = thing_new(r, THING_WAITER, PLACES);
	size_t i;

	ret.heap->node = kind;
	for (i = 0; i < PLACES; i++)
		thing_push(r, ret, thing_int(0));
	return ret;
}

static int64_t
get(struct thing waiter, enum place place)
{
	return waiter.heap->v[place].integer;
}

static void
set(struct replay *r, struct thing waiter, enum place place, int64_t n)
{
	thing_before_write(r, waiter.heap);
	waiter.heap->v[place] = thing_int(n);
}

/* ---- what is started ---- */

static struct thing
make_task(struct replay *r, struct thing target, struct thing given)
{
	struct thing ret = make(r, WAITER_TASK);

	ret.heap->v[TARGET] = target;
	ret.heap->v[GIVEN] = given;
	ret.heap->v[RESULT] = thing_unknown();
	return ret;
}

struct thing
replay_coroutine(struct replay *r, struct thing function,
    const struct thing *args, size_t n)
{
	struct thing given = thing_new(r, THING_TUPLE, n);
	size_t i;

	for (i = 0; i < n; i++)
		thing_push(r, given, args[i]);
	return make_task(r, function, given);
}

struct thing
replay_future(struct replay *r)
{
	struct thing ret = make_task(r, thing_unknown(), thing_new(r,
	    THING_TUPLE, 0));

	set(r, ret, COUNT, 1);
	return ret;
}

static void
start(struct replay *r, struct thing task)
{
	r->started = true;
	if (r->npending == TASKS_MAX)
		r->strangers = true;
	else
		r->pending[r->npending++] = task;
}

/* To its end, or to where it waits; by whoever waits for it. */
static void
run_task(struct replay *r, struct thing task, bool awaited)
{
	struct thing given = task.heap->v[GIVEN], ret;
	uint32_t perhaps = r->perhaps, passed = r->passed;
	struct thing handled = r->handled;
	struct hook *hook = r->hook;

	set(r, task, COUNT, 1);
	r->hook = NULL;
	r->inside += !awaited;
	r->runs_task = true;
	ret = replay_apply(r, task.heap->v[TARGET], given.heap->v,
	    given.heap->n);
	r->runs_task = false;
	r->inside -= !awaited;
	r->hook = hook;
	if (awaited) {
		task.heap->v[RESULT] = ret;
		return;
	}
	r->perhaps = perhaps;
	r->passed = passed;
	r->handled = handled;
	if (r->flow == IS_LOST)
		return;
	if (r->flow == BLOCKS) {
		/* Not over: COUNT stays below 2. */
		r->flow = GOES_ON;
		return;
	}
	r->flow = GOES_ON;
	task.heap->v[RESULT] = ret;
	set(r, task, COUNT, 2);
}

static bool
run_next(struct replay *r)
{
	struct thing task, pool;
	uint32_t i;

	for (i = 0; i < r->npending; i++) {
		task = r->pending[i];
		pool = task.heap->v[ITEMS];
		/* All of its threads are busy. */
		if (pool.kind == THING_WAITER && get(pool, COUNT) >=
		    get(pool, MOST))
			continue;
		memmove(r->pending + i, r->pending + i + 1, (--r->npending -
		    i) * sizeof(task));
		if (pool.kind == THING_WAITER)
			set(r, pool, COUNT, get(pool, COUNT) + 1);
		run_task(r, task, false);
		if (pool.kind == THING_WAITER && get(task, COUNT) == 2)
			set(r, pool, COUNT, get(pool, COUNT) - 1);
		return true;
	}
	return false;
}

static bool
is_pending(const struct replay *r, struct thing task)
{
	uint32_t i;

	for (i = 0; i < r->npending; i++)
		if (r->pending[i].heap == task.heap)
			return true;
	return false;
}

static void
start_first(struct replay *r)
{
	if (r->at_once && r->inside == 0 && r->flow == GOES_ON)
		run_next(r);
}

/* ---- waiting ---- */

static bool
is_ready(struct thing waiter)
{
	size_t i;

	switch ((enum waiter)waiter.heap->node) {
	case WAITER_EVENT:
		return get(waiter, COUNT) > 0;
	case WAITER_LOCK:
		return get(waiter, COUNT) < get(waiter, MOST);
	case WAITER_QUEUE:
		return waiter.heap->v[ITEMS].heap->n > 0;
	case WAITER_TASK:
		return get(waiter, COUNT) == 2;
	case WAITER_GROUP:
		for (i = 0; i < waiter.heap->v[ITEMS].heap->n; i++)
			if (get(waiter.heap->v[ITEMS].heap->v[i], COUNT) != 2)
				return false;
		return true;
	case WAITER_UNFINISHED:
		return get(waiter.heap->v[ITEMS], MOST) <= 0;
	case WAITER_ROOM:
		waiter = waiter.heap->v[ITEMS];
		return waiter.heap->v[ITEMS].heap->n < (size_t)get(waiter,
		    RESULT);
	case WAITER_BARRIER:
		return get(waiter, COUNT) >= get(waiter, MOST);
	case WAITER_NOTIFIED:
		return get(waiter.heap->v[ITEMS], COUNT) > get(waiter, MOST);
	case WAITER_OWNED: case WAITER_POOL: case WAITER_CONDITION:
		return true;
	}
	return true;
}

/* Nobody is left who could go on. */
static void
nobody_goes_on(struct replay *r, struct thing waiter)
{
	uint32_t i;

	for (i = 0; i < r->nstuck; i++)
		if (!thing_has_items(r, r->stuck[i]) || is_ready(r->stuck[i]))
			r->strangers = true;
	if (r->inside > 0) {
		if (r->nstuck == TASKS_MAX)
			r->strangers = true;
		else
			r->stuck[r->nstuck++] = waiter;
		r->flow = BLOCKS;
		return;
	}
	if (r->strangers || r->perhaps > 0 || r->passed > 0 || r->probing ||
	    r->ahead || r->is_shared || r->reported ||
	    loop_is_ended_from_outside(r->j) || r->handled.kind !=
	    THING_UNKNOWN) {
		r->strangers = true;
		thing_doubt(r);
		return;
	}
	report_flow(r->j, FLOW_ENDLESS_LOOP, r->here, "a wait", NULL);
	r->reported = true;
	r->flow = IS_LOST;
}

static void
wait_for(struct replay *r, struct thing waiter)
{
	while (r->flow == GOES_ON) {
		if (r->strangers || !thing_has_items(r, waiter)) {
			r->strangers = true;
			thing_doubt(r);
			return;
		}
		if (is_ready(waiter))
			break;
		if (!run_next(r)) {
			nobody_goes_on(r, waiter);
			return;
		}
	}
	/* Those who waited for the same may go on before. */
	if (r->nstuck > 0 && r->inside == 0) {
		r->strangers = true;
		thing_doubt(r);
	}
}

/* Whoever may go on, does. */
void
replay_let_go_on(struct replay *r)
{
	if (r->inside > 0)
		return;
	while (r->flow == GOES_ON && run_next(r))
		;
}

bool
replay_is_alone(const struct replay *r)
{
	return r->npending == 0 && r->nstuck == 0 && r->inside == 0 &&
	    !r->strangers;
}

/* ---- what is done with them ---- */

bool
replay_make_waiter(struct replay *r, const char *name,
    const struct args *args, struct thing *ret)
{
	struct thing a = args->n > 0 ? args->v[0] : thing_unknown();
	struct thing target, given;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(makers); i++)
		if (strcmp(makers[i].name, name) == 0)
			break;
	if (i == ARRAY_SIZE(makers))
		return false;
	if (makers[i].is == WAITER_TASK) {
		target = replay_named(r, args, "target");
		given = replay_named(r, args, "args");
		if (args->nnames == 1)
			given = thing_new(r, THING_TUPLE, 0);
		if (!thing_items(r, given, &given) || (target.kind !=
		    THING_FUNCTION && target.kind != THING_METHOD)) {
			r->strangers = true;
			return false;
		}
		*ret = make_task(r, target, given);
		return true;
	}
	*ret = make(r, makers[i].is);
	switch (makers[i].is) {
	case WAITER_LOCK:
		if (args->named)
			a = args->by_name[0];
		ret->heap->v[MOST] = thing_int(args->n + args->nnames == 0 ?
		    1 : a.kind == THING_INT ? a.integer : INT32_MAX);
		break;
	case WAITER_POOL:
		a = args->n > 0 ? a : replay_named(r, args, "max_workers");
		ret->heap->v[MOST] = thing_int(a.kind == THING_INT ?
		    a.integer : INT32_MAX);
		break;
	case WAITER_BARRIER:
		a = args->n > 0 ? a : replay_named(r, args, "parties");
		ret->heap->v[MOST] = thing_int(a.kind == THING_INT ?
		    a.integer : 0);
		break;
	case WAITER_QUEUE:
		a = args->n > 0 ? a : replay_named(r, args, "maxsize");
		ret->heap->v[RESULT] = thing_int(a.kind == THING_INT ?
		    a.integer : args->n + args->nnames > 0 ? INT32_MAX : 0);
		/* fall through */
	default:
		ret->heap->v[ITEMS] = thing_new(r, THING_LIST, 0);
	}
	return true;
}

/* What waits for something else of the same object. */
static struct thing
side_of(struct replay *r, struct thing waiter, enum waiter kind)
{
	struct thing ret = make(r, kind);

	ret.heap->v[ITEMS] = waiter;
	return ret;
}

static struct thing
of_queue(struct replay *r, struct thing queue, const char *method,
    const struct args *args)
{
	struct thing items = queue.heap->v[ITEMS], one = thing_int(0);

	if (strncmp(method, "put", 3) == 0 && args->n == 1) {
		if (get(queue, RESULT) > 0 && method[3] == '\0')
			wait_for(r, side_of(r, queue, WAITER_ROOM));
		if (r->flow != GOES_ON)
			return thing_unknown();
		set(r, queue, MOST, get(queue, MOST) + 1);
		thing_before_write(r, items.heap);
		thing_push(r, items, args->v[0]);
		return thing_none();
	}
	if (strcmp(method, "get") == 0 && args->n == 0) {
		wait_for(r, queue);
		if (r->flow != GOES_ON || !thing_has_items(r, items) ||
		    items.heap->n == 0)
			return thing_unknown();
		return replay_method(r, items, "pop", &(struct args){ .n = 1,
		    .v = { one } });
	}
	if (strcmp(method, "task_done") == 0) {
		set(r, queue, MOST, get(queue, MOST) - 1);
		return thing_none();
	}
	if (strcmp(method, "join") == 0) {
		wait_for(r, side_of(r, queue, WAITER_UNFINISHED));
		return thing_none();
	}
	if (strcmp(method, "empty") == 0 && replay_is_alone(r))
		return thing_bool(items.heap->n == 0);
	if (strcmp(method, "qsize") == 0 || strcmp(method, "empty") == 0 ||
	    strcmp(method, "full") == 0)
		return thing_unknown();
	r->strangers = true;
	return thing_doubtful(r);
}

static struct thing
started(struct replay *r, struct thing task, struct thing by)
{
	if (by.kind == THING_WAITER && by.heap->node == WAITER_GROUP)
		thing_push(r, by.heap->v[ITEMS], task);
	start(r, task);
	return task;
}

struct thing
replay_waiter_method(struct replay *r, struct thing waiter,
    const char *method, const struct args *args)
{
	struct thing given;
	size_t i;

	if (args->named || !thing_has_items(r, waiter)) {
		r->strangers = true;
		thing_lose(r, waiter, 0);
		return thing_doubtful(r);
	}
	switch ((enum waiter)waiter.heap->node) {
	case WAITER_EVENT:
		if (strcmp(method, "set") == 0 || strcmp(method, "clear") ==
		    0) {
			set(r, waiter, COUNT, method[0] == 's');
			return thing_none();
		}
		if (strcmp(method, "is_set") == 0)
			return replay_is_alone(r) ? thing_bool(get(waiter,
			    COUNT) > 0) : thing_unknown();
		if (strcmp(method, "wait") != 0 || args->n > 0)
			break;
		wait_for(r, waiter);
		return thing_bool(true);
	case WAITER_LOCK:
		if (strcmp(method, "acquire") == 0 && args->n == 0) {
			wait_for(r, waiter);
			if (r->flow == GOES_ON && thing_has_items(r, waiter))
				set(r, waiter, COUNT, get(waiter, COUNT) + 1);
			return thing_bool(true);
		}
		if (strcmp(method, "release") != 0)
			break;
		set(r, waiter, COUNT, get(waiter, COUNT) - 1);
		return thing_none();
	case WAITER_OWNED:
		return thing_bool(true);
	case WAITER_CONDITION:
		if (strncmp(method, "notify", 6) == 0) {
			set(r, waiter, COUNT, get(waiter, COUNT) + 1);
			return thing_none();
		}
		if (strcmp(method, "wait") != 0 || args->n > 0)
			break;
		given = side_of(r, waiter, WAITER_NOTIFIED);
		given.heap->v[MOST] = thing_int(get(waiter, COUNT));
		wait_for(r, given);
		return thing_bool(true);
	case WAITER_BARRIER:
		if (strcmp(method, "wait") != 0 || args->n > 0)
			break;
		set(r, waiter, COUNT, get(waiter, COUNT) + 1);
		wait_for(r, waiter);
		return thing_unknown();
	case WAITER_QUEUE:
		return of_queue(r, waiter, method, args);
	case WAITER_TASK:
		if (strcmp(method, "start") == 0 && args->n == 0) {
			start(r, waiter);
			start_first(r);
			return thing_none();
		}
		if (strncmp(method, "set_", 4) == 0 && get(waiter, COUNT) ==
		    1) {
			set(r, waiter, COUNT, 2);
			return thing_none();
		}
		if ((strcmp(method, "join") != 0 && strcmp(method, "result") !=
		    0) || args->n > 0)
			break;
		wait_for(r, waiter);
		return r->flow == GOES_ON && thing_has_items(r, waiter) ?
		    waiter.heap->v[RESULT] : thing_unknown();
	case WAITER_GROUP:
		if (strcmp(method, "create_task") == 0 && args->n == 1 &&
		    args->v[0].kind == THING_WAITER)
			return started(r, args->v[0], waiter);
		if (strcmp(method, "create_task") == 0 && args->n == 1)
			return replay_start(r, args->v[0], waiter);
		break;
	case WAITER_POOL:
		if (strcmp(method, "shutdown") == 0)
			return thing_none();
		if (strcmp(method, "submit") != 0 || args->n == 0)
			break;
		given = thing_new(r, THING_TUPLE, args->n);
		for (i = 1; i < args->n; i++)
			thing_push(r, given, args->v[i]);
		given = make_task(r, args->v[0], given);
		given.heap->v[ITEMS] = waiter;
		return started(r, given, thing_unknown());
	case WAITER_UNFINISHED: case WAITER_ROOM: case WAITER_NOTIFIED:
		break;
	}
	/* With a limit, or by something that is not known. */
	r->strangers = true;
	thing_lose(r, waiter, 0);
	return thing_doubtful(r);
}

/* asyncio.create_task(f()), group.create_task(event.wait()) */
struct thing
replay_start(struct replay *r, struct thing what, struct thing by)
{
	if (what.kind != THING_WAITER || !thing_has_items(r, what) ||
	    what.heap->node != WAITER_TASK) {
		r->strangers = true;
		return thing_doubtful(r);
	}
	return started(r, what, by);
}

/* asyncio.gather(f(), g()) */
struct thing
replay_gather(struct replay *r, const struct args *args)
{
	struct thing group = make(r, WAITER_GROUP);
	size_t i;

	group.heap->v[ITEMS] = thing_new(r, THING_LIST, 0);
	for (i = 0; i < args->n; i++) {
		if (args->v[i].kind == THING_WAITER && args->v[i].heap->node ==
		    WAITER_TASK && get(args->v[i], COUNT) == 0 &&
		    args->v[i].heap->v[RESULT].kind == THING_UNKNOWN)
			replay_start(r, args->v[i], group);
		else
			r->strangers = true;
	}
	return group;
}

/* await x; asyncio.run(x) */
struct thing
replay_await(struct replay *r, struct thing what)
{
	if (what.kind != THING_WAITER)
		return what.kind == THING_UNKNOWN ? thing_doubtful(r) : what;
	if (!thing_has_items(r, what)) {
		r->strangers = true;
		return thing_doubtful(r);
	}
	if (what.heap->node == WAITER_TASK && get(what, COUNT) == 0 &&
	    !is_pending(r, what)) {
		run_task(r, what, true);
		if (r->flow == GOES_ON)
			set(r, what, COUNT, 2);
	} else if (what.heap->node == WAITER_TASK || what.heap->node ==
	    WAITER_GROUP)
		wait_for(r, what);
	if (r->flow != GOES_ON || !thing_has_items(r, what))
		return thing_unknown();
	return what.heap->node == WAITER_TASK ? what.heap->v[RESULT] :
	    thing_unknown();
}

/* with lock, with pool, async with group */
void
replay_enter(struct replay *r, struct thing waiter, bool leaves)
{
	if (!thing_has_items(r, waiter)) {
		r->strangers = true;
		return;
	}
	if (waiter.heap->node == WAITER_LOCK)
		replay_waiter_method(r, waiter, leaves ? "release" : "acquire",
		    &(struct args){ .n = 0 });
	else if (leaves && waiter.heap->node == WAITER_GROUP)
		wait_for(r, waiter);
	else if (leaves && waiter.heap->node == WAITER_POOL)
		replay_let_go_on(r);
}
