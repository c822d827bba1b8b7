/*
 * Expressions and names to values, on demand.
 *
 * Nothing here follows the order of statements: a name has every value that
 * any statement gives it. Cycles of names are solved by going round until
 * nothing changes; what was computed while a cycle was open is not kept.
 */
#include "judge.h"

#include <time.h>

#include "../supervisor/base/mem.h"
#include "../supervisor/base/util.h"
#include "foldcall.h"
#include "literal.h"

#define WORK_MAX	400000
#define MEMORY_MAX	(64u << 20)
#define DEPTH_MAX	1600
#define ROUNDS_MAX	8
#define CALLS_MAX	3
#define FOLDING_MAX	20000

enum binding_state { NOT_YET = 0, IN_PROGRESS, DONE };

void
eval_reset(struct judge *j)
{
	size_t want = j->tree.n + 1;

	if (want > j->memo_cap) {
		j->memo = mem_resize(j->memo, want, sizeof(*j->memo));
		j->memo_cap = want;
	}
	memset(j->memo, 0, want * sizeof(*j->memo));
	if (j->scopes.n > j->overridden_cap) {
		j->overridden = mem_resize(j->overridden, j->scopes.n, 1);
		j->overridden_cap = j->scopes.n;
	}
	memset(j->overridden, 0, j->scopes.n);
	j->overrides = NULL;
	j->exposed_known = false;
	j->lowest = UINT32_MAX;
	j->binding_depth = j->depth = j->calls = j->work = j->folding = 0;
	j->next_look = 2000;
	j->too_complex = j->late = false;
	j->epoch = 1;
}

void
eval_release(struct judge *j)
{
	free(j->memo);
	free(j->overridden);
	free(j->open);
}

/* Does what a node of this scope evaluates to depend on an override? */
static bool
is_overridden(const struct judge *j, uint32_t scope)
{
	if (j->overrides == NULL)
		return false;
	for (; scope != 0; scope = j->scopes.list[scope].parent)
		if (j->overridden[scope] != 0)
			return true;
	return false;
}

static bool
has_no_time(struct judge *j)
{
	struct timespec now;

	if (j->too_complex || j->late)
		return true;
	j->work++;
	if (j->overrides != NULL)
		j->folding++;
	if (j->work > WORK_MAX || arena_used(j->arena) > MEMORY_MAX)
		j->too_complex = true;
	if (j->work >= j->next_look) {
		j->next_look = j->work + 2000;
		clock_gettime(CLOCK_MONOTONIC, &now);
		j->late = (uint64_t)now.tv_sec * 1000000000u +
		    (uint64_t)now.tv_nsec > j->deadline_ns;
	}
	return j->too_complex || j->late;
}

static const struct vset *
join(struct judge *j, const struct vset *a, const struct vset *b)
{
	const struct vset *set = vset_join(j->arena, a, b);

	j->work += (a->n + b->n) / 8;
	/* Dropping a possibility is no answer: refuse instead. */
	if (set->n >= 250)
		j->too_complex = true;
	return set;
}

struct value *
eval_path(struct judge *j, uint32_t path, uint32_t place,
    const struct value *from)
{
	struct value *v = value_new(j->arena, VALUE_PATH, place);

	v->name = path;
	v->from = from;
	switch (path) {
	case KNOWN(getattr): case KNOWN(setattr): case KNOWN(delattr):
	case KNOWN(attrgetter): case KNOWN(methodcaller):
	case KNOWN(getattr_static): case KNOWN(import_):
	case KNOWN(import_module): case KNOWN(exec): case KNOWN(eval):
	case KNOWN(compile): case KNOWN(str_format):
	case KNOWN(str_format_map): case KNOWN(formatter_format):
	case KNOWN(formatter_vformat): case KNOWN(formatter_get_field):
	case KNOWN(vars): case KNOWN(globals): case KNOWN(locals):
	case KNOWN(builtins_name): case KNOWN(object_getattribute):
	case KNOWN(type_getattribute): case KNOWN(object_setattr):
		v->flags |= VALUE_HAS_SENSITIVE;
		break;
	default:
		if (facts_has_keywords(j->facts, path))
			v->flags |= VALUE_HAS_SENSITIVE;
	}
	return v;
}

static struct value *
make_module(struct judge *j, uint32_t name, uint32_t place,
    const struct value *from)
{
	struct value *v = value_new(j->arena, VALUE_MODULE, place);

	v->name = name;
	v->from = from;
	v->flags = VALUE_HAS_MODULE;
	return v;
}

