/*
 * Expressions of a replay. What is not understood is unknown, never guessed.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../exhaust/exhaust_parts.h"
#include "../values/eval.h"

#define EXACT	12	/* items of a comprehension that are all made, */
#define LONG	1200	/* if they take more steps than this */

static const char *
operator_behind(const struct replay *r, uint32_t left)
{
	const char *op = r->j->source.bytes + r->j->nodes[left].end;

	while (*op == ' ' || *op == '\t' || *op == ')')
		op++;
	return op;
}

static struct thing
comparison(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	uint32_t left = node + 1, right;
	struct thing a = replay_eval(r, left), b;
	int is;

	for (right = nodes[left].skip; right < nodes[node].skip;
	    left = right, right = nodes[right].skip) {
		b = replay_eval(r, right);
		is = r->flow != GOES_ON ? -1 : replay_compare(r,
		    operator_behind(r, left), a, b);
		if (is <= 0)
			return is < 0 ? thing_unknown() : thing_bool(false);
		a = b;
	}
	return thing_bool(true);
}

/* ---- displays, comprehensions ---- */

static struct thing
display(struct replay *r, uint32_t node, enum thing_kind kind)
{
	const struct node *nodes = r->j->nodes;
	struct thing ret = thing_new(r, kind, 0), item, key;
	uint32_t child;
	size_t i;

	TREE_CHILDREN(nodes, node, child) {
		if (kind == THING_DICT) {
			if (nodes[child].kind != NODE_PAIR) {
				ret.heap->is_lost = true;
				thing_doubt(r);
				continue;
			}
			key = replay_eval(r, child + 1);
			item = replay_eval(r, tree_last(nodes, child));
			if (key.kind == THING_UNKNOWN)
				ret.heap->is_lost = true;
			thing_put(r, ret, key, item);
			continue;
		}
		if (nodes[child].kind == NODE_LIST_SPLAT) {
			item = replay_eval(r, child + 1);
			if (!thing_items(r, item, &item)) {
				ret.heap->is_lost = true;
				thing_doubt(r);
				continue;
			}
			for (i = 0; i < item.heap->n; i++)
				thing_push(r, ret, item.heap->v[i]);
			continue;
		}
		if (tree_is_splat(nodes, child))
			return thing_doubtful(r);
		item = replay_eval(r, child);
		if (kind != THING_SET || thing_find(r, ret, item) == NULL)
			thing_push(r, ret, item);
	}
	return ret;
}

struct comprehension {
	struct replay	*r;
	uint32_t	 node;
	struct thing	 ret;
};

static void run_clauses(struct comprehension *, uint32_t clause);

/* A generator over what has no end: what it gives of the items known. */
static void
run_endless(struct comprehension *c, uint32_t clause, struct thing over)
{
	const struct node *nodes = c->r->j->nodes;
	uint32_t next = nodes[clause].skip, n = over.heap->n, before, i;
	uint32_t tails = n - over.heap->node, doubts = c->r->doubts, again = 0;
	struct replay *r = c->r;

	if (nodes[c->node].kind != NODE_GENERATOR || c->ret.heap->n > 0) {
		c->ret.heap->is_lost = true;
		replay_forget(r, c->node);
		return;
	}
	for (i = 0; i < n && r->flow == GOES_ON; i++) {
		before = c->ret.heap->n;
		replay_bind(r, clause + 1, over.heap->v[i]);
		run_clauses(c, next);
		if (i >= tails)
			again += c->ret.heap->n - before;
	}
	endless_take(r, over);
	c->ret.kind = THING_ENDLESS;
	c->ret.heap->node = again;
	if (doubts != r->doubts)
		c->ret.heap->is_lost = true;
}

/* Is all of it gone through, whatever comes? */
static bool
is_drained(const struct judge *j, uint32_t node)
{
	static const char all[][16] = { "array", "deque", "dict",
	    "executemany", "extend", "frozenset", "join", "len", "list", "max",
	    "min", "set", "sorted", "sum", "tuple", "update", "writelines",
	    "writerows" };
	uint32_t call = j->nodes[node].parent, name;

	if (j->nodes[node].kind != NODE_GENERATOR)
		return true;
	if (j->nodes[call].kind == NODE_ARGUMENTS)
		call = j->nodes[call].parent;
	name = j->nodes[call].kind != NODE_CALL ? 0 :
	    tree_last_name(j->nodes, call + 1);
	return name != 0 && IS_ONE_OF(names_text(j->names,
	    j->nodes[name].name), all);
}

