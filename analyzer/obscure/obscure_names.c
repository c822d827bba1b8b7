/*
 * What a name, a parameter, an attribute may hold: everything that the
 * submission puts there, by whatever way.
 */
#include "obscure_parts.h"


#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "behind.h"
#include "obscure_sets.h"

/* What a function gives: its returns, and what it yields. */
void
query_function(struct query *q, uint32_t function, bool number)
{
	struct judge *j = q->j;
	uint32_t scope = j->nodes[tree_last(j->nodes, function)].scope, def, i;

	for (def = j->scopes.list[scope].returns; def != 0;
	    def = j->scopes.defs[def].next)
		query_visit(q, j->scopes.defs[def].expr, number);
	if (j->scopes.list[scope].yields)
		for (i = function; i < j->nodes[function].skip; i++)
			if (j->nodes[i].kind == NODE_YIELD)
				query_children(q, i, number);
}

/* What the body of a class binds to its names. */
static void
query_body(struct query *q, uint32_t class, bool number)
{
	struct judge *j = q->j;
	uint32_t body = tree_last(j->nodes, class), i;

	if (j->nodes[body].kind != NODE_BLOCK ||
	    body + 1 >= j->nodes[body].skip)
		return;
	for (i = j->scopes.list[j->nodes[body + 1].scope].bindings; i != 0;
	    i = j->scopes.bindings[i].sibling)
		query_binding(q, i, number);
}

/* The own classes it is made of, and the one that makes it: metaclass=M. */
static void
query_above(struct query *q, uint32_t class, bool number)
{
	struct judge *j = q->j;
	uint32_t list = tree_child(j->nodes, class, NODE_ARGUMENTS), child;
	const struct vset *set;
	size_t i;

	if (list == 0)
		return;
	TREE_CHILDREN(j->nodes, list, child) {
		set = eval(j, child);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_CLASS &&
			    query_mark(q, list, SEEN_WHOLE))
				query_class(q, set->v[i]->node, number);
	}
}

/* An object of an own class: what its methods give may become its text. */
void
query_class(struct query *q, uint32_t class, bool number)
{
	struct judge *j = q->j;
	uint32_t i;

	/* All of it: the fields of a record, the members of an enumeration. */
	if (!q->of_member && query_mark(q, class, SEEN_WHOLE))
		query_body(q, class, number);
	for (i = class; i < j->nodes[class].skip; i++)
		if (j->nodes[i].kind == NODE_FUNCTION && query_mark(q, i, SEEN))
			query_function(q, i, number);
	query_above(q, class, number);
}

/* column.apply(f): what f is given is in the column. */
static void
visit_column(struct query *q, uint32_t call, bool number)
{
	static const char all[][16] = { "agg", "aggregate", "apply",
	    "applymap", "map", "pipe", "transform" };
	uint32_t object;

	if (IS_ONE_OF(site_attribute(q->j, call + 1, &object), all) &&
	    object != 0)
		query_visit(q, object, number);
}

/* What a call hands to the n-th parameter, of this name. */
static void
visit_argument(struct query *q, const struct use *u, const struct def *d,
    bool number)
{
	struct judge *j = q->j;
	uint32_t list = tree_last(j->nodes, u->node), child, position = 0;
	bool method;

	if (j->nodes[list].kind != NODE_ARGUMENTS) {
		query_visit(q, list, number);
		return;
	}
	if (u->given)
		visit_column(q, u->node, number);
	method = j->scopes.list[j->nodes[d->owner].scope].kind == SCOPE_CLASS;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			if (d->kind == DEF_PACK || u->given ||
			    j->nodes[child + 1].name == j->nodes[d->node].name)
				query_visit(q, tree_last(j->nodes, child), number);
			continue;
		}
		if (u->given && set_holds_function(eval(j, child)))
			continue;
		if (d->kind == DEF_PACK || u->given ||
		    tree_is_splat(j->nodes, child) ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT ||
		    position == d->index ||
		    (method && position + 1 == d->index))
			query_visit(q, child, number);
		position++;
	}
}

/*
 * `self`, and what Python itself hands to __truediv__ and the like: operands,
 * which are looked at where the operator stands.
 */
static bool
is_called_by_python(const struct judge *j, const struct def *d)
{
	uint32_t child;

	if (j->scopes.list[j->nodes[d->owner].scope].kind != SCOPE_CLASS)
		return false;
	if (d->index == 0)
		return true;
	TREE_CHILDREN(j->nodes, d->owner, child)
		if (j->nodes[child].kind == NODE_IDENTIFIER) {
			const char *s = names_text(j->names,
			    j->nodes[child].name);

			return strlen(s) > 4 && memcmp(s, "__", 2) == 0 &&
			    strcmp(s, "__init__") != 0;
		}
	return false;
}