/* The dotted name at a node, interned; of its first part only if `head`. */
static uint32_t
module_name(struct judge *j, uint32_t dotted, bool head)
{
	uint32_t child, name = 0;

	TREE_CHILDREN(j->nodes, dotted, child) {
		name = name == 0 ? j->nodes[child].name :
		    facts_join(j->facts, name, j->nodes[child].name);
		if (head)
			break;
	}
	return name;
}

/* `module.name` by an import or an attribute. */
static const struct value *
member_value(struct judge *j, uint32_t module, uint32_t name,
    uint32_t place, const struct value *from)
{
	const struct member *m = facts_member(j->facts, module, name);
	bool refused = m->verb != RULES_ALLOW;
	struct value *v;

	v = m->is_module ? make_module(j, m->full, place, from) :
	    eval_path(j, m->full, place, from);
	if (refused)
		v->flags |= VALUE_REFUSED;
	return v;
}

static const struct vset *
import_value(struct judge *j, const struct def *d)
{
	const struct node *statement = &j->nodes[d->expr];
	uint32_t module, name = 0;
	const struct rules_row *row;
	struct value *v;

	if (d->kind == DEF_IMPORT || d->kind == DEF_IMPORT_AS) {
		module = module_name(j, d->node, d->kind == DEF_IMPORT);
		v = make_module(j, module, d->node, NULL);
		row = facts_own_import(j->facts, module);
		if (row == NULL && d->kind == DEF_IMPORT_AS)
			row = facts_import(j->facts, module);
		/* What the import was refused for is not said again. */
		if (j->nodes[d->node].mark != 0 && (row == NULL ||
		    row->verb != RULES_ALLOW))
			v->flags |= VALUE_REFUSED;
		return vset_one(j->arena, v);
	}
	if (statement->kind == NODE_FUTURE_IMPORT ||
	    j->nodes[d->expr + 1].kind != NODE_DOTTED_NAME)
		return &vset_unknown;
	module = module_name(j, d->expr + 1, false);
	name = module_name(j, d->node, false);
	return vset_one(j->arena, member_value(j, module, name, d->node,
	    NULL));
}

static const struct vset *
star_values(struct judge *j, uint32_t name, uint32_t place)
{
	const struct vset *set = &vset_none, *unknown = &vset_none;
	const struct member *m;
	const struct def *d;
	uint32_t def, module;
	bool elsewhere = false;

	for (def = j->scopes.list[1].stars; def != 0; def = d->next) {
		d = &j->scopes.defs[def];
		if (j->nodes[d->expr + 1].kind != NODE_DOTTED_NAME)
			continue;
		module = module_name(j, d->expr + 1, false);
		m = facts_member(j->facts, module, name);
		/*
		 * What no row knows as this module's comes from where one
		 * does: `from random import *` does not change print.
		 */
		if (m->verb != RULES_ALLOW && facts_call(j->facts, m->full) ==
		    NULL) {
			elsewhere |= facts_is_builtin(j->facts, name);
			unknown = join(j, unknown, vset_one(j->arena,
			    member_value(j, module, name, place, NULL)));
			continue;
		}
		elsewhere |= m->verb == RULES_ALLOW;
		set = join(j, set, vset_one(j->arena, member_value(j, module,
		    name, place, NULL)));
	}
	return elsewhere ? set : join(j, set, unknown);
}

static const struct vset *
builtin_value(struct judge *j, uint32_t name, uint32_t place)
{
	const struct vset *set;

	if (j->scopes.list[1].stars != 0) {
		set = star_values(j, name, place);
		if (facts_is_builtin(j->facts, name))
			set = join(j, set, vset_one(j->arena,
			    eval_path(j, name, place, NULL)));
		return set;
	}
	if (facts_is_builtin(j->facts, name))
		return vset_one(j->arena, eval_path(j, name, place, NULL));
	return &vset_unknown;
}

/*
 * Where a name may be used so that nothing can change the list it stands for:
 * iterated, indexed, compared, counted.
 */
