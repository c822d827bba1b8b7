/*
 * Annotations: what asks for the types of a function, as singledispatch does,
 * runs the texts in them as code. And what makes methods out of the names in
 * them, as dataclass does, runs the names.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../source/identifier.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"

/* Is this part of an annotation? */
static bool
is_annotation(const struct judge *j, uint32_t at)
{
	for (;;) {
		at = j->nodes[at].parent;
		switch (j->nodes[at].kind) {
		case NODE_TYPE:
			return true;
		case NODE_GENERIC_TYPE:
		case NODE_TYPE_PARAMETER:
		case NODE_UNION_TYPE:
		case NODE_MEMBER_TYPE:
		case NODE_CONSTRAINED_TYPE:
		case NODE_SUBSCRIPT:
		case NODE_BINARY:
		case NODE_LIST:
		case NODE_TUPLE:
		case NODE_PARENTHESIZED:
		case NODE_CONDITIONAL:
		case NODE_BOOLEAN:
			continue;
		default:
			return false;
		}
	}
}

/* Without a call a text names types, and does nothing. */
static void
judge_texts_that_call(struct judge *j, const struct vset *set, uint32_t at)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && memchr(
		    set->v[i]->text.bytes, '(', set->v[i]->text.n) != NULL)
			j->judge_again(j, set->v[i], at);
}

void
check_annotation(struct judge *j, uint32_t at, const struct vset *set)
{
	if (is_annotation(j, at))
		judge_texts_that_call(j, set, at);
}

/* Is there something in this file that runs them without saying so? */
static bool
annotations_are_run(struct judge *j)
{
	uint32_t i;

	if (j->dispatches == ANSWER_UNASKED) {
		j->dispatches = ANSWER_NO;
		for (i = 0; i < j->tree.n; i++)
			if (j->nodes[i].kind == NODE_IDENTIFIER &&
			    (j->nodes[i].name == KNOWN(singledispatch) ||
			    j->nodes[i].name == KNOWN(singledispatchmethod)))
				j->dispatches = ANSWER_YES;
	}
	return j->dispatches == ANSWER_YES;
}

/* A class that nothing but a known decorator can have made another thing. */
static bool
is_certain_class(struct judge *j, uint32_t class)
{
	uint32_t decorated = j->nodes[class].parent, child;
	const struct vset *set;

	if (j->nodes[decorated].kind != NODE_DECORATED)
		return true;
	TREE_CHILDREN(j->nodes, decorated, child) {
		if (j->nodes[child].kind != NODE_DECORATOR)
			continue;
		set = eval(j, child + 1);
		if (j->nodes[child + 1].kind == NODE_CALL)
			set = eval(j, child + 2);
		if (vset_only(set, VALUE_PATH) == NULL)
			return false;
	}
	return true;
}

/* Types, and no text that would be run for one. */
static bool
are_types(struct judge *j, const struct vset *set)
{
	bool known = !set->unknown;
	size_t i;

	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_CLASS:
			if (!is_certain_class(j, set->v[i]->node))
				return false;
			known = true;
			break;
		case VALUE_PATH:
		case VALUE_MODULE:
		case VALUE_RESULT:
		case VALUE_NONE:
			break;
		default:
			return false;
		}
	return known && set->n > 0;
}

static bool
has_plain_annotations(struct judge *j, uint32_t function)
{
	uint32_t end = tree_last(j->nodes, function), i, type_end = 0;

	for (i = function + 1; i < end; i++) {
		if (j->nodes[i].kind == NODE_TYPE && i >= type_end)
			type_end = j->nodes[i].skip;
		if (i >= type_end)
			continue;
		switch (j->nodes[i].kind) {
		case NODE_IDENTIFIER:
			if (j->nodes[i].role == ROLE_LOAD &&
			    !are_types(j, eval(j, i)))
				return false;
			break;
		case NODE_ATTRIBUTE:
		case NODE_MEMBER_TYPE:
			if (!are_types(j, eval(j, i)))
				return false;
			break;
		case NODE_STRING:
		case NODE_CALL:
		case NODE_LAMBDA:
			return false;
		}
	}
	return true;
}