/* `self`, of a class whose objects are texts. */
static bool
is_text_itself(struct judge *j, const struct def *d)
{
	uint32_t scope = j->nodes[d->owner].scope;

	return d->index == 0 && j->scopes.list[scope].kind == SCOPE_CLASS &&
	    !own_class_is_no_text(j, j->scopes.list[scope].node);
}

/* A library's function, that calls what it is given with what it likes. */
static bool
calls_with_more(struct judge *j, uint32_t call)
{
	/* These hand on what stands beside it. */
	static const char plain[][24] = { "asyncio.", "collections.",
	    "concurrent.", "functools.", "itertools.", "joblib.",
	    "multiprocessing.", "threading.", "tqdm." };
	const struct vset *set = j->nodes[call].kind == NODE_CALL ?
	    eval(j, call + 1) : &vset_none;
	const char *name;
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind != VALUE_PATH)
			continue;
		name = names_text(j->names, set->v[i]->name);
		for (k = 0; k < ARRAY_SIZE(plain); k++)
			if (strncmp(name, plain[k], strlen(plain[k])) == 0)
				break;
		if (strchr(name, '.') != NULL && k == ARRAY_SIZE(plain))
			return true;
	}
	return false;
}

/*
 * class B(A, x="text"): __init_subclass__ of A is given x, a metaclass all that
 * stands in the body.
 */
static void
visit_class_keywords(struct query *q, const struct def *d, bool number)
{
	struct judge *j = q->j;
	uint32_t i, list, child;

	for (i = 0; i < j->tree.n; i++) {
		if (j->nodes[i].kind != NODE_CLASS)
			continue;
		list = tree_child(j->nodes, i, NODE_ARGUMENTS);
		if (list == 0)
			continue;
		TREE_CHILDREN(j->nodes, list, child)
			if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT)
				continue;
			else if (judge_is_named(j, child + 1, "metaclass"))
				query_body(q, i, number);
			else if (d->kind == DEF_PACK ||
			    j->nodes[child + 1].name == j->nodes[d->node].name)
				query_visit(q, tree_last(j->nodes, child),
				    number);
	}
}

/* def deco(f): def g(*a): ...; who calls what @deco stands above gives `a`. */
static bool
is_of_wrapper(const struct judge *j, const struct def *d)
{
	uint32_t around = j->scopes.list[j->nodes[d->owner].scope].node, use;

	if (d->kind != DEF_PACK || around == 0)
		return false;
	for (use = j->first_use[around]; use != 0; use = j->uses[use - 1].next)
		if (j->nodes[j->uses[use - 1].node].kind == NODE_DECORATOR)
			return true;
	return false;
}

static void
visit_parameter(struct query *q, const struct def *d, bool number)
{
	struct judge *j = q->j;
	uint32_t use;

	if (d->expr != 0 && d->kind == DEF_PARAMETER)
		query_visit(q, d->expr, number);
	if (q->quiet)
		return;
	if (is_called_by_python(j, d) && d->index > 0) {
		visit_class_keywords(q, d, number);
		query_note_nowhere(q, number);
	}
	if (is_text_itself(j, d))
		query_note_nowhere(q, number);
	use = d->owner < j->tree.n ? j->first_use[d->owner] : 0;
	if (query_is_printed(j, d))
		query_note(q, IS_MADE | HAS_SLASH | HAS_INNER, number);
	/* Who calls it, and with what, is not to be seen. */
	if (use == 0 && !is_called_by_python(j, d) && !is_of_wrapper(j, d)) {
		query_note_nowhere(q, number);
		if (!query_is_printed(j, d) && !query_fed(q, d->owner, number))
			q->found |= FROM_OUTSIDE;
	}
	for (; use != 0; use = j->uses[use - 1].next) {
		struct use u = j->uses[use - 1];

		if (u.given && calls_with_more(j, u.node))
			query_note_nowhere(q, number);
		visit_argument(q, &u, d, number);
	}
}

/* @f.register: another function that f may turn out to be. */
static void
visit_registered(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;

	while (at != 0 && j->nodes[at].kind != NODE_DECORATED)
		at = j->nodes[at].parent;
	at = tree_last(j->nodes, at);
	if (j->nodes[at].kind == NODE_FUNCTION)
		query_function(q, at, number);
}

