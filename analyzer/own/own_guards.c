/*
 * Tests around a name, or in front of it, that bound what it can be there:
 * `if x in ("a", "b")`, `if not x.startswith("do_"): return`.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"

/* Can an object that is equal to a text be another text? */
static bool
texts_are_texts(struct judge *j)
{
	uint32_t i;

	if (!own_may_look(j))
		return false;
	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_CLASS &&
		    !own_class_is_no_text(j, i))
			return false;
	return true;
}

/* Is the name bound in this part of the source? By inner functions: always. */
static bool
is_bound_between(struct judge *j, uint32_t binding, uint32_t from, uint32_t to)
{
	uint32_t i, def;
	const struct binding *b = &j->scopes.bindings[binding];

	if (!own_may_look(j))
		return true;
	for (def = b->first; def != 0; def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind == DEF_BINDING)
			return true;
	for (i = own_first_of(j, b->name); i != 0; i = j->own_next[i]) {
		if (j->nodes[i].role == ROLE_LOAD ||
		    j->nodes[i].role == ROLE_NAME ||
		    judge_binding(j, i) != binding)
			continue;
		if ((i >= from && i < to) || j->nodes[i].scope != b->scope)
			return true;
	}
	return false;
}

/* What is asked of a test. */
enum asked_of {
	ASKED_TEXTS,		/* the texts that it bounds the name to */
	ASKED_BEGINNING,	/* what it begins with, and a gap */
	ASKED_PUBLIC,		/* no underscore in front: an empty set */
};

/* `name in KNOWN`, or with `negated`, `name not in KNOWN`. */
static const struct vset *
told_by_comparison(struct judge *j, uint32_t test, uint32_t binding,
    bool negated)
{
	const struct vset *set;
	uint32_t right;
	bool fixed = true;

	if (tree_count(j->nodes, test) != 2 ||
	    judge_binding(j, test + 1) != binding ||
	    !site_operates(j, test, negated ? "notin" : "in"))
		return NULL;
	right = j->nodes[test + 1].skip;
	set = own_texts(j, eval(j, right), true, &fixed);
	return set != NULL ? set : own_class_constant(j, right, true);
}

/* `name.startswith("do_")`, true or, with `negated`, false. */
static const struct vset *
told_by_start(struct judge *j, uint32_t call, uint32_t binding, bool negated,
    enum asked_of ask)
{
	uint32_t callee = call + 1, list = tree_last(j->nodes, call);
	const struct vset *set, *all = &vset_none;
	bool fixed = true;
	size_t i;

	if (ask == ASKED_TEXTS || negated != (ask == ASKED_PUBLIC) ||
	    j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    judge_binding(j, callee + 1) != binding ||
	    !judge_is_named(j, tree_last(j->nodes, callee), "startswith") ||
	    j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_count(j->nodes, list) != 1)
		return NULL;
	set = own_texts(j, eval(j, list + 1), vset_only(eval(j, list + 1),
	    VALUE_LIST) != NULL, &fixed);
	if (set == NULL || !fixed)
		return NULL;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];
		char text[64];

		if (ask == ASKED_PUBLIC) {
			if (v->text.n > 0 && v->text.n <= 2 && memcmp("__",
			    v->text.bytes, v->text.n) == 0)
				return &vset_none;
			continue;
		}
		if (v->text.n >= sizeof(text))
			return NULL;
		memcpy(text, v->text.bytes, v->text.n);
		text[v->text.n] = FOLD_GAP;
		all = vset_join(j->arena, all, value_text(j->arena,
		    VALUE_PARTIAL, call, arena_strndup(j->arena, text,
		    v->text.n + 1), v->text.n + 1));
	}
	return ask == ASKED_PUBLIC || all->n == 0 ? NULL : all;
}

/* What it says of the name that this test is true or, negated, false. */
static const struct vset *
guarded_by(struct judge *j, uint32_t test, uint32_t binding, bool negated,
    enum asked_of ask)
{
	const struct vset *set;

