/*
 * Where an expression comes from: all that it mentions is gone through, and
 * what that was bound to, called with and filled by, in no order.
 */
#include "provenance.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "own.h"
#include "eval.h"
#include "signatures.h"
#include "eval_parts.h"

#define NODES_MAX	1024	/* gone through for one question */
#define DEPTH_MAX	48
#define SLOTS		2048
#define BINDING		(1u << 31)	/* seen, too: no node is so large */

struct origin {
	uint32_t	seen[SLOTS];	/* nodes and bindings; a hash */
	unsigned	n;
	bool		text;		/* a text of the source */
	bool		outside;	/* a call that is none of those below */
	bool		unbound;	/* a name that nothing binds */
	bool		handed;		/* a parameter that nobody hands */
	bool		cut;		/* too much of it */
	bool		spelled;	/* letters are taken apart or changed */
};

static void look_at(struct judge *, struct origin *, uint32_t, unsigned);

static bool
is_new(struct origin *o, uint32_t node)
{
	uint32_t slot = node * 2654435761u % SLOTS;

	while (o->seen[slot] != 0 && o->seen[slot] != node)
		slot = (slot + 1) % SLOTS;
	if (o->seen[slot] == node)
		return false;
	if (++o->n > NODES_MAX) {
		o->cut = true;
		return false;
	}
	o->seen[slot] = node;
	return true;
}

static void
look_below(struct judge *j, struct origin *o, uint32_t node, unsigned depth)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, node, child)
		look_at(j, o, child, depth + 1);
}

/* Library callables that only make something of what they are given. */
static bool
only_converts(struct judge *j, uint32_t path)
{
	const char *name = names_text(j->names, path);
	static const char others[][12] = { "input", "open", "globals",
	    "locals", "vars" };

	return strchr(name, '.') == NULL ? !IS_ONE_OF(name, others) :
	    facts_says(j->facts, path, RULES_CONVERTS);
}

static void
look_at_binding(struct judge *j, struct origin *o, uint32_t binding,
    unsigned depth)
{
	uint32_t at;

	for (at = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	    at != 0; at = j->scopes.defs[at].next) {
		const struct def *d = &j->scopes.defs[at];

		switch (d->kind) {
		case DEF_VALUE:
		case DEF_BINDING:
		case DEF_RETURN:
			if (d->kind == DEF_VALUE && d->expr != 0)
				look_at(j, o, d->expr, depth + 1);
			break;
		case DEF_AUGMENTED:
		case DEF_FUNCTION:
		case DEF_CLASS:
			look_at(j, o, d->node, depth + 1);
			break;
		case DEF_PARAMETER:
		case DEF_PACK:
			if (d->expr != 0)
				look_at(j, o, d->expr, depth + 1);
			/* Of what is called on the way: see the arguments. */
			if (d->owner == 0 || is_new(o, d->owner))
				o->handed = true;
			break;
		default:
			break;
		}
	}
}

/* Callables and methods that put letters together, or make others of them. */
static bool
spells(struct judge *j, uint32_t callee)
{
	uint32_t name = tree_last_name(j->nodes, callee);

	return name != 0 && model_method_says(j, names_text(j->names,
	    j->nodes[name].name), RULES_SPELLS);
}

static void
look_at_call(struct judge *j, struct origin *o, uint32_t call, unsigned depth)
{
	const struct vset *set = eval(j, call + 1);
	size_t i;

	o->spelled |= spells(j, call + 1);

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH && !only_converts(j,
		    set->v[i]->name)) {
			o->outside = true;
			return;
		}
	look_below(j, o, call, depth);
}

static void
look_at(struct judge *j, struct origin *o, uint32_t node, unsigned depth)
{
	const struct node *n = &j->nodes[node];
	const struct vset *set;
	uint32_t binding;

	if (o->outside || o->cut || !is_new(o, node))
		return;
	if (depth > DEPTH_MAX || work_is_over(j)) {
		o->cut = true;
		return;
	}
	switch (n->kind) {
	case NODE_STRING:
		set = eval(j, node);
		o->text |= set->n == 0 || (set->v[0]->text.n > 0 &&
		    (set->v[0]->kind == VALUE_STR ||
		    set->v[0]->kind == VALUE_BYTES));
		look_below(j, o, node, depth);
		break;
	case NODE_IDENTIFIER:
		if (n->role == ROLE_NAME)
			break;
		binding = judge_binding(j, node);
		/* Bound by nothing here, and no builtin. */
		if (binding == 0 && eval(j, node)->n == 0)
			o->unbound = true;
		/* Once for each name: it may stand there very often. */
		if (binding != 0 && is_new(o, BINDING | binding)) {
			look_at_binding(j, o, binding, depth);
		}
		break;
	case NODE_ATTRIBUTE:
		set = eval(j, node);
		if (vset_only(set, VALUE_PATH) != NULL)
			o->outside |= !only_converts(j,
			    set->v[0]->name);
		look_at(j, o, node + 1, depth + 1);
		look_at_binding(j, o, scopes_find(&j->scopes, 0, j->nodes[
		    tree_last(j->nodes, node)].name), depth);
		break;
	case NODE_CALL:
		look_at_call(j, o, node, depth);
		break;
	case NODE_SLICE:
		o->spelled = true;
		/* FALLTHROUGH */
	default:
		look_below(j, o, node, depth);
	}
}

bool
is_computed(struct judge *j, uint32_t node)
{
	struct origin o = { .n = 0 };

	if (node == 0 || j->late || j->too_complex)
		return false;
	look_at(j, &o, node, 0);
	return !o.outside && !o.handed && (o.text || o.cut);
}

bool
is_spelled(struct judge *j, uint32_t node)
{
	struct origin o = { .n = 0 };

	if (node == 0 || j->late || j->too_complex)
		return false;
	look_at(j, &o, node, 0);
	return !o.outside && !o.handed && ((o.text && o.spelled) || o.cut);
}

bool
is_external(struct judge *j, uint32_t node)
{
	struct origin o = { .n = 0 };

	if (node == 0)
		return true;
	look_at(j, &o, node, 0);
	return o.outside || o.unbound;
}
