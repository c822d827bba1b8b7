/*
 * Expressions to values, on demand: the entry points, the bounds, and one
 * case for each kind of node. Names are in eval_names.c, calls in
 * eval_calls.c, constants in fold.c.
 *
 * Nothing here follows the order of statements: a name has every value that
 * any statement gives it. Cycles of names are solved by going round until
 * nothing changes; what was computed while a cycle was open is not kept.
 */
#include "eval.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/stack.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../fold/foldcall.h"
#include "../syntax/literal.h"
#include "../judge.h"
#include "eval_parts.h"

#ifdef __SANITIZE_ADDRESS__
#define STACK_MAX	(3 * (ptrdiff_t)STACK_ROOM)	/* larger frames */
#else
#define STACK_MAX	((ptrdiff_t)STACK_ROOM / 4 * 3)
#endif

static const struct fold_ask ask = { eval, eval_in, eval_steps,
    eval_call_function };

void
eval_reset(struct judge *j)
{
	size_t want = j->tree.n + 1;

	j->ask = &ask;
	if (want <= j->nspare / sizeof(*j->memo)) {
		j->memo = j->spare;
		j->spare = j->memo + want;
		j->nspare -= want * sizeof(*j->memo);
	} else {
		if (want > j->memo_cap) {
			j->own_memo = mem_resize(j->own_memo, want,
			    sizeof(*j->memo));
			j->memo_cap = want;
		}
		j->memo = j->own_memo;
	}
	memset(j->memo, 0, want * sizeof(*j->memo));
	if (j->scopes.n > j->overridden_cap) {
		j->overridden = mem_resize(j->overridden, j->scopes.n, 1);
		j->overridden_cap = j->scopes.n;
	}
	memset(j->overridden, 0, j->scopes.n);
	j->overrides = NULL;
	j->exposed_known = false;
	j->operands_taken = 0;
	j->lowest = UINT32_MAX;
	j->binding_depth = j->depth = j->calls = j->work = j->folding = 0;
	j->next_look = 2000;
	j->too_complex = j->late = false;
	j->own_plain = ANSWER_UNASKED;
	j->own_first = NULL;
	j->dispatches = ANSWER_UNASKED;
	j->examples = 0;
	memset(j->kept_locals, 0, sizeof(j->kept_locals));
	memset(j->kept_folds, 0, sizeof(j->kept_folds));
	j->frame = j->frames = j->cuts = 0;
	j->own_steps = 0;
	j->epoch = j->round = 0;
}

void
eval_release(struct judge *j)
{
	free(j->own_memo);
	free(j->overridden);
	free(j->open);
}

/* Does what a node of this scope evaluates to depend on an override? */
bool
eval_is_overridden(const struct judge *j, uint32_t scope)
{
	if (j->overrides == NULL)
		return false;
	for (; scope != 0; scope = j->scopes.list[scope].parent)
		if (j->overridden[scope] != 0)
			return true;
	return false;
}

const struct vset *
eval_join(struct judge *j, const struct vset *a, const struct vset *b)
{
	const struct vset *set = vset_join(j->arena, a, b);

	j->work += (a->n + b->n) / 8;
	/* Dropping a possibility is no answer: refuse instead. */
	if (set->n >= 250)
		j->too_complex = true;
	return set;
}

/* The same of many: see vset_join_all(). */
static const struct vset *
join_all(struct judge *j, const struct vset *const *sets, size_t n,
    size_t stride)
{
	const struct vset *set = vset_join_all(j->arena, sets, n, stride);
	size_t i, total = 0;

	for (i = 0; i < n; i += stride)
		total += sets[i]->n;
	j->work += (uint32_t)(total / 8);
	if (set->n >= 250)
		j->too_complex = true;
	return set;
}

/* Everything in it, however deep, and itself. */
const struct vset *
eval_inside(struct judge *j, const struct vset *set)
{
	const struct vset *all = vset_with_unknown(j->arena, set);
	size_t i;

	for (i = 0; i < set->n; i++)
		all = eval_join(j, all, value_inside(j->arena, set->v[i]));
	return all;
}