	for (;; test++)
		if (j->nodes[test].kind == NODE_NOT)
			negated = !negated;
		else if (j->nodes[test].kind != NODE_PARENTHESIZED)
			break;
	switch (j->nodes[test].kind) {
	case NODE_BOOLEAN:
		if (!site_operates(j, test, negated ? "or" : "and"))
			return NULL;
		set = guarded_by(j, test + 1, binding, negated, ask);
		return set != NULL ? set : guarded_by(j, tree_last(j->nodes,
		    test), binding, negated, ask);
	case NODE_COMPARISON:
		return ask != ASKED_TEXTS ? NULL : told_by_comparison(j, test,
		    binding, negated);
	case NODE_CALL:
		return told_by_start(j, test, binding, negated, ask);
	default:
		return NULL;
	}
}

/* Does this block leave what is around it, at its end? */
static bool
block_leaves(const struct judge *j, uint32_t block)
{
	uint32_t last = block, child;

	if (j->nodes[block].kind != NODE_BLOCK)
		return false;
	TREE_CHILDREN(j->nodes, block, child)
		last = child;
	return j->nodes[last].kind == NODE_RAISE ||
	    j->nodes[last].kind == NODE_RETURN ||
	    j->nodes[last].kind == NODE_CONTINUE;
}

/*
 * The test that is true or, with *ret_negated, false wherever `at`, a part of
 * `parent`, is looked at; or 0.
 */
static uint32_t
test_before(const struct judge *j, uint32_t parent, uint32_t at,
    bool *ret_negated)
{
	uint32_t first = parent + 1;

	*ret_negated = false;
	switch (j->nodes[parent].kind) {
	case NODE_IF:
	case NODE_ELIF:
		*ret_negated = j->nodes[at].kind == NODE_ELSE &&
		    j->nodes[parent].kind == NODE_IF;
		return *ret_negated || (j->nodes[at].kind == NODE_BLOCK &&
		    at == j->nodes[first].skip) ? first : 0;
	case NODE_CONDITIONAL:		/* at if test else other */
		*ret_negated = at == tree_last(j->nodes, parent);
		return at == first || *ret_negated ? j->nodes[first].skip : 0;
	case NODE_BOOLEAN:		/* test and at */
		*ret_negated = site_operates(j, parent, "or");
		return at != first && (*ret_negated || site_operates(j, parent,
		    "and")) ? first : 0;
	default:
		return 0;
	}
}

/* [at for x in xs if test] */
static const struct vset *
guarded_by_clauses(struct judge *j, uint32_t parent, uint32_t at,
    uint32_t binding, enum asked_of ask)
{
	const struct vset *set = NULL;
	uint32_t child;

	if (!tree_is_comprehension(j->nodes, parent) || at != parent + 1)
		return NULL;
	TREE_CHILDREN(j->nodes, parent, child)
		if (set == NULL &&
		    j->nodes[child].kind == NODE_IF_CLAUSE)
			set = guarded_by(j, child + 1, binding, false, ask);
	return set;
}

/* Those of the module are also in reach of its namespace. */
bool
own_binds_in_sight(struct judge *j, uint32_t scope)
{
	switch (j->scopes.list[scope].kind) {
	case SCOPE_FUNCTION:
	case SCOPE_COMPREHENSION:
		return true;
	case SCOPE_MODULE:
		return j->scopes.list[scope].stars == 0 &&
		    own_may_look(j) &&
		    own_first_of(j, KNOWN(globals)) == 0 &&
		    own_first_of(j, KNOWN(locals)) == 0 &&
		    own_first_of(j, KNOWN(vars)) == 0 &&
		    own_first_of(j, KNOWN(dunder_dict)) == 0;
	default:
		return false;
	}
}

/*
 * Is this name of a function bound once in each run of it? Then an inner
 * function that is made behind a test finds what was tested, whenever it is
 * called.
 */
static bool
is_bound_for_good(struct judge *j, uint32_t binding)
{
	const struct binding *b = &j->scopes.bindings[binding];
	const struct def *d = &j->scopes.defs[b->first];

	return j->scopes.list[b->scope].kind == SCOPE_FUNCTION &&
	    b->first != 0 && d->next == 0 &&
	    !(b->flags & (BINDING_DELETED | BINDING_GLOBAL |
	    BINDING_NONLOCAL)) && (d->kind == DEF_PARAMETER ||
	    (d->kind == DEF_VALUE && own_runs_once(j, d->node))) &&
	    !is_bound_between(j, binding, 0, 0);
}

