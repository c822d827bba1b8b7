/*
 * Calls that do not come back: a pattern that backtracks for ever on the text
 * it is given, a wait for what nobody does.
 */
#include "exhaust.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../names/regex.h"
#include "../own/own.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"
#include "sizes_parts.h"

#define REPEATS_MAX	48	/* of a text: enough to tell by */
#define TEXTS_MAX	16	/* that one pattern is tried on */
#define SQUARE_MIN	2e5	/* elements that are gone through once for each */

/* Something repeated, of which a part is repeated or a choice. */
static bool
repeats_a_group(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i + 1 < n; i++)
		if (s[i] == ')' && strchr("*+{", s[i + 1]) != NULL)
			return true;
	return false;
}

/* A text that it may be. */
static const struct value *
first_text(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR)
			return set->v[i];
	return NULL;
}

/*
 * A text like the one that this makes: what is repeated so often that it does
 * not fold is repeated often enough to be slow on. False if it is not known.
 */
static bool
sample_of(struct judge *j, uint32_t node, unsigned depth, struct buf *out)
{
	const struct value *v = first_text(eval(j, node));
	uint32_t right = tree_last(j->nodes, node), times;
	auto_buf struct buf once = BUF_INIT;
	size_t from = out->len, i;
	double count = REPEATS_MAX;
	char op;

	if (v != NULL) {
		buf_add(out, v->text.bytes, v->text.n);
		return true;
	}
	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	if (depth > DEPTH_MAX)
		return false;
	if (j->nodes[node].kind == NODE_IDENTIFIER)
		return only_definition(j, node) != 0 && sample_of(j,
		    only_definition(j, node), depth + 1, out);
	if (j->nodes[node].kind != NODE_BINARY)
		return false;
	op = site_operator(j, node + 1, right);
	if (op == '+')
		return sample_of(j, node + 1, depth + 1, out) &&
		    sample_of(j, right, depth + 1, out);
	times = first_text(eval(j, right)) == NULL ? right : node + 1;
	if (op != '*' || !sample_of(j, times == right ? node + 1 : right,
	    depth + 1, out))
		return false;
	if (number_at_most(j, times, &count) && count > REPEATS_MAX)
		count = REPEATS_MAX;
	buf_add(&once, out->data + from, out->len - from);
	for (i = 1; i < count && out->len < 4096; i++)
		buf_add(out, buf_str(&once), once.len);
	return true;
}

/* `\s+$`, looked for from each place of a long text again. */
static bool
is_square(const struct value *pattern, const char *name, double size)
{
	const char *s = pattern->text.bytes;
	size_t n = pattern->text.n;

	return size >= SQUARE_MIN && n > 2 && s[0] != '^' && s[n - 1] == '$' &&
	    (s[n - 2] == '+' || s[n - 2] == '*') && strstr(name, "match") ==
	    NULL;
}

/* Does the pattern take for ever on this text? All are tried. */
static bool
is_slow_on(struct judge *j, const struct value *pattern, const char *name,
    const char *text, size_t n)
{
	bool slow = regexes_is_slow(j->regexes, pattern->text.bytes,
	    pattern->text.n, text, n, strstr(name, "fullmatch") != NULL);

	/* There is no time for more is no answer. */
	j->late |= deadline_is_over(&j->deadline);
	return slow;
}

/* What the name goes over, or a part of it: `for line in lines`; or 0. */
static uint32_t
gone_over(struct judge *j, uint32_t name)
{
	const struct def *d = judge_only_def(j, name);
	const struct step *step;

	if (d == NULL || d->kind != DEF_VALUE)
		return 0;
	for (step = d->steps; step != NULL; step = step->before)
		if (step->kind == STEP_ITEM)
			return d->expr;
	return 0;
}

static bool is_slow(struct judge *, const struct value *pattern,
    const char *name, uint32_t text, unsigned depth);