/* What is done with one letter of a text. */
static void
run_letter(struct comprehension *c, uint32_t clause, struct thing item,
    struct letter *letters)
{
	const struct node *nodes = c->r->j->nodes;
	struct letter *letter = &letters[(unsigned char)item.s[0] % LETTERS];
	struct letter_mark mark = letter_mark(c->r, c->ret);

	if (letter_take(c->r, letter, c->ret))
		return;
	replay_bind(c->r, clause + 1, item);
	run_clauses(c, nodes[clause].skip);
	letter_keep(c->r, letter, c->ret, &mark);
}

static void
run_clauses(struct comprehension *c, uint32_t clause)
{
	const struct node *nodes = c->r->j->nodes;
	struct replay *r = c->r;
	uint32_t next = nodes[clause].skip;
	uint32_t steps = r->steps;
	double n, times, cost = r->cost;
	struct letter *letters = NULL;
	struct thing over;
	bool is_range;
	size_t i;
	int is;

	if (r->flow != GOES_ON)
		return;
	if (clause >= nodes[c->node].skip) {
		if (c->ret.kind == THING_DICT)
			thing_put(r, c->ret, replay_eval(r, c->node + 2),
			    replay_eval(r, tree_last(nodes, c->node + 1)));
		else {
			over = replay_eval(r, c->node + 1);
			if (c->ret.kind != THING_SET || thing_find(r, c->ret,
			    over) == NULL)
				thing_push(r, c->ret, over);
		}
		return;
	}
	if (r->j->source.bytes[nodes[clause].start] == 'a') {
		/* async for */
		c->ret.heap->is_lost = true;
		replay_forget(r, c->node);
		return;
	}
	if (nodes[clause].kind == NODE_IF_CLAUSE) {
		is = thing_truth(r, replay_eval(r, clause + 1));
		if (is < 0) {
			c->ret.heap->is_lost = true;
			thing_doubt(r);
		}
		if (is > 0)
			run_clauses(c, next);
		return;
	}
	over = replay_eval(r, tree_last(nodes, clause));
	if (r->flow != GOES_ON)
		return;
	if (endless_is_known(r, over)) {
		run_endless(c, clause, over);
		return;
	}
	n = thing_length(r, over);
	if (n > ITEMS_MAX && is_drained(r->j, c->node)) {
		/* What one of them costs, so many times. */
		times = r->times;
		r->times *= n;
		replay_bind(r, clause + 1, over.kind == THING_RANGE ?
		    thing_int(over.heap->v[0].integer + (int64_t)(n / 2) *
		    over.heap->v[2].integer) : thing_unknown());
		run_clauses(c, next);
		r->times = times;
		c->ret.heap->is_lost = true;
		c->ret.heap->length = next < nodes[c->node].skip ? 0 : n;
		replay_forget(r, c->node);
		return;
	}
	if (next >= nodes[c->node].skip)
		letters = letters_begin(r, c->node, over);
	is_range = over.kind == THING_RANGE && n >= 0;
	if (is_range)
		;
	else if (c->ret.kind == THING_ITERATOR && !is_drained(r->j, c->node) ?
	    !thing_items(r, over, &over) : !yields_items(r, over, &over)) {
		/* Not gone through: what it would do is in doubt. */
		c->ret.heap->is_lost = true;
		replay_forget(r, c->node);
		return;
	}
	if (!is_range)
		n = over.heap->n;
	for (i = 0; (double)i < n && r->flow == GOES_ON; i++) {
		/* Each of many takes long: so many as that. */
		if (i >= EXACT && r->steps - steps > LONG && clause ==
		    nodes[c->node + 1].skip) {
			c->ret.heap->is_lost = true;
			c->ret.heap->length = next < nodes[c->node].skip ? 0 :
			    n;
			n /= (double)i;
			replay_keep_more(r, c->ret.heap, c->ret.heap->kept *
			    (n - 1));
			r->cost += (r->cost - cost) * (n - 1);
			if (tree_first(nodes, c->node, NODE_CALL) != 0)
				replay_forget(r, c->node);
			return;
		}
		if (letters != NULL) {
			run_letter(c, clause, over.heap->v[i], letters);
			continue;
		}
		replay_bind(r, clause + 1, is_range ? thing_int(over.heap->v[0]
		    .integer + (int64_t)i * over.heap->v[2].integer) :
		    over.heap->v[i]);
		run_clauses(c, next);
	}
}

