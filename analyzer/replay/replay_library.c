/*
 * What a replay knows of libraries: what neither ends nor changes anything,
 * what makes a container, what waits.
 */
#include "replay_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../values/site.h"

#define SECOND		5e7	/* expressions: of one that only waits */

/* json.loads of a text that is known, where the library's reader agrees. */
static struct thing
loads(struct replay *r, const struct args *args)
{
	struct thing text = args->n == 1 ? args->v[0] : thing_unknown();
	struct json *json = NULL;
	size_t i = 0;

	if (text.kind != THING_TEXT || text.s == NULL || args->named)
		return thing_doubtful(r);
	while (i < text.n && strchr(" \t\r\n", text.s[i]) != NULL)
		i++;
	if (js_parse(text.s, text.n, &json) == 0) {
		js_free(json);
		return thing_unknown();
	}
	/* Some of what it refuses, Python's takes. */
	if (i == text.n || strchr("{[", text.s[i]) == NULL || memchr(text.s,
	    '\\', text.n) != NULL || memmem(text.s, text.n, "NaN", 3) != NULL
	    || memmem(text.s, text.n, "Infinity", 8) != NULL)
		return thing_doubtful(r);
	replay_raise(r, "JSONDecodeError");
	return thing_unknown();
}

/* ---- containers ---- */

static struct thing
make_deque(struct replay *r, const struct args *args)
{
	struct thing most = args->n > 1 ? args->v[1] : replay_named(r, args,
	    "maxlen"), ret;
	double n;

	if (args->n == 0)
		ret = thing_new(r, THING_LIST, 0);
	else
		ret = thing_copy(r, args->v[0], THING_LIST);
	if (args->n < 2 && !args->named)
		return ret;
	if (most.kind == THING_NONE)
		return ret;
	if (most.kind != THING_INT || most.integer < 1 || most.integer >
	    ITEMS_MAX || ret.heap->is_lost) {
		ret.heap->is_lost = true;
		ret.heap->length = 0;
		ret.heap->drains = true;
		return ret;
	}
	ret.heap->most = (uint32_t)most.integer;
	n = (double)ret.heap->n - (double)most.integer;
	if (n > 0) {
		ret.heap->n = ret.heap->most;
		memmove(ret.heap->v, ret.heap->v + (size_t)n, ret.heap->n *
		    sizeof(most));
	}
	return ret;
}

static struct thing
make_counter(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_DICT, 0), items, *at;
	size_t i;

	ret.heap->node = 1;
	ret.heap->missing = arena_alloc(r->j->arena, sizeof(*at));
	*ret.heap->missing = thing_int(0);
	if (args->n == 0 && !args->named)
		return ret;
	if (args->n != 1 || args->v[0].kind == THING_DICT || !yields_items(r,
	    args->v[0], &items)) {
		ret.heap->is_lost = true;
		return ret;
	}
	for (i = 0; i < items.heap->n; i++) {
		at = thing_find(r, ret, items.heap->v[i]);
		if (at == NULL)
			thing_put(r, ret, items.heap->v[i], thing_int(1));
		else
			*at = thing_int(at->integer + 1);
	}
	return ret;
}

static struct thing
make_defaultdict(struct replay *r, const struct args *args)
{
	struct thing ret = thing_new(r, THING_DICT, 0);

	ret.heap->node = 2;
	ret.heap->missing = arena_alloc(r->j->arena, sizeof(ret));
	if (args->n == 1)
		*ret.heap->missing = args->v[0];
	ret.heap->is_lost = args->n != 1 || args->named;
	return ret;
}

/* ---- what waits ---- */

static struct thing
asleep(struct replay *r, const struct args *args)
{
	struct thing given = args->n == 0 ? thing_int(0) : args->v[0];
	double seconds = thing_is_number(given) ? thing_real_of(given) :
	    given.kind == THING_LEAST ? given.real : given.kind ==
	    THING_ABOVE ? (double)given.integer : 0;

	if (seconds > 0)
		r->cost += r->times * seconds * SECOND;
	replay_add(r, TOTAL_ASLEEP, seconds);
	replay_let_go_on(r);
	return thing_none();
}

/* Does the log say nothing of this level, as it does by itself? */
static bool
is_silent(struct replay *r, const char *name)
{
	const char *level = strrchr(name, '.') + 1;

	if (level[0] == 'd')
		return names_lookup(r->j->names, "DEBUG", 5) == 0;
	return level[0] == 'i' && names_lookup(r->j->names, "DEBUG", 5) == 0 &&
	    names_lookup(r->j->names, "INFO", 4) == 0;
}