static const struct vset *
step_item(struct judge *j, const struct value *v)
{
	const struct vset *set = &vset_none;

	switch (v->kind) {
	case VALUE_LIST:
	case VALUE_DICT:
		set = v->kind == VALUE_LIST ? eval_join(j, set,
		    value_any(j->arena, v)) : join_all(j, v->items.list,
		    v->items.n, 2);
		return v->flags & VALUE_OPEN ?
		    vset_with_unknown(j->arena, set) : set;
	default:
		return &vset_unknown;
	}
}

/* The n-th element, from the end if `last`. */
static const struct vset *
step_index(struct judge *j, const struct value *v, size_t n, bool last)
{
	if (v->kind != VALUE_LIST)
		return last ? step_item(j, v) : &vset_unknown;
	if (last)
		n = v->items.n - n;	/* wraps around where it has fewer */
	if (n < v->items.n && !(v->flags & (VALUE_OPEN | VALUE_UNORDERED)))
		return v->items.list[n];
	return vset_with_unknown(j->arena, join_all(j, v->items.list,
	    v->items.n, 1));
}

/* A list of one's own: what it held may be changed, and so may it. */
static const struct vset *
step_rest(struct judge *j, const struct value *v, const struct step *step,
    uint32_t place)
{
	struct value *rest = value_new(j->arena, VALUE_LIST, place);
	size_t from, to;

	rest->flags = (uint8_t)(v->flags & ~VALUE_FIXED);
	if (v->kind != VALUE_LIST) {
		rest->flags |= VALUE_OPEN;
	} else if (v->flags & (VALUE_OPEN | VALUE_UNORDERED)) {
		/* Nobody knows which of them are taken away. */
		rest->flags |= VALUE_OPEN;
		rest->items.list = v->items.list;
		rest->items.n = v->items.n;
	} else {
		to = step->cut < v->items.n ? v->items.n - step->cut : 0;
		from = step->n < to ? step->n : to;
		rest->items.list = v->items.list + from;
		rest->items.n = to - from;
	}
	value_settle(j->arena, rest);
	return vset_one(j->arena, rest);
}

const struct vset *
eval_steps(struct judge *j, const struct vset *set, const struct step *step,
    uint32_t place)
{
	const struct vset *result = &vset_none;
	size_t i;

	if (step == NULL)
		return set;
	set = eval_steps(j, set, step->before, place);
	if (step->kind == STEP_ENTER)
		return vset_with_unknown(j->arena, set);
	if (step->kind == STEP_INSIDE)
		return eval_inside(j, set);
	if (set->unknown)
		result = &vset_unknown;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		switch (step->kind) {
		case STEP_INDEX:
		case STEP_LAST:
			result = eval_join(j, result, step_index(j, v, step->n,
			    step->kind == STEP_LAST));
			break;
		case STEP_REST:
			result = eval_join(j, result, step_rest(j, v, step,
			    place));
			break;
		default:
			result = eval_join(j, result, step_item(j, v));
		}
	}
	return result;
}

static const struct vset *
eval_list(struct judge *j, uint32_t node)
{
	uint32_t child, n = tree_count(j->nodes, node);
	const struct vset **list = arena_alloc(j->arena, (n + 1) *
	    sizeof(*list)), *const *spread;
	unsigned kind = j->nodes[node].kind, flags = kind == NODE_TUPLE ||
	    kind == NODE_EXPRESSION_LIST ? VALUE_FIXED : kind == NODE_SET &&
	    n > 1 ? VALUE_UNORDERED : 0;
	size_t i = 0, count;

	TREE_CHILDREN(j->nodes, node, child) {
		list[i] = eval(j, child);
		if (tree_is_splat(j->nodes, child)) {
			spread = n > 1 ? NULL : fold_elements(j, list[i],
			    &count);
			if (spread != NULL)
				return fold_list(j, node, memcpy(arena_alloc(
				    j->arena, count * sizeof(*list)), spread,
				    count * sizeof(*list)), count, kind ==
				    NODE_SET && count > 1 ?
				    VALUE_UNORDERED : flags);
			flags |= VALUE_OPEN;
			list[i] = eval_inside(j, list[i]);
		}
		i++;
	}
	return fold_list(j, node, list, n, flags);
}

