/*
 * What a replay adds up: seconds asleep, bytes written, what one container
 * keeps. What is done in a loop of many rounds counts that many times; what
 * is done perhaps, or after the program may have ended, does not count.
 */
#include "replay_parts.h"

#include "../../supervisor/base/util.h"
#include "../report.h"

#define DEEP		4	/* containers in containers */
#define SOME		24	/* of the items that are looked into */

static const struct {
	double	most;
	char	what[32];
} limits[] = {
	[TOTAL_ASLEEP] = { 3600, "so long a time asleep" },
	[TOTAL_WRITTEN] = { 1e10, "so many bytes written" },
	[TOTAL_KEPT] = { 8e9, "so much that is kept" },
};

static bool
counts(const struct replay *r)
{
	return !r->ahead && !r->probing && !r->reported && r->perhaps == 0 &&
	    r->passed == 0;
}

/* Is this bound to something new now and then: buffer = [], x = x[-5:]? */
static bool
begins_anew(const struct judge *j, uint32_t assignment)
{
	uint32_t target = assignment + 1, right = tree_last(j->nodes,
	    assignment), name, i;
	unsigned n = 0;

	if (j->nodes[target].kind == NODE_IDENTIFIER) {
		if (j->nodes[right].kind == NODE_SUBSCRIPT)
			return judge_is_name(j, right + 1,
			    j->nodes[target].name);
		for (i = assignment; i != 0; i = j->nodes[i].parent)
			if (j->nodes[i].kind == NODE_IF || j->nodes[i].kind ==
			    NODE_ELSE)
				return j->nodes[right].kind == NODE_LIST ||
				    j->nodes[right].kind == NODE_CALL;
		return false;
	}
	if (j->nodes[target].kind == NODE_SUBSCRIPT)
		return j->nodes[tree_last(j->nodes, target)].kind ==
		    NODE_SLICE;
	if (j->nodes[target].kind != NODE_ATTRIBUTE || (j->nodes[right].kind !=
	    NODE_LIST && j->nodes[right].kind != NODE_CALL &&
	    j->nodes[right].kind != NODE_SUBSCRIPT))
		return false;
	name = j->nodes[tree_last(j->nodes, target)].name;
	for (i = 0; i < j->tree.n; i++)
		n += j->nodes[i].kind == NODE_ATTRIBUTE && j->nodes[i].role !=
		    ROLE_LOAD && j->nodes[tree_last(j->nodes, i)].name == name;
	return n > 1;
}

/* Does anything take out of lists what was put there? */
static bool
may_drain(const struct judge *j)
{
	static const char takes[][12] = { "clear", "pop", "popitem",
	    "popleft", "remove", "rotate" };
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		switch (j->nodes[i].kind) {
		case NODE_DELETE:
			return true;
		case NODE_ATTRIBUTE:
			if (IS_ONE_OF(names_text(j->names, j->nodes[tree_last(
			    j->nodes, i)].name), takes))
				return true;
			break;
		case NODE_ASSIGNMENT:
			if (begins_anew(j, i))
				return true;
			break;
		}
	return false;
}

static void
exceed(struct replay *r, enum total which, double all)
{
	if (all > 1e300)
		return;
	if (which == TOTAL_KEPT && r->times > 1 && may_drain(r->j)) {
		r->drains = true;
		return;
	}
	report_flow(r->j, FLOW_HUGE_RESULT, r->here, limits[which].what,
	    NULL);
	r->reported = true;
	r->flow = IS_LOST;
}

static inline void
ask_total(struct replay *r, enum total which, double all)
{
	if (all > limits[which].most)
		exceed(r, which, all);
}

void
replay_add(struct replay *r, enum total which, double n)
{
	if (!counts(r) || !(n > 0))
		return;
	r->totals[which] += n * r->times;
	ask_total(r, which, r->totals[which]);
}

/* The bytes that it takes, about; of what is older than this round: none. */
double
thing_size(struct replay *r, struct thing t, unsigned depth)
{
	const struct heap *heap = t.heap;
	double all = 56;
	size_t i, step = t.kind == THING_OBJECT ? 2 : 1;

	r->steps += depth > 0;
	switch (t.kind) {
	case THING_INT: case THING_FLOAT:
		return 28;
	case THING_TEXT:
		return t.n + 49.0;
	case THING_BYTES:
		return t.real < r->times ? 8 : t.n + 33.0;
	case THING_LIST:
		return heap->times < r->times ? 8 : heap->kept + 56;
	case THING_TUPLE: case THING_OBJECT:
		if (depth >= DEEP || heap->times < r->times ||
		    !thing_has_items(r, t))
			return 8;
		for (i = step - 1; i < heap->n && i < SOME; i += step)
			all += thing_size(r, heap->v[i], depth + 1);
		return all;
	}
	return 8;
}

static inline void
keep(struct replay *r, struct heap *list, double n)
{
	list->kept += n * (list->times < r->times ? r->times / list->times :
	    1);
	ask_total(r, TOTAL_KEPT, list->kept);
}

static bool
is_kept(const struct replay *r, const struct heap *list)
{
	return counts(r) && !r->drains && !list->drains && list->most == 0;
}

void
replay_keep_more(struct replay *r, struct heap *list, double n)
{
	if (is_kept(r, list))
		keep(r, list, n);
}

void
replay_keep_item(struct replay *r, struct heap *list, struct thing item)
{
	if (is_kept(r, list))
		keep(r, list, 8 + thing_size(r, item, 0));
}

void
replay_drain(struct heap *list)
{
	list->drains = true;
	list->kept = 0;
}

/* Of several that run besides each other, the last one counts. */
void
replay_asleep_until(struct replay *r, struct thing when)
{
	double most = thing_is_number(when) ? thing_real_of(when) : 0;

	if (counts(r) && most > r->latest) {
		r->latest = most;
		ask_total(r, TOTAL_ASLEEP, most);
	}
}
