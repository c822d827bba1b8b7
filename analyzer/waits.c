/*
 * Calls that do not come back: a pattern that backtracks for ever on the text
 * it is given, a wait for what nobody does.
 */
#include "check.h"

#include "../supervisor/base/buf.h"
#include "../supervisor/base/util.h"
#include "endless_parts.h"
#include "judge.h"
#include "regex.h"
#include "report.h"

#define REPEATS_MAX	48	/* of a text: enough to tell by */
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
	op = endless_operator(j, node + 1, right);
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

static bool
is_slow(struct judge *j, const struct value *pattern, const char *name,
    uint32_t text)
{
	auto_buf struct buf sample = BUF_INIT;
	bool slow;

	if (is_square(pattern, name, size_of_node(j, text)))
		return true;
	if (!repeats_a_group(pattern->text.bytes, pattern->text.n) ||
	    !sample_of(j, text, 0, &sample))
		return false;
	slow = regexes_is_slow(j->regexes, pattern->text.bytes,
	    pattern->text.n, buf_str(&sample), sample.len, strstr(name,
	    "fullmatch") != NULL);
	/* All are tried; there is no time for more is no answer. */
	j->late |= deadline_is_over(&j->deadline);
	return slow;
}

void
check_pattern(struct judge *j, uint32_t call)
{
	static const char functions[][16] = { "re.match", "re.fullmatch",
	    "re.search", "re.findall", "re.finditer", "re.split", "re.sub",
	    "re.subn" };
	const char *name = endless_callee(j, call), *method;
	const struct value *pattern;
	uint32_t object, made, first, second;
	const struct vset *set;
	bool replaces;
	size_t i;

	if (strncmp(name, "re.", 3) != 0 || j->has_slow_pattern)
		return;
	method = endless_method(j, call, &object);
	replaces = strcmp(method, "sub") == 0 || strcmp(method, "subn") == 0;
	first = endless_argument(j, call, 0);
	second = endless_argument(j, call, 1);
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
		    endless_argument(j, made, 0) : 0;
		name += 8;
	} else if (!IS_ONE_OF(name, functions))
		return;
	else if (strncmp(name, "re.sub", 6) == 0)
		second = endless_argument(j, call, 2);
	if (first == 0 || second == 0)
		return;
	pattern = first_text(eval(j, first));
	if (pattern == NULL || !is_slow(j, pattern, name, second))
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
		    i != parent + 1 || strcmp(names_text(j->names,
		    j->nodes[tree_last(j->nodes, parent)].name), method) != 0)
			return false;
		waits++;
	}
	return waits >= (strcmp(method, "acquire") == 0 ? 2 : 1);
}

void
check_wait(struct judge *j, uint32_t call)
{
	uint32_t object, made;
	const char *method, *made_by;

	if (j->nodes[call + 1].kind != NODE_ATTRIBUTE ||
	    endless_argument(j, call, 0) != 0 ||
	    tree_count(j->nodes, tree_last(j->nodes, call)) != 0)
		return;
	method = endless_method(j, call, &object);
	if (strcmp(method, "wait") != 0 && strcmp(method, "get") != 0 &&
	    strcmp(method, "acquire") != 0)
		return;
	made = j->nodes[object].kind == NODE_IDENTIFIER ?
	    only_definition(j, object) : object;
	if (made == 0 || j->nodes[made].kind != NODE_CALL ||
	    (tree_count(j->nodes, tree_last(j->nodes, made)) != 0 &&
	    strcmp(endless_callee(j, made), "threading.Barrier") != 0))
		return;
	made_by = endless_callee(j, made);
	if (!is_waiter(made_by, method))
		return;
	if (object == made ? strcmp(method, "acquire") != 0 :
	    only_waits(j, object, method))
		report_flow(j, FLOW_ENDLESS_LOOP, call, made_by, NULL);
}