static struct thing
comprehension(struct replay *r, uint32_t node, enum thing_kind kind)
{
	const struct scopes *s = &r->j->scopes;
	uint32_t scope = r->j->nodes[node + 1].scope, b;
	struct comprehension c = { r, node, thing_unknown() };
	struct thing kept[8];
	size_t n = 0;

	if (s->list[scope].kind == SCOPE_COMPREHENSION)
		for (b = s->list[scope].bindings; b != 0;
		    b = s->bindings[b].sibling) {
			if (n == ARRAY_SIZE(kept))
				return replay_lost(r);
			kept[n++] = r->slots[b].now;
		}
	c.ret = thing_new(r, kind, 0);
	run_clauses(&c, r->j->nodes[node + 1].skip);
	n = 0;
	if (s->list[scope].kind == SCOPE_COMPREHENSION)
		for (b = s->list[scope].bindings; b != 0;
		    b = s->bindings[b].sibling)
			slot_set(r, b, kept[n++]);
	return c.ret;
}

/* ---- names and the rest ---- */

uint32_t
replay_binding(struct replay *r, uint32_t node)
{
	const struct node *n = &r->j->nodes[node];

	if (r->bindings[node] == 0)
		r->bindings[node] = scopes_resolve(&r->j->scopes, n->scope,
		    n->name) + 1;
	return r->bindings[node] - 1;
}

static struct thing
name(struct replay *r, uint32_t node)
{
	uint32_t binding = replay_binding(r, node);

	if (binding != 0)
		return r->slots[binding].now;
	if (strcmp(names_text(r->j->names, r->j->nodes[node].name),
	    "__name__") == 0)
		return thing_text("__main__", 8);
	if (r->j->scopes.list[1].stars != 0)
		return thing_unknown();
	return (struct thing){ .kind = THING_BUILTIN, .node = node };
}

static struct thing
constant(struct replay *r, uint32_t node)
{
	const struct vset *set = eval(r->j, node);
	const struct value *v;
	struct thing real;
	size_t i;

	if (set->unknown || set->n != 1)
		return thing_unknown();
	v = set->v[0];
	if (v->kind == VALUE_PATH && replay_math_constant(names_text(
	    r->j->names, v->name), &real))
		return real;
	if (v->kind == VALUE_INT)
		return thing_int(v->integer);
	if (v->kind == VALUE_BYTES)
		return thing_bytes((double)v->text.n);
	if (v->kind != VALUE_STR)
		return thing_unknown();
	for (i = 0; i < v->text.n; i++)
		if ((unsigned char)v->text.bytes[i] > 0x7e)
			return thing_unknown();
	return thing_text(v->text.bytes, v->text.n);
}

/* What is written there, as it was worked out first. */
static struct thing
literal(struct replay *r, uint32_t node)
{
	struct literals *all = r->literals;
	struct thing *more;

	if (r->bindings[node] != 0)
		return all->v[r->bindings[node] - 1];
	if (all->n == all->cap) {
		all->cap = all->cap == 0 ? 16 : all->cap * 2;
		more = arena_alloc(r->j->arena, all->cap * sizeof(*more));
		if (all->n > 0)
			memcpy(more, all->v, all->n * sizeof(*more));
		all->v = more;
	}
	all->v[all->n] = constant(r, node);
	r->bindings[node] = all->n + 1;
	return all->v[all->n++];
}

/* `:>{width}.2f`, without the colon. */
static struct thing
specifier(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	struct thing all = thing_text("", 0), part;
	uint32_t child, from = nodes[node].start + 1;
	const char *s = r->j->source.bytes;

	TREE_CHILDREN(nodes, node, child) {
		if (nodes[child].kind != NODE_FORMAT_EXPRESSION &&
		    nodes[child].kind != NODE_INTERPOLATION)
			continue;
		if (nodes[child].skip == child + 1 || nodes[child + 1].skip !=
		    nodes[child].skip)
			return thing_unknown();
		all = replay_binary(r, "+", all, thing_text(s + from,
		    nodes[child].start - from));
		part = thing_to_text(r, replay_eval(r, child + 1));
		if (part.kind != THING_TEXT || all.kind != THING_TEXT)
			return thing_unknown();
		all = replay_binary(r, "+", all, part);
		from = nodes[child].end;
	}
	return all.kind != THING_TEXT ? all : replay_binary(r, "+", all,
	    thing_text(s + from, nodes[node].end - from));
}