static bool
only_looks(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, callee;

	switch (j->nodes[parent].kind) {
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return at != parent + 1;
	case NODE_SUBSCRIPT:
		return j->nodes[parent].role == ROLE_LOAD;
	case NODE_COMPARISON:
	case NODE_BINARY:
	case NODE_NOT:
	case NODE_IF:
	case NODE_INTERPOLATION:
	case NODE_LIST_SPLAT:
		return true;
	case NODE_ARGUMENTS:
		callee = j->nodes[parent].parent + 1;
		if (j->nodes[callee].kind == NODE_ATTRIBUTE)
			return j->nodes[tree_last(j->nodes, callee)].name ==
			    names_lookup(j->names, "join", 4);
		switch (j->nodes[callee].name) {
		case KNOWN(len): case KNOWN(print): case KNOWN(sorted):
		case KNOWN(list): case KNOWN(tuple): case KNOWN(set):
		case KNOWN(map): case KNOWN(bytes): case KNOWN(reversed):
		case KNOWN(str): case KNOWN(repr): case KNOWN(isinstance):
		case KNOWN(bytearray): case KNOWN(frozenset):
			return true;
		}
		return false;
	default:
		return false;
	}
}

/*
 * Names whose value others may change. What holds lists is changed through
 * its parts as well, so of that only comparing and counting is harmless.
 */
static void
find_exposed(struct judge *j)
{
	uint32_t i, b, parent;
	uint8_t flags;

	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role != ROLE_LOAD)
			continue;
		flags = only_looks(j, i) ? 0 : BINDING_EXPOSED;
		parent = j->nodes[j->nodes[i].parent].kind;
		if (parent != NODE_COMPARISON && parent != NODE_INTERPOLATION &&
		    parent != NODE_NOT && parent != NODE_IF)
			flags |= BINDING_EXPOSED_PARTS;
		if (flags == 0)
			continue;
		b = scopes_resolve(&j->scopes, j->nodes[i].scope,
		    j->nodes[i].name);
		if (b != 0)
			j->scopes.bindings[b].flags |= flags;
	}
	j->exposed_known = true;
}

/* May others have changed this list or dict, bound to a name? */
static bool
may_change(const struct judge *j, uint32_t binding, const struct value *v)
{
	uint8_t flags = j->scopes.bindings[binding].flags;

	if ((v->kind != VALUE_LIST && v->kind != VALUE_DICT) ||
	    v->flags & VALUE_OPEN)
		return false;
	if (v->flags & VALUE_CHANGES && flags & BINDING_EXPOSED_PARTS)
		return true;
	return !(v->flags & VALUE_FIXED) && flags & BINDING_EXPOSED;
}

/* A list that others can reach may hold more than its display shows. */
static const struct vset *
open_containers(struct judge *j, uint32_t binding, const struct vset *set)
{
	struct vset *copy;
	struct value *v;
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT) &&
		    !(set->v[i]->flags & VALUE_OPEN))
			break;
	if (i == set->n)
		return set;
	if (!j->exposed_known)
		find_exposed(j);
	for (; i < set->n && !may_change(j, binding, set->v[i]); i++)
		;
	if (i == set->n)
		return set;
	copy = arena_alloc(j->arena, sizeof(*copy) +
	    set->n * sizeof(copy->v[0]));
	*copy = *set;
	copy->hash = 0;
	for (i = 0; i < set->n; i++) {
		copy->v[i] = set->v[i];
		if (!may_change(j, binding, set->v[i]))
			continue;
		v = arena_alloc(j->arena, sizeof(*v));
		*v = *set->v[i];
		v->hash = 0;
		v->inside = NULL;
		/* Nothing is certain of what lies deeper. */
		if (v->flags & VALUE_CHANGES) {
			const struct vset *all = vset_with_unknown(j->arena,
			    value_inside(j->arena, set->v[i]));

			v->items.n = v->kind == VALUE_DICT ? 2 : 1;
			v->items.list = arena_alloc(j->arena,
			    2 * sizeof(all));
			v->items.list[0] = v->items.list[1] = all;
		}
		v->flags |= VALUE_OPEN;
		copy->v[i] = v;
		copy->flags |= VALUE_OPEN;
	}
	return copy;
}

