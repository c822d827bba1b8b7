/*
 * Loops of a replay. One that comes back to where it was has no end; of one
 * with many rounds, what some of them cost stands for the others.
 */
#include "replay_parts.h"

#include <string.h>

#include "../exhaust/exhaust_parts.h"
#include "../exhaust/loops_parts.h"
#include "../report.h"

#define ROUNDS		632
#define TRIES		24	/* until all that may be is known */
#define PERIODS		12	/* rounds until all is as it was, */
#define LOOSER		3	/* or once what was not is left open */
#define STEPS		2000	/* until a last look, */
#define STEPS_SURE	8000	/* as long as nothing is in doubt */
#define EXACTLY		16000	/* steps more, to look at each by itself */
#define PASSES		24	/* through what comes again and again */
#define HOPELESS	1e13	/* rounds: for months */
#define EXACT		64	/* rounds of a `for` that are all gone through */
#define FIRST		12	/* of more, in which something may grow */

/* A statement that prints, or puts something into a list or set. */
static bool
keeps(const struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1;
	const char *name;

	if (j->nodes[call].kind != NODE_CALL || j->nodes[j->nodes[
	    call].parent].kind != NODE_EXPRESSION_STATEMENT)
		return false;
	if (j->nodes[callee].kind == NODE_ATTRIBUTE) {
		name = names_text(j->names, j->nodes[tree_last(j->nodes,
		    callee)].name);
		return strcmp(name, "append") == 0 || strcmp(name, "add") == 0;
	}
	return j->nodes[callee].kind == NODE_IDENTIFIER &&
	    judge_is_named(j, callee, "print");
}

/* Is the name that stands there the target, or in what only it is bound to? */
static bool
makes(const struct judge *j, uint32_t at, uint32_t node, uint32_t name)
{
	uint32_t right, target, value;

	/* n, node = n + 1, node.next */
	if (j->nodes[at].kind == NODE_PATTERN_LIST)
		return true;
	if (j->nodes[at].kind == NODE_EXPRESSION_LIST) {
		right = at;
		at = j->nodes[at].parent;
		target = at + 1;
		if (j->nodes[at].kind != NODE_ASSIGNMENT || j->nodes[target]
		    .kind != NODE_PATTERN_LIST || tree_count(j->nodes, target)
		    != tree_count(j->nodes, right))
			return false;
		target++;
		TREE_CHILDREN(j->nodes, right, value) {
			if (node >= value && node < j->nodes[value].skip)
				return judge_is_name(j, target, name);
			target = j->nodes[target].skip;
		}
		return false;
	}
	/* print(n), seen.append(n): of a list that nobody looks into. */
	if (j->nodes[at].kind == NODE_ARGUMENTS)
		return keeps(j, j->nodes[at].parent);
	return (j->nodes[at].kind == NODE_AUGMENTED ||
	    j->nodes[at].kind == NODE_ASSIGNMENT) && judge_is_name(j,
	    at + 1, name) && j->nodes[j->nodes[at].parent].kind ==
	    NODE_EXPRESSION_STATEMENT;
}

/*
 * Is this name read for nothing but to make it anew, so that no test can
 * depend on it? `total += x`.
 */
static bool
is_idle(const struct judge *j, uint32_t loop, uint32_t binding)
{
	uint32_t i, at, name = j->scopes.bindings[binding].name;

	for (i = loop; i < j->nodes[loop].skip; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].name != name || j->nodes[i].role == ROLE_NAME)
			continue;
		for (at = j->nodes[i].parent; at > loop; at =
		    j->nodes[at].parent)
			if (j->nodes[at].kind != NODE_BINARY &&
			    j->nodes[at].kind != NODE_PARENTHESIZED)
				break;
		if (!makes(j, at, i, name))
			return false;
	}
	return true;
}