static const struct vset *
eval_dict(struct judge *j, uint32_t node)
{
	uint32_t child, n = tree_count(j->nodes, node);
	const struct vset **list = arena_alloc(j->arena, (2 * n + 1) *
	    sizeof(*list)), **at = list;
	unsigned flags = 0;

	TREE_CHILDREN(j->nodes, node, child)
		if (j->nodes[child].kind != NODE_PAIR) {
			flags |= VALUE_OPEN;
			*at++ = &vset_unknown;
			*at++ = eval_inside(j, eval(j, child + 1));
		} else {
			*at++ = eval(j, child + 1);
			*at++ = eval(j, j->nodes[child + 1].skip);
		}
	return value_holding(j->arena, VALUE_DICT, node, list, 2 * n, flags);
}

const struct vset *
eval_namespace(struct judge *j, const struct vset *keys, uint32_t place)
{
	const struct vset *set = &vset_unknown;
	size_t i;

	for (i = 0; i < keys->n; i++)
		if (keys->v[i]->kind == VALUE_STR)
			set = eval_join(j, set, eval_name(j,
			    j->nodes[place].scope, names_intern(j->names,
			    keys->v[i]->text.bytes, keys->v[i]->text.n),
			    place));
	return set;
}

/* globals()["x"] is x; NULL if the object is no namespace. */
static const struct vset *
namespace_entry(struct judge *j, uint32_t at)
{
	const struct vset *object = eval(j, at + 1);
	uint32_t index = j->nodes[at + 1].skip;
	size_t i;

	for (i = 0; i < object->n; i++)
		if (object->v[i]->kind == VALUE_RESULT &&
		    (object->v[i]->name == KNOWN(globals) ||
		    object->v[i]->name == KNOWN(locals) ||
		    object->v[i]->name == KNOWN(vars)))
			break;
	if (i == object->n || index >= j->nodes[at].skip)
		return NULL;
	return eval_namespace(j, eval(j, index), at);
}

static const struct vset *
eval_node(struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];
	const struct vset *set;
	struct value *v;
	uint32_t child;
	int64_t integer;
	size_t n;

	switch (node->kind) {
	case NODE_IDENTIFIER:
		return eval_name(j, node->scope, node->name, at);
	case NODE_ATTRIBUTE:
	case NODE_MEMBER_TYPE:
		child = tree_last(j->nodes, at);
		set = eval(j, at + 1);
		return eval_attribute(j, set, j->nodes[child].name, child);
	case NODE_DOTTED_NAME:		/* of a pattern */
		set = NULL;
		TREE_CHILDREN(j->nodes, at, child)
			set = set == NULL ? eval_name(j, node->scope,
			    j->nodes[child].name, child) :
			    eval_attribute(j, set, j->nodes[child].name,
			    child);
		return set != NULL ? set : &vset_unknown;
	case NODE_CALL:
		return eval_call(j, at);
	case NODE_SUBSCRIPT:
		set = namespace_entry(j, at);
		if (set == NULL)
			set = fold_subscript(j, at);
		return set != NULL ? set : &vset_unknown;
	case NODE_BINARY:
		set = fold_binary(j, at);
		return set != NULL ? set : &vset_unknown;
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		return fold_string(j, at);
	case NODE_INTEGER: {
		const char *text = judge_text(j, at, &n);

		return literal_integer(text, n, &integer) ?
		    value_integer(j->arena, at, integer) : &vset_unknown;
	}
	case NODE_UNARY:
		set = eval(j, at + 1);
		if (j->source.bytes[node->start] == '-' &&
		    vset_only(set, VALUE_INT) != NULL &&
		    set->v[0]->integer != INT64_MIN)
			return value_integer(j->arena, at,
			    -set->v[0]->integer);
		return &vset_unknown;
	case NODE_TRUE:
	case NODE_FALSE:
		/* Indexes count them as 1 and 0. */
		return value_bool(j->arena, at, node->kind == NODE_TRUE);
	case NODE_NONE:
	case NODE_ELLIPSIS:
		return vset_one(j->arena,
		    value_new(j->arena, VALUE_NONE, at));
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EXPRESSION_LIST:
	case NODE_PATTERN_LIST:
		return eval_list(j, at);
	case NODE_DICTIONARY:
		return eval_dict(j, at);
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_GENERATOR:
		return fold_comprehension(j, at);
	case NODE_LAMBDA:
		v = value_new(j->arena, VALUE_FUNCTION, at);
		v->node = at;
		return vset_one(j->arena, v);
	case NODE_BOOLEAN:
		return eval_join(j, eval(j, at + 1),
		    eval(j, tree_last(j->nodes, at)));
	case NODE_CONDITIONAL:
		return eval_join(j, eval(j, at + 1),
		    eval(j, tree_last(j->nodes, at)));
	case NODE_NAMED_EXPRESSION:
	case NODE_KEYWORD_ARGUMENT:
	case NODE_ASSIGNMENT:
		child = tree_last(j->nodes, at);
		set = eval(j, child);
		return eval_is_bound_twice(j, child) ? eval_shared(j, set) :
		    set;
	case NODE_AWAIT:
		/* What __await__ of an own object returns may be anything. */
		set = eval(j, at + 1);
		return set->n > 0 && set->v[0]->kind == VALUE_OBJECT ?
		    &vset_unknown : set;
	case NODE_PARENTHESIZED:
	case NODE_LIST_SPLAT:
	case NODE_DICTIONARY_SPLAT:
	case NODE_LIST_SPLAT_PATTERN:
	case NODE_AS_PATTERN:
	case NODE_TYPE:
		return node->skip > at + 1 ? eval(j, at + 1) : &vset_unknown;
	default:
		return &vset_unknown;
	}
}