const struct vset *
eval_name(struct judge *j, uint32_t scope, uint32_t name, uint32_t place)
{
	const struct vset *set;
	const struct binding *b;
	uint32_t index = scopes_resolve(&j->scopes, scope, name);
	uint32_t parent;
	bool certain;

	if (index == 0)
		return builtin_value(j, name, place);
	b = &j->scopes.bindings[index];
	certain = b->definite <= j->nodes[place].start &&
	    !(b->flags & BINDING_DELETED);
	parent = j->scopes.list[b->scope].parent;
	set = eval_binding(j, index);
	set = open_containers(j, index, set);
	b = &j->scopes.bindings[index];
	if (certain)
		return set;
	/* It may not be bound when it is read: then CPython looks further. */
	if (b->scope == 1 && facts_is_builtin(j->facts, name) &&
	    !facts_is_exception(j->facts, name))
		set = join(j, set, builtin_value(j, name, place));
	else if (j->scopes.list[b->scope].kind == SCOPE_CLASS &&
	    b->scope == scope && parent != 0)
		set = join(j, set, eval_name(j, parent, name, place));
	return set;
}

static const struct vset *
step_index(struct judge *j, const struct value *v, size_t n)
{
	const struct vset *set = &vset_none;
	size_t i;

	if (v->kind != VALUE_LIST)
		return &vset_unknown;
	if (n < v->items.n && !(v->flags & VALUE_OPEN))
		return v->items.list[n];
	for (i = 0; i < v->items.n; i++)
		set = join(j, set, v->items.list[i]);
	return vset_with_unknown(j->arena, set);
}

/* Everything in it, however deep, and itself. */
static const struct vset *
step_inside(struct judge *j, const struct vset *set)
{
	const struct vset *all = vset_with_unknown(j->arena, set);
	size_t i;

	for (i = 0; i < set->n; i++)
		all = join(j, all, value_inside(j->arena, set->v[i]));
	return all;
}

static const struct vset *
step_item(struct judge *j, const struct value *v)
{
	const struct vset *set = &vset_none;
	size_t i, n, stride;

	switch (v->kind) {
	case VALUE_LIST:
	case VALUE_DICT:
		stride = v->kind == VALUE_DICT ? 2 : 1;
		for (i = 0; i < v->items.n; i += stride)
			set = join(j, set, v->items.list[i]);
		return v->flags & VALUE_OPEN ?
		    vset_with_unknown(j->arena, set) : set;
	case VALUE_STR:
	case VALUE_BYTES: {
		const struct vset *one = vset_one(j->arena, v);
		const struct vset *const *list = fold_elements(j, one, &n);

		if (list == NULL || n > 64)
			return &vset_unknown;
		for (i = 0; i < n; i++)
			set = join(j, set, list[i]);
		return set;
	}
	default:
		return &vset_unknown;
	}
}

const struct vset *
eval_steps(struct judge *j, const struct vset *set, const struct step *step,
    uint32_t place)
{
	const struct vset *result = &vset_none;
	struct value *rest;
	size_t i, k;

	if (step == NULL)
		return set;
	set = eval_steps(j, set, step->before, place);
	if (step->kind == STEP_ENTER)
		return vset_with_unknown(j->arena, set);
	if (step->kind == STEP_INSIDE)
		return step_inside(j, set);
	if (set->unknown)
		result = &vset_unknown;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		switch (step->kind) {
		case STEP_INDEX:
			result = join(j, result, step_index(j, v, step->n));
			break;
		case STEP_REST:
			rest = value_new(j->arena, VALUE_LIST, place);
			rest->flags = (uint8_t)(v->flags | VALUE_OPEN);
			if (v->kind == VALUE_LIST) {
				k = step->n < v->items.n ? step->n :
				    v->items.n;
				rest->items.list = v->items.list + k;
				rest->items.n = v->items.n - k;
			}
			result = join(j, result, vset_one(j->arena, rest));
			break;
		default:
			result = join(j, result, step_item(j, v));
		}
	}
	return result;
}

static const struct vset *
def_value(struct judge *j, const struct def *d)
{
	struct value *v;

	switch (d->kind) {
	case DEF_VALUE:
		return eval_steps(j, eval(j, d->expr), d->steps, d->node);
	case DEF_IMPORT:
	case DEF_IMPORT_AS:
	case DEF_FROM:
		return import_value(j, d);
	case DEF_FUNCTION:
	case DEF_CLASS:
		v = value_new(j->arena, d->kind == DEF_CLASS ? VALUE_CLASS :
		    VALUE_FUNCTION, d->node);
		v->node = d->node;
		return j->nodes[j->nodes[d->node].parent].kind ==
		    NODE_DECORATED ? vset_with_unknown(j->arena,
		    vset_one(j->arena, v)) : vset_one(j->arena, v);
	case DEF_BINDING:
		return eval_binding(j, d->expr);
	case DEF_PARAMETER:
		return d->expr != 0 ? vset_with_unknown(j->arena,
		    eval(j, d->expr)) : &vset_unknown;
	case DEF_AUGMENTED: {
		/* `x += y`: what y holds is in it, if x is a container. */
		const struct vset *right;
		uint32_t last = tree_last(j->nodes, d->expr);

		right = eval(j, last);
		if (right->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE))
			return step_inside(j, right);
		return &vset_unknown;
	}
	default:
		return &vset_unknown;
	}
}

