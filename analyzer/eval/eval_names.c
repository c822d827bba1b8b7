/*
 * What names stand for: paths and modules, imports, stars, builtins, what
 * the statements of the submission bind, and attributes.
 *
 * A name has every value that any statement gives it. Names that depend on
 * each other are solved by going round until nothing changes; see
 * eval_binding and the states below.
 */
#include "eval.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../symbols/python_names.h"
#include "eval_parts.h"
#include "signatures.h"

#define ROUNDS_MAX	9	/* that give a name constants alone */
#define ROUNDS_MOST	64
#define TEXT_GROWN	1024	/* bytes that a text may become in any case */

enum binding_state { NOT_YET = 0, IN_PROGRESS, DONE };

bool
eval_import_fails(struct judge *j, uint32_t at)
{
	uint32_t block = j->nodes[at].parent, around = j->nodes[block].parent;
	uint32_t child = at + 1, name;

	if (j->nodes[child].kind == NODE_ALIASED_IMPORT)
		child++;
	if (j->nodes[block].kind != NODE_BLOCK ||
	    (j->nodes[around].kind != NODE_TRY &&
	    j->nodes[around].kind != NODE_IF) ||
	    j->nodes[child].kind != NODE_DOTTED_NAME ||
	    (j->nodes[at].kind == NODE_IMPORT_STATEMENT &&
	    j->nodes[at + 1].skip != j->nodes[at].skip))
		return false;
	name = j->nodes[child + 1].name;
	return python_has(PYTHON_GONE, names_text(j->names, name)) &&
	    !facts_is_sibling(j->facts, name);
}

static const struct vset *
import_value(struct judge *j, const struct def *d)
{
	const struct node *statement = &j->nodes[d->expr];
	uint32_t module, name = 0;
	const struct rules_row *row;
	struct value *v;

	if (eval_import_fails(j, d->expr))
		return &vset_none;
	if (d->kind == DEF_IMPORT || d->kind == DEF_IMPORT_AS) {
		module = d->kind == DEF_IMPORT ?
		    j->nodes[d->node + 1].name : eval_dotted(j, d->node);
		v = eval_module(j, module, d->node, NULL);
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
	module = eval_dotted(j, d->expr + 1);
	name = eval_dotted(j, d->node);
	if (module == KNOWN(builtins) && facts_is_builtin(j->facts, name))
		return vset_one(j->arena, eval_path(j, name, d->node, NULL));
	return eval_member(j, module, name, d->node, NULL);
}

/* `own`: the submission binds it, too; then only what a row knows counts. */
static const struct vset *
star_values(struct judge *j, uint32_t name, uint32_t place, bool own)
{
	const struct vset *set = &vset_none, *unknown = &vset_none;
	struct member m;
	const struct def *d;
	uint32_t def, module;
	bool elsewhere = false;

	for (def = j->scopes.list[1].stars; def != 0; def = d->next) {
		d = &j->scopes.defs[def];
		if (j->nodes[d->expr + 1].kind != NODE_DOTTED_NAME)
			continue;
		module = eval_dotted(j, d->expr + 1);
		m = facts_member(j->facts, module, name);
		/*
		 * What no row knows as this module's comes from where one
		 * does: `from random import *` does not change print.
		 */
		if (m.verb != RULES_ALLOW && facts_call(j->facts, m.full) ==
		    NULL) {
			elsewhere |= own || facts_is_builtin(j->facts, name);
			unknown = eval_join(j, unknown, eval_member(j,
			    module, name, place, NULL));
			continue;
		}
		elsewhere |= m.verb == RULES_ALLOW;
		set = eval_join(j, set, eval_member(j, module, name, place,
		    NULL));
	}
	return elsewhere ? set : eval_join(j, set, unknown);
}

static const struct vset *
builtin_value(struct judge *j, uint32_t name, uint32_t place)
{
	const struct vset *set;

	if (j->scopes.list[1].stars != 0) {
		set = star_values(j, name, place, false);
		if (facts_is_builtin(j->facts, name))
			set = eval_join(j, set, vset_one(j->arena,
			    eval_path(j, name, place, NULL)));
		return set;
	}
	if (facts_is_builtin(j->facts, name))
		return vset_one(j->arena, eval_path(j, name, place, NULL));
	/* Nobody binds it here, but whoever runs this may have: a fragment. */
	if (facts_is_stdlib(j->facts, name))
		return vset_one(j->arena, eval_module(j, name, place, NULL));
	return &vset_unknown;
}

/* Is there a star import behind this node, which binds names once more? */
static bool
star_comes_after(const struct judge *j, uint32_t node)
{
	uint32_t def;

	for (def = j->scopes.list[1].stars; def != 0;
	    def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].expr >= node)
			return true;
	return false;
}