/*
 * Who asks for a value may stand deep in questions of his own. What asks in a
 * circle all the same ends here, not in a fault.
 */
static bool
is_deep(const struct judge *j)
{
	return j->stack - (const char *)__builtin_frame_address(0) > STACK_MAX;
}

/* A literal, whatever the names around it stand for. */
static bool
is_constant(const struct judge *j, uint32_t node)
{
	switch (j->nodes[node].kind) {
	case NODE_INTEGER:
	case NODE_FALSE:
	case NODE_NONE:
	case NODE_TRUE:
		return true;
	case NODE_STRING:
		return tree_first(j->nodes, node, NODE_INTERPOLATION) == 0;
	default:
		return false;
	}
}

/* What is not known yet, or not kept. */
static __attribute__((noinline)) const struct vset *
work_out(struct judge *j, uint32_t node)
{
	const struct override *o;
	const struct vset *set;
	uint32_t outer;
	bool keep;

	if (is_deep(j)) {
		j->too_complex = true;
		return &vset_unknown;
	}
	keep = j->overrides == NULL || is_constant(j, node) ||
	    !eval_is_overridden(j, j->nodes[node].scope);
	if (keep && j->memo[node] != NULL)
		return j->memo[node];
	if (work_is_over(j))
		return &vset_unknown;
	if (j->depth > EVAL_DEPTH_MAX) {
		j->too_complex = true;
		return &vset_unknown;
	}
	if (!keep && j->folding > EVAL_FOLDING_MAX)
		return &vset_unknown;
	for (o = keep ? NULL : j->overrides; o != NULL; o = o->next)
		if (o->node == node)
			return o->value;
	outer = j->lowest;
	j->lowest = UINT32_MAX;
	j->depth++;
	set = eval_node(j, node);
	j->depth--;
	/* Inside an open cycle this may still grow. */
	if (keep && j->lowest == UINT32_MAX)
		j->memo[node] = set;
	if (outer < j->lowest)
		j->lowest = outer;
	return set;
}

/* Nine of ten questions were asked before. */
const struct vset *
eval(struct judge *j, uint32_t node)
{
	return j->overrides == NULL && j->memo[node] != NULL ? j->memo[node] :
	    work_out(j, node);
}