static const struct vset *
join_defs(struct judge *j, uint32_t binding, const struct vset *set)
{
	uint32_t def = j->scopes.bindings[binding].first;
	struct def d;

	for (; def != 0; def = d.next) {
		d = j->scopes.defs[def];
		set = join(j, set, def_value(j, &d));
	}
	return set;
}

/* A local of a folded call, or what the call gave it. */
static const struct vset *
volatile_binding(struct judge *j, uint32_t index)
{
	struct binding *b = &j->scopes.bindings[index];
	const struct override *o;
	const struct vset *set;

	for (o = j->overrides; o != NULL; o = o->next)
		if (o->binding == index)
			return o->value;
	if (b->busy || has_no_time(j) || j->depth > DEPTH_MAX)
		return &vset_unknown;
	b->busy = 1;
	j->depth += 4;
	set = join_defs(j, index, &vset_none);
	j->depth -= 4;
	j->scopes.bindings[index].busy = 0;
	return set;
}

static void
push_open(struct judge *j, uint32_t index)
{
	if (++j->binding_depth >= j->open_cap) {
		j->open_cap = j->open_cap ? j->open_cap * 2 : 64;
		j->open = mem_resize(j->open, j->open_cap, sizeof(*j->open));
	}
	j->open[j->binding_depth] = index;
}

/*
 * Go round the statements that bind this name until they give nothing new.
 * Returns the least depth of an open binding that was read on the way.
 */
static uint32_t
solve_binding(struct judge *j, uint32_t index)
{
	struct binding *b = &j->scopes.bindings[index];
	const struct vset *next;
	uint32_t depth = b->depth;
	int round;

	for (round = 0;; round++) {
		j->lowest = UINT32_MAX;
		next = join_defs(j, index, &vset_none);
		b = &j->scopes.bindings[index];
		next = join(j, b->value, next);
		if (vset_same(next, b->value) || j->too_complex)
			break;
		b->value = next;
		j->epoch++;
		if (j->lowest > depth)
			break;		/* nothing read it meanwhile */
		if (round >= ROUNDS_MAX) {
			b->value = vset_with_unknown(j->arena, next);
			break;
		}
	}
	return j->lowest;
}

const struct vset *
eval_binding(struct judge *j, uint32_t index)
{
	struct binding *b = &j->scopes.bindings[index];
	const struct override *saved = j->overrides;
	uint32_t outer = j->lowest, depth, low;

	if (saved != NULL && is_overridden(j, b->scope))
		return volatile_binding(j, index);
	if (b->state == DONE)
		return b->value;
	if (b->state == IN_PROGRESS) {
		if (b->depth < j->lowest)
			j->lowest = b->depth;
		return b->value;
	}
	/* Worked out inside a cycle that is still open, and nothing changed. */
	if (b->epoch == j->epoch &&
	    j->scopes.bindings[b->head].state == IN_PROGRESS) {
		if (j->scopes.bindings[b->head].depth < j->lowest)
			j->lowest = j->scopes.bindings[b->head].depth;
		return b->value;
	}
	if (j->depth > DEPTH_MAX || has_no_time(j)) {
		j->too_complex = true;
		return &vset_unknown;
	}
	j->overrides = NULL;
	push_open(j, index);
	depth = j->binding_depth;
	b->state = IN_PROGRESS;
	b->depth = depth;
	if (b->value == NULL)
		b->value = &vset_none;
	j->depth += 4;
	low = solve_binding(j, index);
	j->depth -= 4;
	j->binding_depth--;
	b = &j->scopes.bindings[index];
	if (low < depth) {
		/* Part of a cycle that began further out: not settled. */
		b->state = NOT_YET;
		b->epoch = j->epoch;
		b->head = j->open[low];
	} else {
		b->state = DONE;
		low = UINT32_MAX;
		if (b->value == &vset_none && b->first == 0)
			b->value = &vset_unknown;
	}
	j->lowest = low < outer ? low : outer;
	j->overrides = saved;
	return b->value;
}