bool
replay_is_idle(struct replay *r, uint32_t binding)
{
	r->steps += (r->j->nodes[r->loop].skip - r->loop) / 64;
	return r->loop != 0 && r->calls == r->calls_before && is_idle(r->j,
	    r->loop, binding);
}

/* From here on: what is written, and what was by then. */
static void
begin_window(struct replay *r)
{
	r->window = r->base + r->njournal;
	r->doubts_before = r->doubts;
	r->calls_before = r->calls;
	r->reads_before = r->reads;
	r->made_before = r->made;
}

static void
open_window(struct replay *r, uint32_t loop)
{
	if (r->looping == 1) {
		r->base += r->njournal;
		r->njournal = 0;
	}
	begin_window(r);
	r->loop = loop;
}

/* What is gone on with afterwards: by the loop around, or after a look. */
struct window {
	uint32_t	window, loop, doubts, calls, reads, made;
	struct thing	over;
};

static struct window
this_window(const struct replay *r)
{
	return (struct window){ r->window, r->loop, r->doubts_before,
	    r->calls_before, r->reads_before, r->made_before,
	    r->over };
}

static void
restore_window(struct replay *r, const struct window *outer)
{
	r->window = outer->window;
	r->loop = outer->loop;
	r->doubts_before = outer->doubts;
	r->calls_before = outer->calls;
	r->reads_before = outer->reads;
	r->made_before = outer->made;
	r->over = outer->over;
}

static void
begin_loop(struct replay *r, uint32_t loop, struct window *ret)
{
	*ret = this_window(r);
	r->over = thing_unknown();
	r->looping++;
	r->huge_at = r->huge_at == 0 ? loop : r->huge_at;
	open_window(r, loop);
}

static void
end_loop(struct replay *r, const struct window *outer)
{
	r->looping--;
	restore_window(r, outer);
	if (r->looping == 0)
		r->huge_at = 0;
}

/* Is all as it was, and known to have come to that? */
static bool
may_judge(struct replay *r)
{
	return r->doubts == r->doubts_before && !r->is_shared &&
	    !r->probing && replay_is_alone(r) && journal_is_undone(r) &&
	    !loop_is_ended_from_outside(r->j);
}

/* What never comes to a `break`, nor anywhere else. */
static void
report_loop(struct replay *r, uint32_t loop, const char *what)
{
	report_flow(r->j, FLOW_ENDLESS_LOOP, loop, what, NULL);
	r->reported = true;
	r->flow = IS_LOST;
}

/* The body, once; false if it was left. */
static bool
runs_through(struct replay *r, uint32_t body)
{
	replay_block(r, body);
	if (r->flow == CONTINUES)
		r->flow = GOES_ON;
	return r->flow == GOES_ON;
}

/* One round; false when it was the last. */
bool
replay_round(struct replay *r, uint32_t loop, struct thing item)
{
	const struct node *nodes = r->j->nodes;
	uint32_t body = nodes[nodes[loop + 1].skip].skip;

	replay_bind(r, loop + 1, item);
	if (r->flow == GOES_ON && runs_through(r, body))
		return true;
	if (r->flow == BREAKS)
		r->flow = GOES_ON;
	return false;
}

/* What is put back when a look ahead is over. */
struct before {
	uint32_t	mark, doubts, lost;
	struct window	window;
	bool		is_shared;
	double		cost;
};

/*
 * What changed since the window began goes on as it did: that is what each
 * later round may find. From here on, nothing of it is certain.
 */
static struct before
look_ahead(struct replay *r, struct heap **ret_bag)
{
	struct before ret = { .mark = r->base + r->njournal,
	    .doubts = r->doubts, .lost = r->lost, .is_shared = r->is_shared,
	    .cost = r->cost, .window = this_window(r) };

	r->ahead = true;
	r->window = ret.mark;
	journal_widen(r, ret.window.window, ret.mark, ret_bag);
	begin_window(r);
	r->choice = r->taken = 0;
	return ret;
}