/* {a}, {a:>5} */
static struct thing
interpolated(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	uint32_t next = nodes[node + 1].skip;
	struct thing of = replay_eval(r, node + 1), spec;

	/* {a=} */
	if (operator_behind(r, node + 1)[0] == '=')
		return thing_unknown();
	if (next == nodes[node].skip)
		return thing_to_text(r, of);
	if (nodes[next].kind != NODE_FORMAT_SPECIFIER || nodes[next].skip !=
	    nodes[node].skip)
		return thing_unknown();
	spec = specifier(r, next);
	return r->flow != GOES_ON ? thing_unknown() : thing_format(r, of,
	    spec);
}

/* f"{a}/{b}" */
static struct thing
formatted(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	struct thing all = thing_text("", 0), part;
	bool known = true;
	uint32_t child;
	const char *s;
	size_t n;

	TREE_CHILDREN(nodes, node, child) {
		if (nodes[child].kind == NODE_INTERPOLATION) {
			part = interpolated(r, child);
		} else if (nodes[child].kind == NODE_STRING_CONTENT) {
			known &= nodes[child].skip == child + 1;
			s = judge_text(r->j, child, &n);
			part = thing_text(s, n);
			while (n > 0 && (unsigned char)s[n - 1] < 0x7f)
				n--;
			known &= n == 0;
		} else
			continue;
		if (part.kind != THING_TEXT || r->flow != GOES_ON)
			known = false;
		if (known)
			all = replay_binary(r, "+", all, part);
		known &= all.kind == THING_TEXT;
	}
	return known ? all : thing_unknown();
}

static struct thing
unary(struct replay *r, uint32_t node)
{
	struct thing t = replay_eval(r, node + 1);

	if (r->j->source.bytes[r->j->nodes[node].start] == '-' &&
	    (thing_is_bound(t) || thing_is_rough(t)))
		return thing_negated(t);
	switch (r->j->source.bytes[r->j->nodes[node].start]) {
	case '-':
		if (thing_is_whole(t) && t.integer != INT64_MIN)
			return thing_int(-t.integer);
		return t.kind == THING_FLOAT ? thing_real(-t.real) :
		    thing_unknown();
	case '+':
		return thing_is_number(t) ? t : thing_unknown();
	case '~':
		return thing_is_whole(t) ? thing_int(~t.integer) : thing_unknown();
	}
	return thing_unknown();
}

/* `a and b`, `a or b`. */
static struct thing
boolean(struct replay *r, uint32_t node)
{
	uint32_t right = tree_last(r->j->nodes, node);
	bool is_or = *operator_behind(r, node + 1) == 'o';
	struct thing left = replay_eval(r, node + 1);
	int is = r->flow != GOES_ON ? -1 : thing_truth(r, left);

	if (is < 0) {
		if (r->flow == GOES_ON)
			replay_forget(r, right);
		return thing_unknown();
	}
	return (is > 0) == is_or ? left : replay_eval(r, right);
}

static struct thing
conditional(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	uint32_t test = nodes[node + 1].skip, other = tree_last(nodes, node);
	int is = thing_truth(r, replay_eval(r, test));

	if (r->flow != GOES_ON)
		return thing_unknown();
	if (is < 0) {
		replay_forget(r, node + 1);
		replay_forget(r, other);
		return thing_unknown();
	}
	return replay_eval(r, is ? node + 1 : other);
}