/* f.register(g) runs what annotates g; f.register(int) does not. */
void
check_register(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, last, list;
	bool good = false;

	if (!annotations_are_run(j))
		return;
	switch (j->nodes[parent].kind) {
	case NODE_DECORATOR:
		last = tree_last(j->nodes, j->nodes[parent].parent);
		good = j->nodes[last].kind == NODE_CLASS ||
		    (j->nodes[last].kind == NODE_FUNCTION &&
		    has_plain_annotations(j, last));
		break;
	case NODE_CALL:
		list = tree_last(j->nodes, parent);
		good = at == parent + 1 && tree_count(j->nodes, list) > 0 &&
		    are_types(j, eval(j, list + 1));
		break;
	}
	if (!good)
		report_flow(j, FLOW_TEXT_AS_CODE, at, "register", NULL);
}

/* A name in place of a type that stands for a text. */
void
check_annotation_name(struct judge *j, uint32_t at)
{
	uint32_t name = at + 1;

	if (name < j->nodes[at].skip &&
	    j->nodes[name].kind == NODE_IDENTIFIER)
		judge_texts_that_call(j, eval(j, name), name);
}

/* "a,print(1)" and the like: Python, where a name is meant. */
static bool
holds_call(const struct value *v)
{
	const char *s = v->text.bytes, *open = memchr(s, '(', v->text.n);
	size_t i;

	if (open == NULL)
		return false;
	for (i = 0; i < v->text.n; i++)
		if (strchr("=,'\"[", s[i]) != NULL)
			return true;
	return open > s && identifier_is_plain(open[-1]);
}

/* Is the key of this subscript a name, or one of a few? */
static bool
has_plain_key(struct judge *j, uint32_t subscript)
{
	const struct vset *set = eval(j, tree_last(j->nodes, subscript));
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind != VALUE_STR)
			return false;
		for (k = 0; k < set->v[i]->text.n; k++)
			if (!identifier_is_plain(set->v[i]->text.bytes[k]))
				return false;
	}
	return !set->unknown && set->n > 0;
}

/* A function of the submission's own may do with it what it likes. */
static bool
set_holds_own(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_FUNCTION)
			return true;
	return false;
}

/*
 * Is what holds the fields' names written to, where it stands at `at`? What
 * reads it is fine.
 */
static bool
is_changed(struct judge *j, uint32_t at, bool bare)
{
	static const char changes[][16] = { "__ior__", "__setitem__",
	    "setdefault", "setitem", "update" };
	uint32_t parent = j->nodes[at].parent, callee;

	switch (j->nodes[parent].kind) {
	case NODE_ASSIGNMENT:
		/* f.__annotations__ = g.__annotations__ */
		callee = tree_last(j->nodes, tree_last(j->nodes, parent));
		return at == parent + 1 ? j->nodes[callee].kind !=
		    NODE_IDENTIFIER || j->nodes[callee].name !=
		    j->nodes[tree_last(j->nodes, at)].name : bare;
	case NODE_SUBSCRIPT:
		return at == parent + 1 && j->nodes[parent].role ==
		    ROLE_STORE && !has_plain_key(j, parent);
	case NODE_ATTRIBUTE:
		return IS_ONE_OF(names_text(j->names, j->nodes[
		    tree_last(j->nodes, parent)].name), changes);
	case NODE_ARGUMENTS:
		callee = tree_last_name(j->nodes, j->nodes[parent].parent + 1);
		return callee == 0 || IS_ONE_OF(names_text(j->names,
		    j->nodes[callee].name), changes) ||
		    set_holds_own(eval(j, callee));
	default:
		return j->nodes[at].role == ROLE_STORE;
	}
}

/*
 * A class body says what its fields are called; who writes them into
 * `__annotations__` by hand may call them anything.
 */
void
check_annotations_changed(struct judge *j, uint32_t name)
{
	uint32_t parent = j->nodes[name].parent;
	bool bare = j->nodes[parent].kind != NODE_ATTRIBUTE ||
	    name == parent + 1;

	if (j->nodes[parent].kind == NODE_KEYWORD_ARGUMENT ||
	    is_changed(j, bare ? name : parent, bare))
		report_flow(j, FLOW_BUILDS_CLASS, name, "__annotations__",
		    NULL);
}