const struct vset *
eval_name(struct judge *j, uint32_t scope, uint32_t name, uint32_t place)
{
	const struct vset *set;
	const struct binding *b;
	uint32_t index = scopes_resolve(&j->scopes, scope, name);
	struct reached r;

	if (index == 0)
		return builtin_value(j, name, place);
	r = scopes_at(&j->scopes, index, scope, place);
	set = eval_binding(j, r.binding);
	set = eval_exposed(j, index, r.binding, set);
	b = &j->scopes.bindings[index];
	if (b->scope == 1 && j->scopes.list[1].stars != 0 &&
	    (!r.certain || star_comes_after(j, r.from)))
		set = eval_join(j, set, star_values(j, name, place,
		    true));
	if (r.certain)
		return set;
	/*
	 * It may not be bound when it is read: then CPython looks further, in a
	 * class not at the functions around it.
	 */
	if (b->scope == 1 && facts_is_builtin(j->facts, name) &&
	    !facts_is_exception(j->facts, name))
		set = eval_join(j, set, builtin_value(j, name, place));
	else if (j->scopes.list[b->scope].kind == SCOPE_CLASS &&
	    b->scope == scope)
		set = eval_join(j, set, eval_name(j, 1, name, place));
	return set;
}

/* @dataclass and the like add methods to the class, and give it back. */
static bool
decorators_keep(struct judge *j, uint32_t class)
{
	struct rules_model model;
	uint32_t at = j->nodes[class].parent, child, callee;
	const struct value *v;

	if (j->nodes[at].kind != NODE_DECORATED)
		return false;
	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind != NODE_DECORATOR)
			continue;
		callee = child + 1;
		if (j->nodes[callee].kind == NODE_CALL)
			callee++;
		v = vset_only(eval(j, callee), VALUE_PATH);
		if (v == NULL || !model_of(j, names_text(j->names, v->name),
		    &model) || model.returned != 1)
			return false;
	}
	return true;
}

/* The n-th of what zip() or enumerate() is given; 0: it is none of them. */
static uint32_t
in_step(const struct judge *j, uint32_t call, uint32_t n)
{
	uint32_t callee = call + 1, list, child;

	if (j->nodes[call].kind != NODE_CALL || j->nodes[callee].kind !=
	    NODE_IDENTIFIER || judge_binding(j, callee) != 0 ||
	    j->scopes.list[1].stars != 0)
		return 0;
	if (judge_is_named(j, callee, "enumerate")) {
		if (n-- != 1)
			return 0;
	} else if (!judge_is_named(j, callee, "zip"))
		return 0;
	list = tree_last(j->nodes, call);
	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(j->nodes, list, child) {
		if (tree_is_splat(j->nodes, child) || j->nodes[child].kind ==
		    NODE_KEYWORD_ARGUMENT || j->nodes[child].kind ==
		    NODE_DICTIONARY_SPLAT)
			return 0;
		if (n-- == 0)
			return child;
	}
	return 0;
}

/*
 * for a, b in zip(x, y): what b is says y alone, whatever x is. Unknown: it is
 * another call, or y is not known.
 */
static const struct vset *
zipped(struct judge *j, uint32_t call, const struct step *step,
    uint32_t place)
{
	const struct vset *set;
	struct step last;
	uint32_t other;

	if (step == NULL || step->before == NULL)
		return &vset_unknown;
	last = *step;
	last.before = NULL;
	if (step->before->before != NULL) {
		set = zipped(j, call, step->before, place);
		return set->unknown ? set : eval_steps(j, set, &last, place);
	}
	other = step->kind != STEP_INDEX || step->before->kind != STEP_ITEM ?
	    0 : in_step(j, call, step->n);
	return other == 0 ? &vset_unknown : eval_steps(j, eval(j, other),
	    step->before, place);
}

static const struct vset *
def_value(struct judge *j, const struct def *d)
{
	const struct vset *set;
	struct value *v;

	switch (d->kind) {
	case DEF_VALUE:
		set = zipped(j, d->expr, d->steps, d->node);
		if (!set->unknown)
			return set;
		set = eval(j, d->expr);
		if (d->expr != 0 && eval_is_bound_twice(j, d->expr))
			set = eval_shared(j, set);
		return eval_steps(j, set, d->steps, d->node);
	case DEF_IMPORT:
	case DEF_IMPORT_AS:
	case DEF_FROM:
		return import_value(j, d);
	case DEF_CLASS:
		if (decorators_keep(j, d->node)) {
			v = value_new(j->arena, VALUE_CLASS, d->node);
			v->node = d->node;
			return vset_one(j->arena, v);
		}
		/* FALLTHROUGH */
	case DEF_FUNCTION:
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
			return eval_inside(j, right);
		return vset_only(right, VALUE_LIST) != NULL ?
		    vset_with_unknown(j->arena, right) : &vset_unknown;
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
		set = eval_join(j, set, def_value(j, &d));
		/* What a loop put together there, as far as it is known. */
		if (d.version != 0 && binding < j->scopes.nbindings)
			set = eval_join(j, set, eval_binding(j, d.version));
	}
	return set;
}