/* Any of the elements of a display, what a dict holds, what calls hand over. */
static bool
is_slow_on_parts(struct judge *j, const struct value *pattern,
    const char *name, uint32_t node, unsigned depth)
{
	struct handing handing;
	uint32_t child, object;
	bool slow = false;
	unsigned n = 0;

	if (depth > 4)
		return false;
	switch (j->nodes[node].kind) {
	case NODE_CALL:		/* x.items(), enumerate(x) */
		site_method(j, node, &object);
		if (j->nodes[node + 1].kind == NODE_ATTRIBUTE)
			return object != 0 && is_slow_on_parts(j, pattern,
			    name, object, depth + 1);
		for (n = 0; !slow && (object = site_argument(j, node,
		    n)) != 0; n++)
			slow = is_slow_on_parts(j, pattern, name, object,
			    depth + 1);
		return slow;
	case NODE_IDENTIFIER:
		child = only_definition(j, node);
		if (child != 0)
			return is_slow_on_parts(j, pattern, name, child,
			    depth + 1);
		handing_begin(j, node, &handing);
		while (!slow && (child = handing_next(j, &handing)) != 0)
			slow = is_slow_on_parts(j, pattern, name, child,
			    depth + 1);
		handing_end(j);
		return slow;
	case NODE_LIST: case NODE_TUPLE: case NODE_SET: case NODE_DICTIONARY:
		TREE_CHILDREN(j->nodes, node, child) {
			if (slow || ++n > TEXTS_MAX)
				break;
			slow = is_slow(j, pattern, name, j->nodes[child].kind ==
			    NODE_PAIR ? tree_last(j->nodes, child) : child,
			    depth + 1);
		}
		return slow;
	}
	return false;
}

static bool
is_slow(struct judge *j, const struct value *pattern, const char *name,
    uint32_t text, unsigned depth)
{
	auto_buf struct buf sample = BUF_INIT;
	const struct vset *set = eval(j, text);
	struct handing handing;
	uint32_t over, node;
	bool slow = false;
	size_t i, n = 0;

	if (is_square(pattern, name, size_of_node(j, text)))
		return true;
	if (depth > 4 || j->late || !repeats_a_group(pattern->text.bytes,
	    pattern->text.n))
		return false;
	for (i = 0; i < set->n && !slow && n < TEXTS_MAX; i++)
		if (set->v[i]->kind == VALUE_STR) {
			slow = is_slow_on(j, pattern, name,
			    set->v[i]->text.bytes, set->v[i]->text.n);
			n++;
		}
	if (n > 0)
		return slow;
	over = gone_over(j, text);
	if (over != 0)
		return is_slow_on_parts(j, pattern, name, over, depth + 1);
	if (sample_of(j, text, 0, &sample))
		return is_slow_on(j, pattern, name, buf_str(&sample),
		    sample.len);
	node = only_attribute(j, text);
	if (node != 0)
		return is_slow(j, pattern, name, node, depth + 1);
	handing_begin(j, text, &handing);
	while (!slow && (node = handing_next(j, &handing)) != 0)
		slow = is_slow(j, pattern, name, node, depth + 1);
	handing_end(j);
	return slow;
}

void
check_pattern(struct judge *j, uint32_t call)
{
	static const char functions[][16] = { "re.match", "re.fullmatch",
	    "re.search", "re.findall", "re.finditer", "re.split", "re.sub",
	    "re.subn" };
	const char *name = site_callee(j, call), *method;
	const struct value *pattern;
	uint32_t object, made, first, second;
	struct handing handing;
	const struct vset *set;
	bool replaces;
	size_t i;

	if (strncmp(name, "re.", 3) != 0 || j->has_slow_pattern)
		return;
	method = site_method(j, call, &object);
	replaces = strcmp(method, "sub") == 0 || strcmp(method, "subn") == 0;
	first = site_argument(j, call, 0);
	second = site_argument(j, call, 1);
	if (strncmp(name, "re.compile.", 11) == 0) {
		set = object == 0 ? &vset_none : eval(j, object);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_RESULT)
				break;
		if (i == set->n)
			return;
		made = set->v[i]->place;
		second = replaces ? second : first;
		first = j->nodes[made].kind == NODE_CALL ?
		    site_argument(j, made, 0) : 0;
		name += 8;
	} else if (!IS_ONE_OF(name, functions))
		return;
	else if (strncmp(name, "re.sub", 6) == 0)
		second = site_argument(j, call, 2);
	if (first == 0 || second == 0)
		return;
	pattern = first_text(eval(j, first));
	if (pattern == NULL) {
		handing_begin(j, first, &handing);
		while (pattern == NULL && (made = handing_next(j, &handing)) !=
		    0)
			pattern = first_text(eval(j, made));
		handing_end(j);
	}
	if (pattern == NULL || !is_slow(j, pattern, name, second, 0))
		return;
	j->has_slow_pattern = true;
	report_flow(j, FLOW_ENDLESS_LOOP, call, "a pattern", pattern);
}