/* A name that some statement gives to an attribute of any object. */
static const struct vset *
stored_attribute(struct judge *j, uint32_t name)
{
	uint32_t index = scopes_find(&j->scopes, 0, name);

	if (index == 0)
		return &vset_unknown;
	return vset_with_unknown(j->arena, eval_binding(j, index));
}

static const struct vset *
attribute_of(struct judge *j, const struct value *v, uint32_t name,
    uint32_t place)
{
	const struct vset *folded;
	struct value *made;

	switch (v->kind) {
	case VALUE_MODULE:
		return vset_one(j->arena, member_value(j, v->name, name,
		    place, v));
	case VALUE_PATH:
	case VALUE_RESULT:
		folded = v->kind == VALUE_RESULT ? fold_path_attribute(j, v,
		    name, place) : NULL;
		if (folded != NULL)
			return folded;
		if (names_length(j->names, v->name) > 200)
			return &vset_unknown;
		made = eval_path(j, facts_join(j->facts, v->name, name),
		    place, v);
		made->flags |= v->flags & VALUE_REFUSED;
		return vset_with_unknown(j->arena,
		    join(j, vset_one(j->arena, made),
		    stored_attribute(j, name)));
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
	case VALUE_LIST:
	case VALUE_DICT:
		made = value_new(j->arena, VALUE_METHOD, place);
		made->name = name;
		made->from = v;
		made->items.list = arena_alloc(j->arena,
		    sizeof(*made->items.list));
		made->items.list[0] = vset_one(j->arena, v);
		made->items.n = 1;
		made->flags = v->flags;
		return vset_one(j->arena, made);
	default:
		return stored_attribute(j, name);
	}
}

const struct vset *
eval_attribute(struct judge *j, const struct vset *object, uint32_t name,
    uint32_t place)
{
	const struct vset *set = &vset_none;
	size_t i;

	if (object->unknown)
		set = stored_attribute(j, name);
	for (i = 0; i < object->n; i++)
		set = join(j, set, attribute_of(j, object->v[i], name, place));
	return set;
}

const struct vset *
eval_in(struct judge *j, const struct override *extra, uint32_t node)
{
	const struct override *saved = j->overrides;
	const struct vset *set;
	uint32_t scope = j->scopes.bindings[extra->binding].scope;

	j->overrides = extra;
	j->overridden[scope]++;
	set = eval(j, node);
	j->overridden[scope]--;
	j->overrides = saved;
	return set;
}

static const struct vset *
call_returns(struct judge *j, uint32_t scope)
{
	const struct vset *set = &vset_none;
	uint32_t def = j->scopes.list[scope].returns;

	for (; def != 0; def = j->scopes.defs[def].next)
		set = join(j, set, eval(j, j->scopes.defs[def].expr));
	return set;
}

const struct vset *
eval_call_function(struct judge *j, uint32_t function,
    const struct vset *const *args, size_t n)
{
	uint32_t scope, binding, def;
	struct override *o, *all = NULL;
	const struct override *saved = j->overrides;
	const struct vset *set;

	scope = j->nodes[tree_last(j->nodes, function)].scope;
	if (j->scopes.list[scope].yields || j->calls >= CALLS_MAX ||
	    j->folding > FOLDING_MAX || j->overridden[scope] != 0 ||
	    j->scopes.list[scope].kind != SCOPE_FUNCTION ||
	    j->scopes.list[scope].node != function ||
	    j->depth > DEPTH_MAX / 2)
		return &vset_unknown;
	for (binding = 1; binding < j->scopes.nbindings; binding++) {
		const struct binding *b = &j->scopes.bindings[binding];

		if (b->scope != scope)
			continue;
		for (def = b->first; def != 0;
		    def = j->scopes.defs[def].next) {
			const struct def *d = &j->scopes.defs[def];

			if (d->kind != DEF_PARAMETER ||
			    d->owner != function || d->index >= n ||
			    b->first != def)
				continue;
			o = arena_alloc(j->arena, sizeof(*o));
			o->binding = binding;
			o->value = args[d->index];
			o->next = all != NULL ? all : saved;
			all = o;
		}
	}
	j->calls++;
	j->overridden[scope]++;
	if (all != NULL)
		j->overrides = all;
	set = call_returns(j, scope);
	j->overrides = saved;
	j->overridden[scope]--;
	j->calls--;
	return set;
}