/* ---- the table ---- */

enum library {
	NOT_KNOWN = 0,
	CHANGES_NOTHING,	/* None, or whatever it gives */
	ENDS,
	DUMPS,
	LOGS,
	MAKES_ARRAY,
	MAKES_COUNTER,
	MAKES_DEFAULTDICT,
	MAKES_DEQUE,
	MAKES_DICT,
	MAKES_ENDLESS,
	MAKES_NUMBER,
	MAKES_WAYS,
	MAKES_WHOLE,
	READS_JSON,
	SLEEPS,
	WRITES,
};

struct library_call {
	char		name[48];
	enum library	is;
};

static const struct library_call library[] = {
	{ "array.array", MAKES_ARRAY },
	{ "asyncio.sleep", SLEEPS },
	{ "collections.Counter", MAKES_COUNTER },
	{ "collections.OrderedDict", MAKES_DICT },
	{ "collections.defaultdict", MAKES_DEFAULTDICT },
	{ "collections.deque", MAKES_DEQUE },
	{ "datetime.date", CHANGES_NOTHING },
	{ "datetime.date.today", CHANGES_NOTHING },
	{ "datetime.datetime", CHANGES_NOTHING },
	{ "datetime.datetime.now", CHANGES_NOTHING },
	{ "datetime.timedelta", CHANGES_NOTHING },
	{ "gc.collect", CHANGES_NOTHING },
	{ "itertools.combinations", MAKES_WAYS },
	{ "itertools.combinations_with_replacement", MAKES_WAYS },
	{ "itertools.count", MAKES_ENDLESS },
	{ "itertools.cycle", MAKES_ENDLESS },
	{ "itertools.permutations", MAKES_WAYS },
	{ "itertools.product", MAKES_WAYS },
	{ "itertools.repeat", MAKES_ENDLESS },
	{ "json.dump", DUMPS },
	{ "json.loads", READS_JSON },
	{ "logging.basicConfig", CHANGES_NOTHING },
	{ "logging.debug", LOGS },
	{ "logging.error", LOGS },
	{ "logging.exception", LOGS },
	{ "logging.getLogger", CHANGES_NOTHING },
	{ "logging.getLogger.debug", LOGS },
	{ "logging.getLogger.error", LOGS },
	{ "logging.getLogger.exception", LOGS },
	{ "logging.getLogger.info", LOGS },
	{ "logging.getLogger.warning", LOGS },
	{ "logging.info", LOGS },
	{ "logging.warning", LOGS },
	{ "os.path.join", CHANGES_NOTHING },
	{ "pathlib.Path", CHANGES_NOTHING },
	{ "pickle.dump", DUMPS },
	{ "random.choice", CHANGES_NOTHING },
	{ "random.choices", CHANGES_NOTHING },
	{ "random.gauss", MAKES_NUMBER },
	{ "random.randint", MAKES_WHOLE },
	{ "random.random", MAKES_NUMBER },
	{ "random.randrange", MAKES_WHOLE },
	{ "random.sample", CHANGES_NOTHING },
	{ "random.seed", CHANGES_NOTHING },
	{ "random.uniform", MAKES_NUMBER },
	{ "str.maketrans", CHANGES_NOTHING },
	{ "sys.exit", ENDS },
	{ "sys.setrecursionlimit", CHANGES_NOTHING },
	{ "sys.stderr.flush", CHANGES_NOTHING },
	{ "sys.stderr.write", WRITES },
	{ "sys.stdout.flush", CHANGES_NOTHING },
	{ "sys.stdout.write", WRITES },
	{ "time.monotonic", MAKES_NUMBER },
	{ "time.perf_counter", MAKES_NUMBER },
	{ "time.sleep", SLEEPS },
	{ "time.time", MAKES_NUMBER },
};

/* Of what waits, and what is waited for. */
static bool
is_waiting(const char *name)
{
	return strncmp(name, "asyncio.", 8) == 0 ? strcmp(name,
	    "asyncio.sleep") != 0 : strncmp(name, "threading.", 10) == 0 ||
	    strncmp(name, "queue.", 6) == 0 || strncmp(name, "concurrent.",
	    11) == 0;
}

static int
compare(const void *key, const void *row)
{
	return util_compare(key, ((const struct library_call *)row)->name);
}

