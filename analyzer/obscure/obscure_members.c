/*
 * What an attribute may hold: whatever the submission stores under that name,
 * by a statement, by setattr() or by a text.
 */
#include "obscure_parts.h"


#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own_records.h"
#include "../values/eval.h"
#include "obscure_sets.h"

/* Attributes of modules that are constants, and hold a separator. */
static const char constants[][24] = {
	"os.altsep", "os.extsep", "os.pardir", "os.path.altsep",
	"os.path.pardir", "os.path.sep", "os.sep", "os.devnull",
	"string.printable", "string.punctuation",
};

/* Attributes of a Path that are, or hold, one. */
static const char of_paths[][8] = { "anchor", "parent", "parents" };

/* What is in the last name of a path, or all of it. */
static const char last_names[][8] = { "name", "stem", "suffix" };

/* Is this name a field of the class: annotated in its body? */
static bool
is_field(const struct judge *j, uint32_t class, uint32_t name)
{
	uint32_t body = tree_last(j->nodes, class), child, at;

	TREE_CHILDREN(j->nodes, body, child) {
		at = child;
		if (j->nodes[at].kind == NODE_EXPRESSION_STATEMENT)
			at++;
		if (j->nodes[at].kind == NODE_ASSIGNMENT &&
		    j->nodes[at + 1].name == name &&
		    tree_first(j->nodes, at, NODE_TYPE) != 0)
			return true;
	}
	return false;
}

/* What one call that makes a record gives to this field of it. */
static void
visit_field_in(struct query *q, const struct use *u, uint32_t name,
    bool number)
{
	struct judge *j = q->j;
	uint32_t list = tree_last(j->nodes, u->node), child;
	const struct value *class = u->given ? NULL :
	    vset_only(eval(j, u->node + 1), VALUE_CLASS);
	struct record_place place;
	size_t position = 0;
	bool sure = class != NULL && record_place(j, class->node, name,
	    &place) && place.is_field;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			if (u->given || j->nodes[child + 1].name == name)
				query_visit(q, tree_last(j->nodes, child),
				    number);
		} else if (!sure || position++ == place.position ||
		    tree_is_splat(j->nodes, child) ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			query_visit(q, child, number);
}

/* What @dataclass or NamedTuple put into a field that is annotated. */
static void
visit_field(struct query *q, uint32_t class, uint32_t name, bool number)
{
	struct judge *j = q->j;
	uint32_t use;

	if (!is_field(j, class, name))
		return;
	for (use = j->first_use[class]; use != 0; use = j->uses[use - 1].next) {
		struct use u = j->uses[use - 1];

		visit_field_in(q, &u, name, number);
	}
}

/* The name that a NameError or an ImportError tells stands in the source. */
static bool
is_caught(struct judge *j, uint32_t object)
{
	const struct def *d = j->nodes[object].kind == NODE_IDENTIFIER ?
	    judge_only_def(j, object) : NULL;
	uint32_t at = d == NULL || d->kind != DEF_UNKNOWN ? 0 : d->node;

	while (at != 0 && j->nodes[at].kind != NODE_EXCEPT)
		at = j->nodes[at].parent;
	return at != 0;
}

/*
 * setattr(x, k, v), x.__dict__.update(d), d[k] = v, {k: v}: what stores
 * something under a text.
 */
static bool
stores_by_text(const struct judge *j, uint32_t at)
{
	switch (j->nodes[at].kind) {
	case NODE_CALL:
		if (j->nodes[at + 1].kind == NODE_ATTRIBUTE)
			return judge_is_named(j, tree_last(j->nodes, at + 1),
			    "update");
		return j->nodes[at + 1].kind == NODE_IDENTIFIER &&
		    j->nodes[at + 1].name == KNOWN(setattr) &&
		    tree_count(j->nodes, tree_last(j->nodes, at)) == 3;
	case NODE_SUBSCRIPT:
		return j->nodes[at].role == ROLE_STORE;
	case NODE_PAIR:
		return true;
	case NODE_AUGMENTED:
		return j->nodes[at + 1].kind == NODE_ATTRIBUTE;
	default:
		return false;
	}
}

/* Finds all of these once: a source may ask of many names. */
static void
find_stores(struct judge *j)
{
	uint32_t i, n = 0;

	for (i = 0; i < j->tree.n; i++)
		n += stores_by_text(j, i);
	j->stores = arena_alloc(j->arena, (n + 1) * sizeof(*j->stores));
	j->nstores = n;
	for (i = n = 0; n < j->nstores; i++)
		if (stores_by_text(j, i))
			j->stores[n++] = i;
}