static const struct vset *
call_own(struct judge *j, const struct value *callee, uint32_t call)
{
	const struct vset *args[8];
	uint32_t list = tree_last(j->nodes, call), child;
	size_t n = 0;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return &vset_unknown;
	TREE_CHILDREN(j->nodes, list, child) {
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
		case NODE_LIST_SPLAT:
		case NODE_DICTIONARY_SPLAT:
			return eval_call_function(j, callee->node, NULL, 0);
		}
		if (n == ARRAY_SIZE(args))
			return &vset_unknown;
		args[n++] = eval(j, child);
	}
	return eval_call_function(j, callee->node, args, n);
}

/* The n-th positional argument of a call; 0 if there is none for certain. */
static uint32_t
positional(const struct judge *j, uint32_t call, uint32_t n)
{
	uint32_t list = tree_last(j->nodes, call), child;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_LIST_SPLAT ||
		    j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return 0;
		if (n-- == 0)
			return child;
	}
	return 0;
}

/* getattr(x, "name") is x.name; import_module("x") is a module. */
static const struct vset *
call_special(struct judge *j, uint32_t path, uint32_t call)
{
	const struct vset *set = &vset_none, *names;
	uint32_t first, second;
	size_t i;

	switch (path) {
	case KNOWN(getattr):
		first = positional(j, call, 0);
		second = positional(j, call, 1);
		if (first == 0 || second == 0)
			return &vset_unknown;
		names = eval(j, second);
		for (i = 0; i < names->n; i++)
			if (names->v[i]->kind == VALUE_STR)
				set = join(j, set, eval_attribute(j,
				    eval(j, first), names_intern(j->names,
				    names->v[i]->text.bytes,
				    names->v[i]->text.n), call));
		second = positional(j, call, 2);
		if (second != 0)
			set = join(j, set, eval(j, second));
		return vset_with_unknown(j->arena, set);
	case KNOWN(import_):
	case KNOWN(import_module):
		first = positional(j, call, 0);
		names = first != 0 ? eval(j, first) : &vset_unknown;
		for (i = 0; i < names->n; i++)
			if (names->v[i]->kind == VALUE_STR)
				set = join(j, set, vset_one(j->arena,
				    make_module(j, names_intern(j->names,
				    names->v[i]->text.bytes,
				    names->v[i]->text.n), call, NULL)));
		return vset_with_unknown(j->arena, set);
	default:
		return NULL;
	}
}

static const struct vset *
eval_call(struct judge *j, uint32_t node)
{
	const struct vset *callees = eval(j, node + 1), *set, *one;
	struct value *made;
	size_t i;

	set = callees->unknown || callees->n == 0 ? &vset_unknown : &vset_none;
	for (i = 0; i < callees->n; i++) {
		const struct value *callee = callees->v[i];

		switch (callee->kind) {
		case VALUE_PATH:
			one = call_special(j, callee->name, node);
			if (one == NULL)
				one = fold_call(j, callee, node);
			if (one != NULL)
				break;
			made = value_new(j->arena, VALUE_RESULT, node);
			made->name = callee->name;
			made->from = callee;
			made->flags = callee->flags & VALUE_REFUSED;
			one = vset_one(j->arena, made);
			break;
		case VALUE_METHOD:
			one = fold_call(j, callee, node);
			break;
		case VALUE_FUNCTION:
			one = call_own(j, callee, node);
			break;
		case VALUE_CLASS:
			made = value_new(j->arena, VALUE_OBJECT, node);
			made->node = callee->node;
			one = vset_one(j->arena, made);
			break;
		default:
			one = NULL;
		}
		set = join(j, set, one != NULL ? one : &vset_unknown);
	}
	return set;
}