/* What waits for others to act, and how. */
static bool
is_waiter(const char *made, const char *method)
{
	static const char *const all[][2] = {
		{ "threading.Event", "wait" },
		{ "threading.Condition", "wait" },
		{ "threading.Barrier", "wait" },
		{ "asyncio.Event", "wait" },
		{ "threading.Lock", "acquire" },
		{ "threading.Semaphore", "acquire" },
		{ "queue.Queue", "get" },
		{ "queue.LifoQueue", "get" },
		{ "queue.PriorityQueue", "get" },
		{ "queue.SimpleQueue", "get" },
		{ "multiprocessing.Queue", "get" },
		{ "multiprocessing.Event", "wait" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(all[i][0], made) == 0 &&
		    strcmp(all[i][1], method) == 0)
			return true;
	return false;
}

/* Is this all that is ever done with the name: made, and waited for? */
static bool
only_waits(struct judge *j, uint32_t name, const char *method)
{
	uint32_t i, parent;
	unsigned waits = 0;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		if (j->nodes[i].role != ROLE_LOAD)
			continue;
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind == NODE_WITH_ITEM)
			continue;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i != parent + 1 ||
		    !judge_is_named(j, tree_last(j->nodes, parent), method))
			return false;
		waits++;
	}
	return waits >= (strcmp(method, "acquire") == 0 ? 2 : 1);
}

/* done = loop.create_future(): is it awaited, and never handed to anybody? */
static bool
is_only_awaited(struct judge *j, uint32_t call)
{
	uint32_t parent = j->nodes[call].parent, i;
	bool awaited = false;

	if (j->nodes[parent].kind == NODE_AWAIT)
		return true;
	if (j->nodes[parent].kind != NODE_ASSIGNMENT ||
	    j->nodes[parent + 1].kind != NODE_IDENTIFIER)
		return false;
	for (i = own_first_of(j, j->nodes[parent + 1].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD) {
			if (j->nodes[j->nodes[i].parent].kind != NODE_AWAIT)
				return false;
			awaited = true;
		}
	return awaited;
}

static bool
says_any(struct judge *j, const char names[][32], size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (names_lookup(j->names, names[i], strlen(names[i])) != 0)
			return true;
	return false;
}

/* loop.run_forever(), and nothing there that runs, or one that only spins. */
static void
check_event_loop(struct judge *j, uint32_t call, const char *method)
{
	static const char stops[][32] = { "stop", "exit", "_exit",
	    "KeyboardInterrupt" };
	static const char starts[][32] = { "add_reader", "add_signal_handler",
	    "add_writer", "call_at", "call_later", "call_soon",
	    "call_soon_threadsafe", "create_datagram_endpoint",
	    "create_server", "create_task", "ensure_future",
	    "run_coroutine_threadsafe", "start_server",
	    "start_unix_server" };
	const struct value *f;
	uint32_t at;

	if (names_lookup(j->names, "asyncio", 7) == 0 || says_any(j, stops,
	    ARRAY_SIZE(stops)))
		return;
	if (method[0] == 'r') {
		if (!says_any(j, starts, ARRAY_SIZE(starts)))
			report_flow(j, FLOW_ENDLESS_LOOP, call, "a wait",
			    NULL);
		return;
	}
	at = site_argument(j, call, 0);
	f = at == 0 ? NULL : vset_only(eval(j, at), VALUE_FUNCTION);
	if (f == NULL || names_lookup(j->names, "run_forever", 11) == 0)
		return;
	for (at = call; at != f->node; at = j->nodes[at].parent)
		if (at == 0 || loop_is_condition(j, at))
			return;
	for (at = f->node; at < j->nodes[f->node].skip; at++)
		if (j->nodes[at].kind == NODE_RETURN ||
		    j->nodes[at].kind == NODE_RAISE)
			return;
	report_flow(j, FLOW_ENDLESS_LOOP, call, "itself again", NULL);
}

/* What ends a wait, of whatever object: does the source speak of any? */
static bool
mentions(struct judge *j, const char *names)
{
	const char *end;

	for (; *names != '\0'; names = *end == '\0' ? end : end + 1) {
		end = names + strcspn(names, " ");
		if (own_first_of(j, names_lookup(j->names, names,
		    (size_t)(end - names))) != 0)
			return true;
	}
	return false;
}

/* ready.wait(), and nothing says set(). */
static void
check_nobody_ends(struct judge *j, uint32_t call, const char *method)
{
	static const struct {
		char	waits[40], ends[40], needs[24];
	} all[] = {
		{ "asyncio.Condition.wait", "notify notify_all", "" },
		{ "asyncio.Event.wait", "set", "" },
		{ "asyncio.Queue.get", "put put_nowait", "" },
		{ "asyncio.Queue.join", "task_done", "put" },
		{ "asyncio.Queue.join", "task_done", "put_nowait" },
		{ "multiprocessing.Event.wait", "set", "" },
		{ "multiprocessing.JoinableQueue.join", "task_done", "put" },
		{ "multiprocessing.Queue.get", "put put_nowait", "" },
		{ "queue.LifoQueue.get", "put put_nowait queue", "" },
		{ "queue.LifoQueue.join", "task_done", "put" },
		{ "queue.PriorityQueue.get", "put put_nowait queue", "" },
		{ "queue.PriorityQueue.join", "task_done", "put" },
		{ "queue.Queue.get", "put put_nowait queue", "" },
		{ "queue.Queue.join", "task_done", "put" },
		{ "queue.Queue.join", "task_done", "put_nowait" },
		{ "queue.SimpleQueue.get", "put put_nowait", "" },
		{ "threading.Condition.wait", "notify notify_all notifyAll",
		    "" },
		{ "threading.Event.wait", "set", "" },
	};
	const char *name = site_callee(j, call);
	bool joins = method[0] == 'j';
	size_t i;

	/* ev.wait(), of what is handed over: any Event there is. */
	if (name[0] == '\0' && method[0] == 'w' && mentions(j, "Event") &&
	    !mentions(j, "Barrier Condition Popen Process wait_for"))
		name = "threading.Event.wait";
	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(name, all[i].waits) == 0 && !mentions(j,
		    all[i].ends) && (all[i].needs[0] == '\0' ||
		    mentions(j, all[i].needs)) && (joins ||
		    !loop_is_ended_from_outside(j))) {
			report_flow(j, FLOW_ENDLESS_LOOP, call, name, NULL);
			return;
		}
}