static void
look_back(struct replay *r, const struct before *before)
{
	r->ahead = false;
	journal_undo(r, before->mark);
	restore_window(r, &before->window);
	r->doubts = before->doubts;
	r->lost = before->lost;
	r->is_shared = before->is_shared;
	r->cost = before->cost;
	if (!r->reported && r->steps <= r->limit)
		r->flow = GOES_ON;
}

static uint32_t
body_of(const struct replay *r, uint32_t loop)
{
	const struct node *nodes = r->j->nodes;

	return nodes[loop].kind == NODE_FOR ? nodes[nodes[loop + 1].skip].skip :
	    loop_body(r->j, loop);
}

static bool
was_raised(const struct replay *r, const char *name)
{
	return r->flow == RAISES && r->value.kind == THING_TEXT &&
	    r->value.s != NULL && strcmp(r->value.s, name) == 0;
}

/* The test of a `while`; has an own iterator one more? -1: not known. */
static int
asks(struct replay *r, uint32_t loop)
{
	struct thing item;

	if (r->j->nodes[loop].kind != NODE_FOR)
		return thing_truth(r, replay_eval(r, loop + 1));
	if (!replay_ask(r, r->over, "__next__", NULL, 0, &item))
		return -1;
	if (was_raised(r, "StopIteration")) {
		r->flow = GOES_ON;
		return 0;
	}
	replay_bind(r, loop + 1, item);
	return 1;
}

/* The test and the body, once; false if that was the last. */
static bool
goes_round(struct replay *r, uint32_t loop)
{
	return asks(r, loop) > 0 && r->flow == GOES_ON && runs_through(r,
	    body_of(r, loop));
}

/*
 * Each that may come next must leave as many behind, and all else as it was.
 * What does not stay is taken to be anything, and all is tried once more.
 */
static bool
goes_on_for_all(struct replay *r, uint32_t loop, struct heap *bag)
{
	bool is_for = r->j->nodes[loop].kind == NODE_FOR && r->over.kind !=
	    THING_OBJECT;
	bool once_more = false;
	uint32_t tries = 0;

	while (r->choice < bag->n) {
		r->changed = false;
		r->taken = is_for;
		if (is_for) {
			thing_before_write(r, bag);
			bag->length--;
		}
		if (is_for ? !replay_round(r, loop, bag->v[r->choice]) :
		    !goes_round(r, loop))
			return false;
		if (may_judge(r) && !r->changed) {
			journal_undo(r, r->window);
			if (++r->choice == bag->n && once_more) {
				once_more = false;
				r->choice = 0;
			}
			continue;
		}
		if (r->doubts != r->doubts_before || ++tries > TRIES)
			return false;
		/* The others first, then all once more. */
		if (r->changed) {
			journal_undo(r, r->window);
			once_more = true;
			r->choice++;
		} else if (!journal_loosen(r))
			return false;
		else
			r->choice = 0;
		if (r->choice == bag->n && once_more) {
			once_more = false;
			r->choice = 0;
		}
	}
	return may_judge(r);
}

/* Does it never end if it goes on like this? Reported, if so. */
static void
ask_as_it_is(struct replay *r, uint32_t loop, bool loosely)
{
	struct before before = look_ahead(r, NULL);
	uint32_t i, tries = 0;
	bool again = false;

	do {
		for (i = 0; i < PERIODS && !again && goes_round(r, loop); i++)
			again = may_judge(r);
	} while (!again && loosely && i == PERIODS && tries++ < LOOSER &&
	    r->doubts == r->doubts_before && journal_loosen(r));
	if (again)
		report_loop(r, loop, "while");
	look_back(r, &before);
}