static struct thing
of_kind(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	struct thing t;
	bool found;
	double real;
	int is;

	switch (nodes[node].kind) {
	case NODE_IDENTIFIER:
		return name(r, node);
	case NODE_INTEGER:
		return literal(r, node);
	case NODE_CONCATENATED_STRING:
		return constant(r, node);
	case NODE_STRING:
		if (r->bindings[node] != 0 || tree_first(nodes, node,
		    NODE_INTERPOLATION) == 0)
			return literal(r, node);
		return formatted(r, node);
	case NODE_FLOAT:
		return number_of_node(r->j, node, &real) ? thing_real(real) :
		    thing_unknown();
	case NODE_TRUE:
		return thing_bool(true);
	case NODE_FALSE:
		return thing_bool(false);
	case NODE_NONE:
		return thing_none();
	case NODE_ELLIPSIS:
		return thing_unknown();
	case NODE_PARENTHESIZED:
		return replay_eval(r, node + 1);
	case NODE_UNARY:
		return unary(r, node);
	case NODE_NOT:
		is = thing_truth(r, replay_eval(r, node + 1));
		return is < 0 ? thing_unknown() : thing_bool(!is);
	case NODE_BINARY:
		t = replay_eval(r, node + 1);
		return replay_binary(r, operator_behind(r, node + 1), t,
		    replay_eval(r, tree_last(nodes, node)));
	case NODE_BOOLEAN:
		return boolean(r, node);
	case NODE_COMPARISON:
		r->here = node;
		return comparison(r, node);
	case NODE_CONDITIONAL:
		return conditional(r, node);
	case NODE_NAMED_EXPRESSION:
		t = replay_eval(r, tree_last(nodes, node));
		if (r->flow == GOES_ON)
			replay_bind(r, node + 1, t);
		return t;
	case NODE_TUPLE:
	case NODE_EXPRESSION_LIST:
		return display(r, node, THING_TUPLE);
	case NODE_LIST:
		return display(r, node, THING_LIST);
	case NODE_SET:
		return display(r, node, THING_SET);
	case NODE_DICTIONARY:
		return display(r, node, THING_DICT);
	case NODE_LIST_COMPREHENSION:
		return comprehension(r, node, THING_LIST);
	case NODE_GENERATOR:
		return comprehension(r, node, THING_ITERATOR);
	case NODE_SET_COMPREHENSION:
		return comprehension(r, node, THING_SET);
	case NODE_DICTIONARY_COMPREHENSION:
		return comprehension(r, node, THING_DICT);
	case NODE_LAMBDA:
		return (struct thing){ .kind = THING_FUNCTION, .node = node,
		    .n = r->serials[nodes[node].scope] };
	case NODE_ATTRIBUTE:
		t = replay_eval(r, node + 1);
		if (r->flow != GOES_ON)
			return thing_unknown();
		if (t.kind == THING_UNKNOWN) {
			if (eval(r->j, node + 1)->flags & VALUE_HAS_MODULE)
				return constant(r, node);
			return thing_doubtful(r);
		}
		return replay_attribute(r, t, nodes[tree_last(nodes,
		    node)].name, &found);
	case NODE_SUBSCRIPT:
		return replay_subscript(r, node);
	case NODE_CALL:
		return replay_call(r, node);
	case NODE_YIELD:
		return replay_yield(r, node);
	case NODE_AWAIT:
		t = replay_eval(r, node + 1);
		r->here = node;
		return r->flow != GOES_ON ? thing_unknown() :
		    replay_await(r, t);
	default:
		/* Whatever there may be. */
		replay_forget(r, node);
		return thing_unknown();
	}
}

struct thing
replay_lost(struct replay *r)
{
	r->flow = IS_LOST;
	return thing_unknown();
}

/* One that is no leaf, or not worked out yet; its step is counted. */
static struct thing
eval_whole(struct replay *r, uint32_t node)
{
	struct thing t;

	if (r->steps > r->limit && r->doubts == 0 && !r->probing)
		r->limit = r->sure;
	if (r->steps > r->limit || ++r->nest > NEST_MAX) {
		if (r->steps <= r->limit)
			r->nest--;
		return replay_lost(r);
	}
	t = of_kind(r, node);
	r->nest--;
	return r->flow == GOES_ON ? t : thing_unknown();
}

struct thing
replay_eval(struct replay *r, uint32_t node)
{
	uint32_t known;

	if (r->flow != GOES_ON)
		return thing_unknown();
	r->cost += r->times;
	known = r->bindings[node];
	if (++r->steps > r->limit || r->nest >= NEST_MAX || known == 0)
		return eval_whole(r, node);
	/* Names and literals, which are more than half of all. */
	if (r->j->nodes[node].kind != NODE_IDENTIFIER)
		return r->literals->v[known - 1];
	return known > 1 ? r->slots[known - 1].now : eval_whole(r, node);
}