static const struct vset *
guarded(struct judge *j, uint32_t name, enum asked_of ask)
{
	uint32_t binding = judge_binding(j, name), at, parent, child, test;
	uint32_t scope = j->scopes.bindings[binding].scope;
	const struct vset *set;
	bool negated, inner = j->nodes[name].scope != scope;

	if (binding == 0 || (inner ? !is_bound_for_good(j, binding) :
	    !own_binds_in_sight(j, scope)))
		return NULL;
	for (at = name; at != 0; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_FUNCTION:
		case NODE_LAMBDA:
			if (inner && j->scopes.list[scope].node != parent)
				break;
			return NULL;
		case NODE_CLASS:
			return NULL;
		}
		test = test_before(j, parent, at, &negated);
		set = test == 0 ? guarded_by_clauses(j, parent, at, binding,
		    ask) : guarded_by(j, test, binding, negated, ask);
		/* `x in A and (x := y)` */
		if (set != NULL && !is_bound_between(j, binding, at,
		    j->nodes[at].skip) && (test == 0 || !is_bound_between(j,
		    binding, test, j->nodes[test].skip)))
			return texts_are_texts(j) ? set : NULL;
		if (j->nodes[parent].kind != NODE_BLOCK)
			continue;
		for (child = parent + 1; child < at;
		    child = j->nodes[child].skip) {
			if (j->nodes[child].kind != NODE_IF ||
			    tree_count(j->nodes, child) != 2 ||
			    !block_leaves(j, tree_last(j->nodes, child)))
				continue;
			set = guarded_by(j, child + 1, binding, true, ask);
			if (set != NULL && !is_bound_between(j, binding, child,
			    j->nodes[at].skip))
				return texts_are_texts(j) ? set : NULL;
		}
	}
	return NULL;
}

const struct vset *
own_guarded(struct judge *j, uint32_t name)
{
	return guarded(j, name, ASKED_TEXTS);
}

const struct vset *
own_beginning(struct judge *j, uint32_t name)
{
	return guarded(j, name, ASKED_BEGINNING);
}

/* Is what was found only asked for in this test: `m is None or ...`? */
static bool
is_only_asked_for(const struct judge *j, uint32_t test, uint32_t found)
{
	uint32_t i, parent;

	for (i = test; i < j->nodes[test].skip; i++) {
		if (j->nodes[i].kind != NODE_IDENTIFIER ||
		    j->nodes[i].role != ROLE_LOAD ||
		    judge_binding(j, i) != found)
			continue;
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind != NODE_NOT &&
		    (j->nodes[parent].kind != NODE_COMPARISON ||
		    j->nodes[tree_last(j->nodes, parent)].kind != NODE_NONE))
			return false;
	}
	return true;
}

/*
 * m = getattr(self, name, None)
 * if m is None or name.startswith("_"): raise ...
 */
static bool
is_refused_next(struct judge *j, uint32_t call, uint32_t name)
{
	uint32_t assignment = j->nodes[call].parent, statement, block, next;
	uint32_t binding = judge_binding(j, name), found;

	statement = j->nodes[assignment].parent;
	block = j->nodes[statement].parent;
	next = j->nodes[statement].skip;
	if (binding == 0 || j->nodes[assignment].kind != NODE_ASSIGNMENT ||
	    call != tree_last(j->nodes, assignment) ||
	    j->nodes[assignment + 1].kind != NODE_IDENTIFIER ||
	    j->nodes[statement].kind != NODE_EXPRESSION_STATEMENT ||
	    j->nodes[block].kind != NODE_BLOCK || next >= j->nodes[block].skip ||
	    j->nodes[next].kind != NODE_IF || tree_count(j->nodes, next) != 2 ||
	    !block_leaves(j, tree_last(j->nodes, next)))
		return false;
	found = judge_binding(j, assignment + 1);
	return found != 0 && j->scopes.list[j->scopes.bindings[found].scope]
	    .kind == SCOPE_FUNCTION && is_only_asked_for(j, next + 1, found) &&
	    is_only_asked_for(j, tree_last(j->nodes, next), found) &&
	    !is_bound_between(j, binding, next, j->nodes[next].skip) &&
	    guarded_by(j, next + 1, binding, true, ASKED_PUBLIC) != NULL &&
	    texts_are_texts(j);
}

bool
own_public_name(struct judge *j, uint32_t call, uint32_t object, uint32_t name)
{
	return j->nodes[name].kind == NODE_IDENTIFIER && (guarded(j, name,
	    ASKED_PUBLIC) != NULL || is_refused_next(j, call, name)) &&
	    own_holds_values(j, object);
}