/* The same, of a list that is fed as fast as it is worked off. */
static void
ask_by_bag(struct replay *r, uint32_t loop, bool exactly)
{
	struct heap *bag = NULL;
	struct before before;

	if (r->flow != GOES_ON || (exactly && r->looked_exactly > 1))
		return;
	r->exactly = exactly;
	before = look_ahead(r, &bag);
	if (bag != NULL && !r->extended) {
		r->extended = true;
		r->limit += EXACTLY;
		r->sure += EXACTLY;
	}
	if (bag != NULL && goes_on_for_all(r, loop, bag))
		report_loop(r, loop, "while");
	look_back(r, &before);
	r->looked_exactly += exactly && bag != NULL;
	r->exactly = false;
}

static void
ask_later_rounds(struct replay *r, uint32_t loop, bool loosely)
{
	if (r->ahead || r->probing || r->is_shared)
		return;
	ask_as_it_is(r, loop, false);
	ask_by_bag(r, loop, false);
	ask_by_bag(r, loop, true);
	if (r->flow == GOES_ON && loosely)
		ask_as_it_is(r, loop, true);
}

/* A `while`, or a `for` over what is asked for one after the other. */
static void
run_rounds(struct replay *r, uint32_t loop, struct thing over)
{
	const struct node *nodes = r->j->nodes;
	uint32_t body = body_of(r, loop), rounds = 0, next = 1;
	uint32_t steps = r->steps, doubts = r->doubts, most;
	uint32_t passed = r->passed;
	struct window outer;
	int is;

	begin_loop(r, loop, &outer);
	r->over = over;
	for (;;) {
		if (rounds > 0 && may_judge(r)) {
			report_loop(r, loop, "while");
			break;
		}
		/* So many rounds after a window that a period may be over. */
		if (doubts == r->doubts && (rounds == next / 2 + 12 ||
		    rounds == next / 2 + 30)) {
			ask_later_rounds(r, loop, rounds > 40 && rounds < 50);
			if (r->flow != GOES_ON)
				break;
		}
		if (rounds == next) {
			next *= 2;
			open_window(r, loop);
		}
		is = asks(r, loop);
		if (r->flow != GOES_ON)
			break;
		if (is == 0) {
			if (nodes[body].skip < nodes[loop].skip)
				replay_statement(r, nodes[body].skip);
			break;
		}
		if (is < 0 && rounds == 0) {
			/* Once, for what is in it. */
			r->doubts++;
			replay_block(r, body);
			r->flow = r->flow == IS_LOST ? IS_LOST : GOES_ON;
		}
		most = r->doubts == 0 ? STEPS_SURE : STEPS;
		if (is >= 0 && doubts == r->doubts && (rounds >= ROUNDS ||
		    r->steps - steps > most)) {
			ask_later_rounds(r, loop, true);
			if (r->flow != GOES_ON)
				break;
		}
		if (is < 0 || (rounds >= 2 && doubts != r->doubts) ||
		    rounds >= ROUNDS || r->steps - steps > most) {
			replay_forget(r, loop);
			break;
		}
		rounds++;
		if (!runs_through(r, body)) {
			if (r->flow == BREAKS)
				r->flow = GOES_ON;
			break;
		}
	}
	r->passed = passed;
	end_loop(r, &outer);
}

void
replay_while(struct replay *r, uint32_t loop)
{
	run_rounds(r, loop, thing_unknown());
}

/* for x in y, where y says itself what comes next; false: it does not. */
static bool
run_asked(struct replay *r, uint32_t loop, struct thing *over)
{
	struct thing next;

	if (over->kind != THING_OBJECT || !replay_class_is_plain(r,
	    over->heap->node, 0) || !replay_ask(r, *over, "__iter__", NULL, 0,
	    &next) || r->flow != GOES_ON)
		return false;
	*over = next;
	if (next.kind != THING_OBJECT || !replay_special(r, next, "__next__",
	    &next))
		return false;
	run_rounds(r, loop, *over);
	return true;
}

/* The item that stands there, as far as it is known. */
static struct thing
item_at(struct replay *r, struct thing over, double at)
{
	if (over.kind == THING_RANGE)
		return thing_int(over.heap->v[0].integer + (int64_t)at *
		    over.heap->v[2].integer);
	return thing_has_items(r, over) && over.kind != THING_DICT &&
	    at < over.heap->n ? over.heap->v[(size_t)at] : thing_unknown();
}