/* body["__annotations__"] = ..., {"__annotations__": ...} */
void
check_annotations_text(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, callee;
	bool changed = false;

	switch (j->nodes[parent].kind) {
	case NODE_PAIR:
		changed = at == parent + 1;
		break;
	case NODE_SUBSCRIPT:
		changed = at != parent + 1 && is_changed(j, parent, false);
		break;
	case NODE_ASSIGNMENT:
		changed = true;
		break;
	case NODE_ARGUMENTS:
		callee = tree_last_name(j->nodes, j->nodes[parent].parent + 1);
		changed = callee == 0 || judge_is_named(j, callee,
		    "__setitem__") || strncmp(names_text(j->names,
		    j->nodes[callee].name), "set", 3) == 0;
		break;
	}
	if (changed)
		report_flow(j, FLOW_BUILDS_CLASS, at, "__annotations__",
		    NULL);
}

/* Is there a text here in which something is called: "a,*,b=f()"? */
static bool
writes_calls(struct judge *j)
{
	const struct vset *set;
	const char *open;
	uint32_t i;
	size_t k;

	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_STRING &&
		    j->nodes[i].kind != NODE_CONCATENATED_STRING)
			continue;
		set = eval(j, i);
		for (k = 0; k < set->n; k++) {
			open = set->v[k]->kind != VALUE_STR ? NULL :
			    memchr(set->v[k]->text.bytes, '(',
			    set->v[k]->text.n);
			if (open != NULL && open > set->v[k]->text.bytes &&
			    identifier_is_plain(open[-1]))
				return true;
		}
	}
	return false;
}

/* The first parameter of a method. */
static bool
is_self(const struct judge *j, uint32_t node)
{
	const struct def *d = judge_only_def(j, node);

	return d != NULL && d->kind == DEF_PARAMETER && d->index == 0 &&
	    j->scopes.list[j->nodes[d->owner].scope].kind == SCOPE_CLASS;
}

void
check_field_class(struct judge *j, uint32_t class)
{
	uint32_t list, base;

	if (names_lookup(j->names, "Field", 5) == 0 ||
	    (list = tree_child(j->nodes, class, NODE_ARGUMENTS)) == 0)
		return;
	TREE_CHILDREN(j->nodes, list, base)
		if (makes_one_of(j, base, "dataclasses.Field", 0))
			report_flow(j, FLOW_BUILDS_CLASS, base,
			    "dataclasses.Field", NULL);
}

/* fields(C)[0].name = "a,*,b=f()": what derives from C makes code of it. */
void
check_field_renamed(struct judge *j, uint32_t attribute)
{
	static const char fields[][24] = { "Field", "__dataclass_fields__",
	    "field", "fields" };
	uint32_t node = j->nodes[attribute].parent;
	const struct vset *set;

	if (!judge_is_named(j, tree_last(j->nodes, attribute), "name") ||
	    names_lookup(j->names, "dataclass", 9) == 0)
		return;
	if (j->nodes[node].kind == NODE_ASSIGNMENT && attribute == node + 1) {
		check_field_name(j, tree_last(j->nodes, node));
		if (!eval(j, tree_last(j->nodes, node))->unknown)
			return;
	}
	/* for f.name in texts; def put(f, x): f.name = x */
	set = eval(j, attribute + 1);
	if (vset_only(set, VALUE_OBJECT) == NULL && !is_self(j, attribute + 1) &&
	    OWN_MENTIONS(j, fields) && writes_calls(j))
		report_flow(j, FLOW_BUILDS_CLASS, attribute, "name", NULL);
}

void
check_field_name(struct judge *j, uint32_t node)
{
	const struct value *v;

	if (names_lookup(j->names, "dataclass", 9) == 0)
		return;
	v = vset_only(eval(j, node), VALUE_STR);
	if (v != NULL ? holds_call(v) : eval(j, node)->unknown &&
	    is_computed(j, node))
		report_flow(j, FLOW_BUILDS_CLASS, node, "name", v);
}

/* a = C.__annotations__; a["x,f()"] = int: by another name. */
void
check_annotation_key(struct judge *j, uint32_t subscript)
{
	const struct value *v;

	if (j->nodes[subscript].role != ROLE_STORE)
		return;
	v = vset_only(eval(j, tree_last(j->nodes, subscript)), VALUE_STR);
	if (v != NULL && holds_call(v) &&
	    own_first_of(j, KNOWN(dunder_annotations)) != 0)
		report_flow(j, FLOW_BUILDS_CLASS, subscript,
		    "__annotations__", v);
}