/* config.read("a.ini"): its parts come out of a file. */
static bool
reads_in(const struct judge *j, uint32_t at)
{
	const char *name;

	if (j->nodes[at].kind != NODE_ATTRIBUTE)
		return false;
	name = names_text(j->names, j->nodes[tree_last(j->nodes, at)].name);
	return strncmp(name, "read", 4) == 0 &&
	    strcmp(name, "read_string") != 0 && strcmp(name, "read_dict") != 0;
}

/* config.read_dict({"p": {"dir": ".x", "file": "%(home)s/%(dir)s"}}) */
static bool
is_interpolated(struct judge *j, uint32_t at)
{
	static const char all[][16] = { "read_dict", "read_string", "set" };
	const char *name;
	uint32_t object;

	name = site_attribute(j, at, &object);
	/* A variable is set to one thing; an option in a section. */
	return IS_ONE_OF(name, all) && (name[0] != 's' || tree_count(j->nodes,
	    tree_last(j->nodes, j->nodes[at].parent)) > 2);
}

/* redirect_stdout(x), csv.writer(x): what is printed or written from then on. */
static bool
is_printed_to(struct judge *j, uint32_t at)
{
	static const char writers[][24] = { "csv.DictWriter", "csv.writer",
	    "functools.partial", "io.TextIOWrapper", "logging.StreamHandler" };
	const struct value *v = j->nodes[j->nodes[at].parent].kind ==
	    NODE_CALL ? vset_only(eval(j, at), VALUE_PATH) : NULL;
	const char *name = v == NULL ? "" : names_text(j->names, v->name);

	return strncmp(name, "contextlib.redirect_", 20) == 0 ||
	    IS_ONE_OF(name, writers);
}

/* d["/etc/x"] = y, d["/etc/x"].append(y): who asks d is given its keys. */
static void
visit_key(struct query *q, uint32_t at, bool number)
{
	uint32_t key;
	const struct vset *set;
	size_t i;

	if (q->j->nodes[at].kind == NODE_ATTRIBUTE)
		at++;
	if (q->j->nodes[at].kind != NODE_SUBSCRIPT)
		return;
	key = tree_last(q->j->nodes, at);
	set = eval(q->j, key);
	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_STR ||
		    set->v[i]->kind == VALUE_PARTIAL) &&
		    set->v[i]->text.n > 1 &&
		    memchr("/~.", set->v[i]->text.bytes[0], 3) != NULL) {
			query_visit(q, key, number);
			return;
		}
}

/* os.path.join(x), of a module: it makes something, and keeps nothing. */
static bool
keeps_nothing(struct judge *j, uint32_t at)
{
	const struct value *v = j->nodes[at].kind != NODE_ATTRIBUTE ||
	    vset_only(eval(j, at + 1), VALUE_MODULE) == NULL ? NULL :
	    vset_only(eval(j, at), VALUE_PATH);

	return v != NULL && manner_of(names_text(j->names, v->name)) !=
	    MANNER_OUTSIDE;
}

/* What is put into this by x.append(y), x[k] = y, and the like. */
static void
visit_changes(struct query *q, uint32_t index, bool number)
{
	struct judge *j = q->j;
	uint32_t use;

	for (use = j->first_change[index]; use != 0;
	    use = j->uses[use - 1].next) {
		uint32_t at = j->uses[use - 1].node;
		uint32_t parent = j->nodes[at].parent;

		unsigned saved = q->around;

		if (query_stands_for_write(j, at)) {
			query_note(q, IS_MADE | HAS_SLASH | HAS_INNER, number);
			continue;
		}
		/* It may come out of what is only asked. */
		if (j->nodes[parent].kind == NODE_ASSIGNMENT &&
		    j->nodes[at].kind == NODE_ATTRIBUTE) {
			if (q->quiet && !number)
				query_note_call(q, 0, tree_last(j->nodes,
				    parent));
			continue;
		}
		visit_key(q, at, number);
		if (q->quiet && !number && !keeps_nothing(j, at))
			query_note_call(q, at, tree_last(j->nodes, parent));
		if (reads_in(j, at)) {
			query_note(q, FROM_OUTSIDE, number);
			q->asks |= LIES_IN_FILE;
		}
		if (is_interpolated(j, at))
			q->around |= BEFORE_SOMETHING | AFTER_SLASH |
			    AFTER_SOMETHING | MAY_BEGIN;
		if (is_printed_to(j, at))
			query_note(q, IS_MADE | HAS_SLASH | HAS_INNER, number);
		/* map(x.append, parts) */
		if (j->nodes[parent].kind == NODE_ARGUMENTS)
			query_children(q, parent, number);
		else if (j->nodes[parent].kind == NODE_DECORATOR ||
		    (j->nodes[parent].kind == NODE_CALL && j->nodes[
		    j->nodes[parent].parent].kind == NODE_DECORATOR))
			visit_registered(q, at, number);
		else
			query_visit(q, tree_last(j->nodes, parent), number);
		q->around = saved;
	}
}