void
check_wait(struct judge *j, uint32_t call)
{
	uint32_t object, made;
	const char *method, *made_by;

	if (j->nodes[call + 1].kind == NODE_ATTRIBUTE) {
		method = site_method(j, call, &object);
		if (strcmp(method, "create_future") == 0 && is_only_awaited(j,
		    call))
			report_flow(j, FLOW_ENDLESS_LOOP, call, "a wait",
			    NULL);
		if (strcmp(method, "run_forever") == 0 || strncmp(method,
		    "call_soon", 9) == 0)
			check_event_loop(j, call, method);
	}
	if (j->nodes[call + 1].kind != NODE_ATTRIBUTE ||
	    site_argument(j, call, 0) != 0 ||
	    tree_count(j->nodes, tree_last(j->nodes, call)) != 0)
		return;
	method = site_method(j, call, &object);
	if (strcmp(method, "wait") != 0 && strcmp(method, "get") != 0 &&
	    strcmp(method, "join") != 0 && strcmp(method, "acquire") != 0)
		return;
	check_nobody_ends(j, call, method);
	if (j->exhausts)
		return;
	made = j->nodes[object].kind == NODE_IDENTIFIER ?
	    only_definition(j, object) : object;
	if (made == 0 || j->nodes[made].kind != NODE_CALL ||
	    (tree_count(j->nodes, tree_last(j->nodes, made)) != 0 &&
	    strcmp(site_callee(j, made), "threading.Barrier") != 0))
		return;
	made_by = site_callee(j, made);
	/* The others come from threads. */
	if (!is_waiter(made_by, method) || (strcmp(made_by,
	    "threading.Barrier") == 0 && mentions(j, "Thread submit map")))
		return;
	if (object == made ? strcmp(method, "acquire") != 0 :
	    only_waits(j, object, method))
		report_flow(j, FLOW_ENDLESS_LOOP, call, made_by, NULL);
}