/* Of a library's: what neither ends nor changes anything. */
bool
replay_library(struct replay *r, uint32_t call, struct thing *ret)
{
	const char *name = site_callee(r->j, call);
	uint32_t list = tree_last(r->j->nodes, call);
	const struct library_call *known;
	struct args args;
	size_t i;

	*ret = thing_unknown();
	if (name[0] == '\0')
		return false;
	if (strncmp(name, "math.", 5) == 0) {
		if (replay_args(r, list, &args) && !replay_math(r, name,
		    &args, ret))
			thing_doubt(r);
		return true;
	}
	if (strchr("actq", name[0]) != NULL && is_waiting(name)) {
		if (!replay_args(r, list, &args)) {
			r->strangers = true;
			return false;
		}
		r->here = call;
		if (strcmp(name, "asyncio.run") == 0)
			*ret = args.n == 1 ? replay_await(r, args.v[0]) :
			    thing_doubtful(r);
		else if (strcmp(name, "asyncio.gather") == 0)
			*ret = replay_gather(r, &args);
		else if (strcmp(name, "asyncio.create_task") == 0 ||
		    strcmp(name, "asyncio.ensure_future") == 0)
			*ret = args.n >= 1 ? replay_start(r, args.v[0],
			    thing_unknown()) : thing_doubtful(r);
		else if (!replay_make_waiter(r, name, &args, ret)) {
			/* Who may start, or end, whatever it is given. */
			for (i = 0; i < args.n; i++)
				thing_lose(r, args.v[i], 0);
			for (i = 0; i < args.nnames; i++)
				thing_lose(r, args.by_name[i], 0);
			r->strangers |= args.n + args.nnames > 0;
			*ret = args.n + args.nnames > 0 ? thing_doubtful(r) :
			    thing_unknown();
		}
		return true;
	}
	known = bsearch(name, library, ARRAY_SIZE(library),
	    sizeof(library[0]), compare);
	if (known == NULL)
		return false;
	if (!replay_args(r, list, &args))
		return known->is != MAKES_ENDLESS;
	r->here = call;
	switch (known->is) {
	case NOT_KNOWN:
	case CHANGES_NOTHING:
		break;
	case DUMPS:
		thing_doubt(r);
		if (args.n > 0)
			replay_dumps(r, args.v[0]);
		break;
	case LOGS:
		if (!is_silent(r, name))
			for (i = 0; i < args.n; i++)
				replay_add(r, TOTAL_WRITTEN, args.v[i].kind ==
				    THING_TEXT ? args.v[i].n : 1);
		*ret = thing_none();
		break;
	case MAKES_ARRAY:
		*ret = args.n == 2 ? thing_copy(r, args.v[1], THING_LIST) :
		    thing_new(r, THING_LIST, 0);
		ret->heap->kept = 8 * ret->heap->length;
		break;
	case ENDS:
		replay_raise(r, "SystemExit");
		break;
	case MAKES_COUNTER:
		*ret = make_counter(r, &args);
		break;
	case MAKES_DEFAULTDICT:
		*ret = make_defaultdict(r, &args);
		break;
	case MAKES_DEQUE:
		*ret = make_deque(r, &args);
		break;
	case MAKES_DICT:
		return replay_builtin(r, "dict", &args, ret);
	case MAKES_ENDLESS:
		return endless_make(r, name, &args, ret);
	case MAKES_NUMBER:
		*ret = strcmp(name, "random.random") == 0 ? thing_rough(
		    THING_LEAST, 0) : strcmp(name, "random.uniform") == 0 &&
		    args.n == 2 && thing_is_number(args.v[0]) &&
		    thing_is_number(args.v[1]) ? thing_rough(THING_LEAST,
		    thing_real_of(args.v[thing_real_of(args.v[0]) <
		    thing_real_of(args.v[1]) ? 0 : 1])) :
		    thing_rough(THING_NUMBER, 0);
		break;
	case MAKES_WAYS:
		*ret = endless_ways(r, call, name, &args);
		break;
	case MAKES_WHOLE:
		*ret = args.n == 2 && args.v[0].kind == THING_INT ?
		    thing_bound(THING_ABOVE, args.v[0].integer) :
		    thing_bound(THING_ABOVE, 0);
		break;
	case READS_JSON:
		*ret = loads(r, &args);
		break;
	case SLEEPS:
		*ret = asleep(r, &args);
		break;
	case WRITES:
		if (args.n == 1 && args.v[0].kind == THING_TEXT) {
			replay_add(r, TOTAL_WRITTEN, args.v[0].n);
			*ret = thing_int(args.v[0].n);
		}
		break;
	}
	return true;
}