/* Of a generator that is gone through to its end, `yield` leaves nothing. */
static bool
is_left_by(const struct judge *j, uint32_t loop)
{
	uint32_t i;

	for (i = loop; i < j->nodes[loop].skip; i++)
		switch (j->nodes[i].kind) {
		case NODE_BREAK: case NODE_RETURN: case NODE_RAISE:
		case NODE_AWAIT: case NODE_ASSERT:
			return true;
		}
	return false;
}

/* Too many rounds to go through: what some of them cost, that many times. */
static void
sample_rounds(struct replay *r, uint32_t loop, struct thing over, double n)
{
	double times = r->times;
	struct growing growing;
	enum flow flow;
	uint32_t i;

	/* Does something grow in the first ones? */
	growing.n = 0;
	if (n < 1000 && !r->probing && r->looping == 0)
		growth_watch(r, body_of(r, loop), &growing);
	for (i = 0; growing.n > 0 && i < FIRST; i++) {
		if (!replay_round(r, loop, item_at(r, over, i)))
			return;
		r->huge_at = r->huge_at == 0 ? loop : r->huge_at;
		growth_ask(r, &growing, n - i - 1);
	}
	if (r->hook != NULL && r->hook->loop == 0 ? !is_left_by(r->j, loop) :
	    !loop_may_end(r->j, loop))
		r->times *= n / 2;
	replay_round(r, loop, item_at(r, over, n / 3));
	if (r->flow == GOES_ON)
		replay_round(r, loop, item_at(r, over, n * 2 / 3));
	r->times = times;
	flow = r->flow;
	if (flow == IS_LOST)
		return;
	/* Whatever it looks for: it does not stand at the beginning. */
	if (flow == GOES_ON && n > HOPELESS && !r->probing) {
		report_loop(r, loop, "for");
		return;
	}
	r->flow = GOES_ON;
	replay_forget(r, loop);
}

/* A list that grew: does each item that is left put another one there? */
static void
ask_later_items(struct replay *r, uint32_t loop, struct heap *list,
    uint32_t from)
{
	struct before before;
	bool again;

	if (r->ahead || r->probing || r->is_shared || list->n - from >
	    ITEMS_MAX / 8)
		return;
	before = look_ahead(r, NULL);
	thing_before_write(r, list);
	again = bag_make(r, list, from, list, from);
	r->window = r->base + r->njournal;
	if (again && goes_on_for_all(r, loop, list))
		report_loop(r, loop, "for");
	look_back(r, &before);
}

/*
 * The items as they stand when their turn comes: of a list that grows, those
 * that were put there in the meantime, too.
 */
static bool
run_items(struct replay *r, uint32_t loop, struct heap *heap,
    enum thing_kind kind, const struct heap *watched)
{
	bool takes = kind == THING_ITERATOR, goes_on = true;
	uint32_t i, n = heap->n, had = watched->n;
	struct growing growing;
	struct window outer;
	struct thing item;

	growing.n = 0;
	if (n >= 16 && !r->probing)
		growth_watch(r, body_of(r, loop), &growing);
	for (i = 0; goes_on && heap->n > (takes ? 0 : i); i++) {
		if (i == n && kind == THING_LIST)
			begin_loop(r, loop, &outer);
		if (i == n + 40 && kind == THING_LIST)
			ask_later_items(r, loop, heap, i);
		if (heap->is_lost || heap->born < r->lost || i == 4 * EXACT + n
		    || r->flow != GOES_ON) {
			if (r->flow == GOES_ON)
				replay_forget(r, loop);
			break;
		}
		item = heap->v[takes ? 0 : i];
		if (takes) {
			thing_before_write(r, heap);
			memmove(heap->v, heap->v + 1, --heap->n *
			    sizeof(item));
		}
		goes_on = replay_round(r, loop, item);
		if (goes_on && growing.n > 0) {
			r->huge_at = r->huge_at == 0 ? loop : r->huge_at;
			growth_ask(r, &growing, (double)n - i - 1);
		}
		if (goes_on && watched->n != had && kind >= THING_SET && !takes
		    && !watched->is_lost) {
			replay_raise(r, "RuntimeError");
			goes_on = false;
		}
	}
	if (i > n && kind == THING_LIST)
		end_loop(r, &outer);
	return goes_on && r->flow == GOES_ON;
}