/*
 * A function as a value: what its decorators make of it, what it returns, and
 * what its parameters say of themselves (inspect.signature, __annotations__).
 */
static void
visit_definition(struct query *q, uint32_t function, bool number)
{
	struct judge *j = q->j;
	uint32_t parent = j->nodes[function].parent, child, i;
	const struct vset *set;
	size_t k;

	if (q->quiet || !query_enter(q, function, number))
		return;
	query_function(q, function, number);
	child = tree_first(j->nodes, function, NODE_PARAMETERS);
	for (i = child; child != 0 && i < j->nodes[child].skip; i++)
		if (j->nodes[i].kind == NODE_STRING)
			query_known(q, eval(j, i), true, number);
	if (j->nodes[parent].kind != NODE_DECORATED)
		return;
	TREE_CHILDREN(j->nodes, parent, child) {
		if (j->nodes[child].kind != NODE_DECORATOR)
			continue;
		query_note(q, IS_MADE, number);
		set = eval(j, child + 1);
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind == VALUE_FUNCTION)
				query_function(q, set->v[k]->node, number);
	}
}

void
query_binding(struct query *q, uint32_t index, bool number)
{
	struct judge *j = q->j;
	uint32_t def;

	if (!query_enter(q, q->bindings + index, number))
		return;
	for (def = j->scopes.bindings[index].first; def != 0;
	    def = j->scopes.defs[def].next) {
		struct def d = j->scopes.defs[def];

		switch (d.kind) {
		case DEF_VALUE:
			query_visit(q, d.expr, number);
			break;
		case DEF_AUGMENTED:
			query_note(q, IS_MADE, number);
			query_visit(q, tree_last(j->nodes, d.expr), number);
			break;
		case DEF_PARAMETER:
		case DEF_PACK:
			visit_parameter(q, &d, number);
			break;
		case DEF_BINDING:
			query_binding(q, d.expr, number);
			break;
		case DEF_FUNCTION:
			visit_definition(q, d.node, number);
			break;
		case DEF_CLASS:
			query_class(q, d.node, number);
			break;
		case DEF_UNKNOWN:
			query_caught(q, &d, number);
			break;
		case DEF_STAR:
			query_note(q, FROM_OUTSIDE, number);
			break;
		default:
			break;
		}
	}
	if (q->joined != NULL)
		query_joined_binding(q, index);
	visit_changes(q, index, number);
}

/* Of what binds the name, only the last before this place; false: any may. */
static bool
query_reaching(struct query *q, uint32_t at, uint32_t index, bool number)
{
	struct judge *j = q->j;
	uint32_t list[OWN_REACHING_MAX];
	size_t n = q->in_order ? own_reaching(j, at, list) : 0, i;

	if (n == 0)
		return false;
	for (i = 0; i < n; i++)
		query_visit(q, j->scopes.defs[list[i]].expr, number);
	if (q->joined != NULL)
		query_joined_binding(q, index);
	if (query_mark(q, q->bindings + index, SEEN_CHANGES))
		visit_changes(q, index, number);
	return true;
}

void
query_name(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	uint32_t index = judge_binding(j, at);
	const char *name = names_text(j->names, j->nodes[at].name);

	if (index != 0 && query_reaching(q, at, index, number))
		return;
	if (index != 0)
		query_binding(q, index, number);
	else if (strcmp(name, "__doc__") == 0) {
		query_note(q, HAS_SLASH, number);
		query_note_nowhere(q, number);
	} else if (strcmp(name, "__annotations__") == 0)
		query_note_nowhere(q, number);
	else if (strcmp(name, "__file__") == 0) {
		/* (__file__, x): it may be the other as well. */
		if (j->nodes[j->nodes[at].parent].kind != NODE_TUPLE &&
		    j->nodes[j->nodes[at].parent].kind != NODE_LIST)
			query_note(q, FROM_OUTSIDE, number);
	}
	else if (!facts_is_builtin(j->facts, j->nodes[at].name) &&
	    strcmp(name, "__name__") != 0)
		query_note(q, FROM_OUTSIDE, number);
	else if (strcmp(name, "chr") == 0)	/* map(chr, x) */
		query_note_manner(q, MANNER_SPELLS, number);
}