/* What is stored under this name by setattr(), or under a key. */
static void
visit_stored_by_text(struct query *q, uint32_t name, bool number)
{
	struct judge *j = q->j;
	const struct value *v;
	uint32_t i, k, key;

	if (j->stores == NULL)
		find_stores(j);
	for (k = 0; k < j->nstores; k++) {
		i = j->stores[k];
		if (j->nodes[i].kind == NODE_AUGMENTED)
			continue;
		if (j->nodes[i].kind == NODE_CALL) {
			uint32_t list = tree_last(j->nodes, i);

			if (list + 1 < j->nodes[list].skip)
				query_visit(q, tree_last(j->nodes, list),
				    number);
			continue;
		}
		key = j->nodes[i].kind == NODE_PAIR ? i + 1 :
		    tree_last(j->nodes, i);
		v = vset_only(eval(j, key), VALUE_STR);
		if (v != NULL && value_is_text(v, names_text(j->names, name)))
			query_visit(q, tree_last(j->nodes, j->nodes[i].kind ==
			    NODE_PAIR ? i : j->nodes[i].parent), number);
	}
}

/* x.name += y */
static void
visit_augmented(struct query *q, uint32_t name, bool number)
{
	struct judge *j = q->j;
	uint32_t i, k;

	if (j->stores == NULL)
		find_stores(j);
	for (k = 0; k < j->nstores; k++) {
		i = j->stores[k];
		if (j->nodes[i].kind != NODE_AUGMENTED || j->nodes[tree_last(
		    j->nodes, i + 1)].name != name)
			continue;
		query_note(q, IS_MADE, number);
		query_visit(q, tree_last(j->nodes, i), number);
	}
}

/*
 * Stored in an attribute, of any object; bound in the body of a class. False
 * if neither is to be seen.
 */
static bool
visit_stored(struct query *q, uint32_t name, bool number)
{
	struct judge *j = q->j;
	uint32_t index, scope;
	bool found = false;

	/* A name that nobody asked for before is bound nowhere. */
	if (q->attributes + name >= j->seen_cap)
		return false;
	if (q->quiet || !query_enter(q, q->attributes + name, number))
		return true;
	visit_augmented(q, name, number);
	for (scope = 0; scope < j->scopes.n; scope++)
		if (scope == 0 || j->scopes.list[scope].kind == SCOPE_CLASS) {
			index = scopes_find(&j->scopes, scope, name);
			if (index != 0)
				query_binding(q, index, number);
			if (index != 0 && scope != 0)
				visit_field(q, j->scopes.list[scope].node,
				    name, number);
			found |= index != 0;
		}
	return found;
}

static bool
is_parent(const struct judge *j, uint32_t at)
{
	return j->nodes[at].kind == NODE_ATTRIBUTE && judge_is_named(j,
	    tree_last(j->nodes, at), "parent");
}

void
query_member(struct query *q, uint32_t at, uint32_t object, uint32_t member,
    bool number)
{
	struct judge *j = q->j;
	const struct vset *set = eval(j, object);
	const char *name = names_text(j->names, member);
	bool saved, own, last_name;
	size_t i;

	for (i = 0; i < set->n; i++) {
		const char *full;

		if (set->v[i]->kind != VALUE_MODULE)
			continue;
		full = names_text(j->names, facts_join(j->facts,
		    set->v[i]->name, member));
		if (IS_ONE_OF(full, constants))
			query_note(q, HAS_SLASH, number);
		else if (query_is_stream(j, at))
			query_note(q, IS_MADE | HAS_SLASH | HAS_INNER, number);
		else
			query_note_manner(q, manner_of(full), number);
		return;
	}
	if (strcmp(name, "__doc__") == 0) {
		query_note(q, HAS_SLASH | HAS_UNDERSCORE, number);
		query_note_nowhere(q, number);
		/* f.__doc__ = x; property(doc=x).__doc__ */
		visit_stored(q, member, number);
		if (vset_only(set, VALUE_RESULT) != NULL)
			query_visit(q, object, number);
		return;
	}
	if (strcmp(name, "__annotations__") == 0)
		query_note(q, IS_MADE, number);
	if (strcmp(name, "name") == 0 && is_caught(j, object)) {
		query_note(q, IS_MADE, number);
		return;
	}
	own = set_is_own(set);
	if (!visit_stored(q, member, number) && (own || set->n == 0))
		visit_stored_by_text(q, member, number);
	set = eval(j, at);
	if (strcmp(name, "parent") == 0 && !is_parent(j, object))
		query_note(q, HAS_SLASH | IS_MADE | NO_LEAD, number);
	else if (IS_ONE_OF(name, of_paths) || (set->n == 1 && set->v[0]->kind ==
	    VALUE_LIST && set->v[0]->name == KNOWN(path_parts)))
		query_note(q, HAS_SLASH | IS_MADE, number);
	saved = q->of_member;
	last_name = q->last_name;
	q->of_member = own;
	q->last_name |= IS_ONE_OF(name, last_names);
	query_visit(q, object, number);
	q->of_member = saved;
	q->last_name = last_name;
}