/* The first items; those that come again and again, until nothing changes. */
static void
run_endless(struct replay *r, uint32_t loop, struct thing over)
{
	uint32_t i, n = over.heap->n, tails = n - over.heap->node, pass;
	uint32_t exact = PASSES, steps = r->steps;
	struct window window;
	bool goes_on = true;

	endless_take(r, over);
	for (i = 0; i < tails && goes_on; i++)
		goes_on = replay_round(r, loop, over.heap->v[i]);
	if (!goes_on)
		return;
	begin_loop(r, loop, &window);
	for (i = tails; i < n; i++)
		if (thing_is_bound(over.heap->v[i]))
			exact = 1;
	for (pass = 0; pass < exact + 3 && goes_on; pass++) {
		for (i = tails; i < n && goes_on; i++)
			goes_on = replay_round(r, loop, over.heap->v[i]);
		if (goes_on && may_judge(r)) {
			report_loop(r, loop, "for");
			goes_on = false;
		} else if (goes_on) {
			if (pass == exact)
				journal_widen(r, r->window, r->base +
				    r->njournal, NULL);
			open_window(r, loop);
		}
		if (pass > 1 && r->steps - steps > STEPS)
			break;
	}
	end_loop(r, &window);
	if (goes_on)
		replay_forget(r, loop);
}

static void
run_for(struct replay *r, uint32_t loop)
{
	const struct node *nodes = r->j->nodes;
	uint32_t source = nodes[loop + 1].skip, body = nodes[source].skip;
	struct thing over = replay_eval(r, source);
	const struct heap *watched;
	enum thing_kind kind;
	bool goes_on;
	double n;

	if (r->flow != GOES_ON)
		return;
	if (endless_is_known(r, over)) {
		run_endless(r, loop, over);
		return;
	}
	if (run_asked(r, loop, &over) || r->flow != GOES_ON)
		return;
	if (over.kind == THING_GENERATOR && yields_for(r, loop, over,
	    &goes_on)) {
		if (goes_on && nodes[body].skip < nodes[loop].skip)
			replay_statement(r, nodes[body].skip);
		return;
	}
	if (r->flow != GOES_ON)
		return;
	n = over.kind == THING_ITERATOR && thing_has_items(r, over) ?
	    over.heap->n : thing_length(r, over);
	if (n < 0 || n > EXACT) {
		if (n < 0 || r->probing) {
			r->doubts++;
			n = 1;
		}
		sample_rounds(r, loop, over, n);
		return;
	}
	/* What has a copy gone through, may not change its size meanwhile. */
	kind = over.kind;
	watched = thing_is_heap(over) ? over.heap : NULL;
	if (kind != THING_LIST && kind != THING_ITERATOR && !thing_items(r,
	    over, &over)) {
		r->doubts++;
		sample_rounds(r, loop, over, 1);
		return;
	}
	if (watched == NULL)
		watched = over.heap;
	if (!thing_has_items(r, over)) {
		r->doubts++;
		sample_rounds(r, loop, over, 1);
		return;
	}
	if (run_items(r, loop, over.heap, kind, watched) &&
	    nodes[body].skip < nodes[loop].skip)
		replay_statement(r, nodes[body].skip);
}

void
replay_for(struct replay *r, uint32_t loop)
{
	uint32_t passed = r->passed;

	run_for(r, loop);
	r->passed = passed;
}