static const struct vset *
eval_list(struct judge *j, uint32_t node)
{
	uint32_t child, n = tree_count(j->nodes, node);
	struct value *v = value_new(j->arena, VALUE_LIST, node);
	const struct vset **list, *inner;
	size_t k;

	list = arena_alloc(j->arena, (n + 1) * sizeof(*list));
	TREE_CHILDREN(j->nodes, node, child) {
		inner = eval(j, child);
		if (tree_is_splat(j->nodes, child)) {
			const struct vset *const *spread;
			size_t count;

			spread = tree_count(j->nodes, node) == 1 ?
			    fold_elements(j, inner, &count) : NULL;
			if (spread != NULL) {
				v->items.list = arena_alloc(j->arena,
				    (count + 1) * sizeof(*list));
				for (k = 0; k < count; k++) {
					v->items.list[k] = spread[k];
					v->flags |= spread[k]->flags;
				}
				v->items.n = count;
				value_settle(j->arena, v);
				return vset_one(j->arena, v);
			}
			v->flags |= VALUE_OPEN;
			inner = step_inside(j, inner);
		}
		v->flags |= inner->flags & (VALUE_HAS_MODULE |
		    VALUE_HAS_SENSITIVE);
		list[v->items.n++] = inner;
	}
	v->items.list = list;
	if (j->nodes[node].kind == NODE_TUPLE ||
	    j->nodes[node].kind == NODE_EXPRESSION_LIST)
		v->flags |= VALUE_FIXED;
	value_settle(j->arena, v);
	return vset_one(j->arena, v);
}

static const struct vset *
eval_dict(struct judge *j, uint32_t node)
{
	uint32_t child, n = tree_count(j->nodes, node);
	struct value *v = value_new(j->arena, VALUE_DICT, node);
	const struct vset **list, *inner;

	list = arena_alloc(j->arena, (2 * n + 1) * sizeof(*list));
	TREE_CHILDREN(j->nodes, node, child) {
		if (j->nodes[child].kind != NODE_PAIR) {
			v->flags |= VALUE_OPEN;
			inner = step_inside(j, eval(j, child + 1));
			list[v->items.n++] = &vset_unknown;
		} else {
			list[v->items.n++] = eval(j, child + 1);
			inner = eval(j, j->nodes[child + 1].skip);
		}
		v->flags |= inner->flags & (VALUE_HAS_MODULE |
		    VALUE_HAS_SENSITIVE);
		list[v->items.n++] = inner;
	}
	v->items.list = list;
	value_settle(j->arena, v);
	return vset_one(j->arena, v);
}

/* globals()["x"] is x; NULL if the object is no namespace. */
static const struct vset *
namespace_entry(struct judge *j, uint32_t at)
{
	const struct vset *object = eval(j, at + 1), *keys, *set;
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
	keys = eval(j, index);
	set = &vset_unknown;
	for (i = 0; i < keys->n; i++)
		if (keys->v[i]->kind == VALUE_STR)
			set = join(j, set, eval_name(j, j->nodes[at].scope,
			    names_intern(j->names, keys->v[i]->text.bytes,
			    keys->v[i]->text.n), at));
	return set;
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
		    vset_only(set, VALUE_INT) != NULL)
			return value_integer(j->arena, at,
			    -set->v[0]->integer);
		return &vset_unknown;
	case NODE_TRUE:
	case NODE_FALSE:
		/* Indexes count them as 1 and 0. */
		return value_integer(j->arena, at, node->kind == NODE_TRUE);
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
		return join(j, eval(j, at + 1),
		    eval(j, tree_last(j->nodes, at)));
	case NODE_CONDITIONAL:
		return join(j, eval(j, at + 1),
		    eval(j, tree_last(j->nodes, at)));
	case NODE_NAMED_EXPRESSION:
	case NODE_KEYWORD_ARGUMENT:
	case NODE_ASSIGNMENT:
		return eval(j, tree_last(j->nodes, at));
	case NODE_PARENTHESIZED:
	case NODE_LIST_SPLAT:
	case NODE_DICTIONARY_SPLAT:
	case NODE_LIST_SPLAT_PATTERN:
	case NODE_AWAIT:
	case NODE_AS_PATTERN:
	case NODE_TYPE:
		return node->skip > at + 1 ? eval(j, at + 1) : &vset_unknown;
	default:
		return &vset_unknown;
	}
}

const struct vset *
eval(struct judge *j, uint32_t node)
{
	const struct vset *set;
	uint32_t outer;
	bool keep;

	keep = j->overrides == NULL || !is_overridden(j, j->nodes[node].scope);
	if (keep && j->memo[node] != NULL)
		return j->memo[node];
	if (has_no_time(j))
		return &vset_unknown;
	if (j->depth > DEPTH_MAX) {
		j->too_complex = true;
		return &vset_unknown;
	}
	if (!keep && j->folding > FOLDING_MAX)
		return &vset_unknown;
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