/* A local of a folded call, or what the call gave it. */
static const struct vset *
volatile_binding(struct judge *j, uint32_t index)
{
	struct binding *b = &j->scopes.bindings[index];
	struct kept_local *kept = &j->kept_locals[index %
	    ARRAY_SIZE(j->kept_locals)];
	uint32_t lowest = j->lowest, cuts;
	const struct override *o;
	const struct vset *set;

	for (o = j->overrides; o != NULL; o = o->next)
		if (o->binding == index)
			return o->value;
	if (kept->binding == index && kept->frame == j->frame)
		return kept->set;
	if (b->busy || work_is_over(j) || j->depth > EVAL_DEPTH_MAX) {
		j->cuts++;
		return &vset_unknown;
	}
	cuts = j->cuts;
	j->lowest = UINT32_MAX;
	b->busy = 1;
	j->depth += 4;
	set = join_defs(j, index, &vset_none);
	j->depth -= 4;
	j->scopes.bindings[index].busy = 0;
	/* Nothing of it was cut short, nor may it still grow. */
	if (cuts == j->cuts && j->lowest == UINT32_MAX && !j->too_complex &&
	    !j->late && j->folding <= EVAL_FOLDING_MAX)
		*kept = (struct kept_local){ index, j->frame, set };
	if (lowest < j->lowest)
		j->lowest = lowest;
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

static size_t
longest_text(const struct vset *set)
{
	size_t i, n = 0;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && set->v[i]->text.n > n)
			n = set->v[i]->text.n;
	return n;
}

/*
 * What a name has grew: constants may do so for ever, `n = n + 1`; texts that
 * are twice as long each time end earlier.
 */
static const struct vset *
widened(struct judge *j, struct binding *b, const struct vset *next)
{
	size_t n;

	if (vset_holds_more(next, b->value))
		return next;
	if (b->rounds > 1 && b->rounds < ROUNDS_MAX) {
		n = longest_text(next);
		if (n > TEXT_GROWN && n / 2 >= longest_text(b->value))
			b->rounds = ROUNDS_MAX;
	}
	if (b->rounds < ROUNDS_MAX) {
		b->rounds++;
		return next;
	}
	return vset_with_unknown(j->arena, b->value);
}

/*
 * Goes through the statements that bind this name. If one of them reads it
 * again, all of them, and what they read, until a whole round gives nothing
 * new; if one reads a name that is being worked out further out, once: that
 * one goes on. Returns the least depth of an open binding that was read on
 * the way.
 */
static uint32_t
solve_binding(struct judge *j, uint32_t index)
{
	struct binding *b = &j->scopes.bindings[index];
	const struct vset *next;
	uint32_t depth = b->depth, epoch;
	int round;

	for (round = 0;; round++) {
		b->round = ++j->round;
		epoch = j->epoch;
		j->lowest = UINT32_MAX;
		next = join_defs(j, index, &vset_none);
		b = &j->scopes.bindings[index];
		next = eval_join(j, b->value, next);
		if (vset_same(next, b->value))
			next = b->value;
		else if (j->lowest <= depth)
			next = widened(j, b, next);
		j->epoch += next != b->value;
		b->value = next;
		if (j->lowest != depth || j->too_complex)
			break;
		if (round > 0 && epoch == j->epoch) {
			b->is_settled = true;
			break;
		}
		if (round > ROUNDS_MOST) {
			b->value = vset_with_unknown(j->arena, next);
			break;
		}
	}
	return j->lowest;
}

/*
 * Is this what its name has, since the last round of the cycle that it is
 * part of changed nothing?
 */
static bool
is_settled_by_head(const struct judge *j, const struct binding *b)
{
	const struct binding *all = j->scopes.bindings;
	uint32_t round = b->round;
	int i;

	for (i = 0; i < 8 && b->state == NOT_YET; i++) {
		b = &all[b->head];
		if (b->state == DONE)
			return b->is_settled && round >= b->round;
		round = b->round < round ? b->round : round;
	}
	return false;
}

const struct vset *
eval_binding(struct judge *j, uint32_t index)
{
	struct binding *b = &j->scopes.bindings[index], *head;
	const struct override *saved = j->overrides;
	uint32_t outer = j->lowest, depth, low;

	if (saved != NULL && eval_is_overridden(j, b->scope))
		return volatile_binding(j, index);
	if (b->state == DONE)
		return b->value;
	if (b->state == IN_PROGRESS) {
		if (b->depth < j->lowest)
			j->lowest = b->depth;
		return b->value;
	}
	if (b->round != 0) {
		if (is_settled_by_head(j, b)) {
			b->state = DONE;
			return b->value;
		}
		/* Of a cycle that is open: once in each of its rounds. */
		head = &j->scopes.bindings[b->head];
		if (head->state == IN_PROGRESS && b->round > head->round) {
			if (head->depth < j->lowest)
				j->lowest = head->depth;
			return b->value;
		}
	}
	if (j->depth > EVAL_DEPTH_MAX || work_is_over(j)) {
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
