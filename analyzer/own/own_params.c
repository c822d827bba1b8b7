/*
 * What functions of the submission's own are handed, where every call of them
 * is in the source and says it: a name of an attribute, or the list that
 * names are taken from. One use that is no plain call, one argument that is
 * not known, and nothing is bounded.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../places/signatures.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "own_records.h"

/* Every identifier of the name is `except_for`, is read, or is no name. */
static bool
is_never_bound(struct judge *j, uint32_t name, uint32_t except_for)
{
	uint32_t i;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (i != except_for && j->nodes[i].role != ROLE_LOAD &&
		    j->nodes[i].role != ROLE_NAME)
			return false;
	return true;
}

/* The name of a function that nothing decorates; or 0. */
static uint32_t
name_of(const struct judge *j, uint32_t function)
{
	return (j->nodes[function].kind != NODE_FUNCTION ||
	    j->nodes[j->nodes[function].parent].kind == NODE_DECORATED) &&
	    j->nodes[function].kind != NODE_CLASS ? 0 :
	    tree_first(j->nodes, function, NODE_IDENTIFIER);
}

/*
 * The name of a function that is defined once, by nothing but `def`; or 0.
 * `decorated`: maybe below what hands on all that it is called with.
 */
static uint32_t
plain_function(struct judge *j, uint32_t function, bool decorated,
    uint32_t *ret_binding)
{
	uint32_t name = decorated && j->nodes[function].kind == NODE_FUNCTION ?
	    tree_first(j->nodes, function, NODE_IDENTIFIER) :
	    name_of(j, function);
	const struct def *d;

	/*
	 * A library calls methods by their names: write(text) of a stream; and
	 * functions that a text names: df.query("a.map(@f)").
	 */
	if (name == 0 || eval_texts_name(j) ||
	    j->scopes.list[j->nodes[function].scope].kind ==
	    SCOPE_CLASS)
		return 0;
	*ret_binding = scopes_resolve(&j->scopes, j->nodes[function].scope,
	    j->nodes[name].name);
	d = scopes_only_def(&j->scopes, *ret_binding);
	return d != NULL && d->kind == DEF_FUNCTION && d->node == function &&
	    is_never_bound(j, j->nodes[name].name, name) &&
	    (!decorated || own_hands_on(j, function)) ? name : 0;
}

/* The parameter that this name stands for, and nothing else; or NULL. */
static const struct def *
parameter_only(struct judge *j, uint32_t at, uint32_t *ret_binding)
{
	const struct def *d = judge_only_def(j, at);

	*ret_binding = judge_binding(j, at);
	return d != NULL && d->kind == DEF_PARAMETER &&
	    d->index < SIGNATURE_MAX ? d : NULL;
}

#define LOOKING_MAX	5	/* names for the same list, through each other */

/* A name whose uses are being looked at. */
struct looking {
	uint32_t	 binding;
	unsigned	 depth;
	struct looking	*before;
};

/*
 * Is whatever this name stands for only looked at? What is asked again while
 * it is being answered is taken for granted: some use would have to be first.
 */
bool
own_only_looks(struct judge *j, uint32_t binding)
{
	const struct binding *b = &j->scopes.bindings[binding];
	struct looking one = { .binding = binding, .depth = 1,
	    .before = j->own_looking }, *l;
	uint32_t i, def;
	bool looked = true;

	for (l = j->own_looking; l != NULL; l = l->before)
		if (l->binding == binding)
			return true;
	one.depth = one.before == NULL ? 1 : one.before->depth + 1;
	if (one.depth > LOOKING_MAX || !own_may_look(j) ||
	    j->scopes.list[b->scope].kind == SCOPE_CLASS)
		return false;
	/* x += [...] changes the list that x stands for. */
	for (def = b->first; def != 0; def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind == DEF_AUGMENTED ||
		    j->scopes.defs[def].kind == DEF_BINDING)
			return false;
	j->own_looking = &one;
	for (i = own_first_of(j, b->name); i != 0 && looked;
	    i = j->own_next[i])
		looked = j->nodes[i].role != ROLE_LOAD || scopes_resolve(
		    &j->scopes, j->nodes[i].scope, b->name) != binding ||
		    eval_only_looks(j, i);
	j->own_looking = one.before;
	return looked;
}

/* Names that change a namespace by names nobody sees. */
static bool
has_namespaces(struct judge *j)
{
	return own_first_of(j, KNOWN(globals)) != 0 ||
	    own_first_of(j, KNOWN(locals)) != 0;
}

/* What is gathered of the calls. */
struct handed {
	const struct def	*parameter;
	uint32_t		 binding;	/* of the parameter */
	size_t			 position;
	bool			 needed;
	const struct vset	*all;
	own_visit		*visit;		/* or NULL: bounds go to all */
	void			*context;
};

/* What **dicts hand over to a parameter of this name. */
static bool
add_of_dicts(struct judge *j, uint32_t splat, uint32_t name,
    const struct vset **all)
{
	const struct vset *set = own_bounds(j, splat + 1);
	const char *text = names_text(j->names, name);
	size_t i, k;

	for (i = 0; set != NULL && i < set->n; i++) {
		const struct value *v = set->v[i], *key;

		if (v->kind != VALUE_DICT || v->flags & VALUE_OPEN)
			return false;
		for (k = 0; k + 1 < v->items.n; k += 2) {
			key = vset_only(v->items.list[k], VALUE_STR);
			if (key == NULL)
				return false;
			if (key->text.n != strlen(text) || memcmp(
			    key->text.bytes, text, key->text.n) != 0)
				continue;
			if (v->items.list[k + 1]->unknown ||
			    v->items.list[k + 1]->n == 0)
				return false;
			*all = vset_join(j->arena, *all, v->items.list[k + 1]);
		}
	}
	return set != NULL;
}

/*
 * The argument that a call gives to this place, 0 for none; false if that is
 * not certain. *ret_dicts: there are **dicts, which may give one, too.
 */
static bool
find_argument(const struct judge *j, uint32_t list, unsigned skip,
    const struct record_place *place, uint32_t *ret_found, bool *ret_dicts)
{
	uint32_t child;
	size_t position = 0;

	*ret_found = 0;
	*ret_dicts = false;
	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	TREE_CHILDREN(j->nodes, list, child)
		switch (j->nodes[child].kind) {
		case NODE_COMMENT:
			break;
		case NODE_KEYWORD_ARGUMENT:
			if (j->nodes[child + 1].name == place->name)
				*ret_found = tree_last(j->nodes, child);
			break;
		case NODE_DICTIONARY_SPLAT:
			*ret_dicts = true;
			break;
		default:
			if (position < skip) {
				position++;
				break;
			}
			if (place->position != RECORD_BY_NAME &&
			    position - skip == place->position)
				*ret_found = child;
			/* Behind a star, a position says nothing. */
			if (tree_is_splat(j->nodes, child) &&
			    place->position != RECORD_BY_NAME &&
			    position - skip <= place->position)
				return false;
			position++;
		}
	return true;
}

bool
own_add_argument(struct judge *j, uint32_t call, unsigned skip,
    const struct record_place *place, bool needed, const struct vset **all)
{
	uint32_t list = tree_last(j->nodes, call), child, found;
	bool splat;
	const struct vset *set;

	if (!find_argument(j, list, skip, place, &found, &splat))
		return false;
	/* What is given twice is given to nobody: TypeError. */
	if (found == 0) {
		TREE_CHILDREN(j->nodes, list, child)
			if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT &&
			    !add_of_dicts(j, child, place->name, all))
				return false;
		return !needed || splat;
	}
	/* A function that calls itself with just what it got adds nothing. */
	if (place->itself != 0 && j->nodes[found].kind == NODE_IDENTIFIER &&
	    judge_binding(j, found) == place->itself &&
	    judge_only_def(j, found) != NULL)
		return true;
	set = own_bounds(j, found);
	if (set != NULL)
		*all = vset_join(j->arena, *all, set);
	return set != NULL;
}

/*
 * The dict that **kw is in this call: a key for each argument that has a name,
 * and for those of other parameters as well.
 */
static bool
add_keywords(struct judge *j, struct handed *h, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;
	struct value *dict = value_new(j->arena, VALUE_DICT, call);
	const struct vset *set;
	const char *name;

	if (h->visit != NULL || j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	dict->items.list = arena_alloc(j->arena, (2 * tree_count(j->nodes,
	    list) + 1) * sizeof(*dict->items.list));
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return false;
		if (j->nodes[child].kind != NODE_KEYWORD_ARGUMENT)
			continue;
		name = names_text(j->names, j->nodes[child + 1].name);
		dict->items.list[dict->items.n++] = value_text(j->arena,
		    VALUE_STR, child + 1, name, strlen(name));
		set = eval(j, tree_last(j->nodes, child));
		dict->flags |= set->flags & (VALUE_HAS_MODULE |
		    VALUE_HAS_SENSITIVE);
		dict->items.list[dict->items.n++] = set;
	}
	value_settle(j->arena, dict);
	h->all = vset_join(j->arena, h->all, vset_one(j->arena, dict));
	return true;
}

/* What this call hands over at that position, or by the parameter's name. */
static bool
add_argument(struct judge *j, struct handed *h, uint32_t call, unsigned skip)
{
	const struct record_place place = { .name = j->nodes[
	    h->parameter->node].name, .position = h->position,
	    .itself = h->binding };
	uint32_t found;
	bool dicts;

	if (h->parameter->kind == DEF_PACK)
		return add_keywords(j, h, call);
	if (h->visit != NULL)
		return find_argument(j, tree_last(j->nodes, call), skip,
		    &place, &found, &dicts) && !dicts && (found == 0 ||
		    h->visit(j, h->context, found));
	return own_add_argument(j, call, skip, &place, h->needed, &h->all);
}

static bool
is_plain_call(const struct judge *j, uint32_t call, uint32_t callee)
{
	return j->nodes[call].kind == NODE_CALL && callee == call + 1 &&
	    j->nodes[tree_last(j->nodes, call)].kind == NODE_ARGUMENTS;
}

/* May an object have a .pipe() of the submission's own, unseen? */
static bool
has_own_pipe(struct judge *j)
{
	static const char makes[][16] = { "MagicMock", "Mock", "__dict__",
	    "make_dataclass", "namedtuple", "new_class", "setattr", "type",
	    "vars" };
	uint32_t i;

	/* SimpleNamespace(pipe=f) */
	for (i = own_first_named(j, "pipe"); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind != NODE_ATTRIBUTE)
			return true;
	return OWN_MENTIONS(j, makes);
}

/* df.pipe(f, a, b): f(df, a, b). */
static bool
is_piped(struct judge *j, uint32_t at)
{
	uint32_t list = j->nodes[at].parent, callee, name;

	callee = j->nodes[list].parent + 1;
	if (j->nodes[list].kind != NODE_ARGUMENTS || at != list + 1 ||
	    j->nodes[callee].kind != NODE_ATTRIBUTE)
		return false;
	name = j->nodes[tree_last(j->nodes, callee)].name;
	return strcmp(names_text(j->names, name), "pipe") == 0 &&
	    scopes_find(&j->scopes, 0, name) == 0 && !has_own_pipe(j);
}

/* with f(x) as y: nobody has what the call gives. */
static bool
is_entered(const struct judge *j, uint32_t call)
{
	uint32_t parent = j->nodes[call].parent;

	if (j->nodes[parent].kind == NODE_AS_PATTERN && call == parent + 1)
		parent = j->nodes[parent].parent;
	return j->nodes[parent].kind == NODE_WITH_ITEM;
}

/* Each mention of a function is a call of it. */
static bool
add_calls(struct judge *j, struct handed *h, uint32_t name, uint32_t binding)
{
	bool context = own_makes_context(j, h->parameter->owner);
	uint32_t i;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		if (j->nodes[i].role != ROLE_LOAD || judge_binding(j, i) !=
		    binding || own_is_plain_attribute(j, i))
			continue;
		if (is_piped(j, i) && h->position > 0 && !context) {
			if (!add_argument(j, h, j->nodes[j->nodes[i].parent]
			    .parent, 0))
				return false;
			continue;
		}
		if (!is_plain_call(j, j->nodes[i].parent, i) ||
		    (context && !is_entered(j, j->nodes[i].parent)) ||
		    !add_argument(j, h, j->nodes[i].parent, 0))
			return false;
	}
	return true;
}

/* Each mention of a method's name is a call, of whatever object. */
static bool
add_method_calls(struct judge *j, struct handed *h, uint32_t method)
{
	uint32_t i, name = j->nodes[method].name, parent;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (i == method || j->nodes[parent].kind == NODE_PARAMETERS)
			continue;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE ||
		    i == parent + 1) {
			/* In the class's body it would be the function. */
			if (j->nodes[i].role == ROLE_LOAD &&
			    j->nodes[i].scope == j->nodes[j->nodes[
			    method].parent].scope)
				return false;
			continue;
		}
		if (!is_plain_call(j, j->nodes[parent].parent, parent) ||
		    !add_argument(j, h, j->nodes[parent].parent, 0))
			return false;
	}
	return !own_reached_by_name(j, name, REACH_READS);
}

/* Nobody calls __init__ but Python: x.__init__(y) would hand over more. */
static bool
is_only_written(struct judge *j, uint32_t name)
{
	uint32_t i;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind != NODE_FUNCTION)
			return false;
	return !own_reached_by_name(j, name, REACH_READS);
}

/* Each mention of the class is a call of it: for what __init__ is handed. */
static bool
add_constructions(struct judge *j, struct handed *h, uint32_t class)
{
	uint32_t i, name = name_of(j, class);

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (i != name && j->nodes[i].role == ROLE_LOAD &&
		    is_plain_call(j, j->nodes[i].parent, i) &&
		    !add_argument(j, h, j->nodes[i].parent, 0))
			return false;
	return true;
}

static bool
visit_made(struct judge *j, void *context, uint32_t call, unsigned skip)
{
	return add_argument(j, context, call, skip);
}

/* The same, where objects of the class go elsewhere, but not the class. */
static bool
add_made(struct judge *j, struct handed *h, uint32_t class)
{
	uint32_t i;

	if (j->nodes[class].kind != NODE_CLASS || !record_is_one(j, class) ||
	    record_maker(j, class) != class)
		return false;
	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_CLASS && record_descends(j, i,
		    class) && (!record_is_one(j, i) ||
		    !record_is_closed(j, i)))
			return false;
	return record_each_made(j, class, visit_made, h);
}

/* What is handed to a method's parameter, past the object itself. */
static bool
add_of_method(struct judge *j, struct handed *h, uint32_t function)
{
	uint32_t name = name_of(j, function);
	const char *text = names_text(j->names, j->nodes[name].name);
	uint32_t class;

	if (name == 0 || h->position == 0)
		return false;
	h->position--;
	class = own_kept_class(j, function);
	if (strcmp(text, "__init__") == 0)
		return class != 0 && is_only_written(j, j->nodes[name].name) ?
		    add_constructions(j, h, class) : add_made(j, h,
		    j->nodes[j->nodes[function].parent].parent);
	if (class == 0)
		return false;
	/* Python calls methods between underscores itself. */
	return (text[0] != '_' || text[1] != '_') &&
	    add_method_calls(j, h, name);
}

/* All that any call may give to the parameter of `h`. */
static bool
gather_given(struct judge *j, struct handed *h)
{
	const struct def *d = h->parameter;
	uint32_t name, binding;

	h->position = d->index;
	h->needed = d->expr == 0;
	/* One that only its name reaches counts as far behind: no harm. */
	if ((h->position >= SIGNATURE_MAX && d->kind != DEF_PACK) ||
	    j->nodes[d->owner].kind != NODE_FUNCTION || has_namespaces(j) ||
	    !own_may_look(j))
		return false;
	h->binding = judge_binding(j, d->node);
	if (d->expr != 0 && h->visit != NULL) {
		if (!h->visit(j, h->context, d->expr))
			return false;
	} else if (d->expr != 0) {
		h->all = own_bounds(j, d->expr);
		if (h->all == NULL)
			return false;
	}
	if (j->scopes.list[j->nodes[d->owner].scope].kind == SCOPE_CLASS)
		return add_of_method(j, h, d->owner);
	name = plain_function(j, d->owner, true, &binding);
	return name != 0 && add_calls(j, h, name, binding);
}

bool
own_is_plain_function(struct judge *j, uint32_t function)
{
	uint32_t binding;

	return plain_function(j, function, false, &binding) != 0;
}

bool
own_each_call(struct judge *j, uint32_t function, own_visit_call *visit,
    void *context)
{
	uint32_t binding, i;
	uint32_t name = plain_function(j, function, false, &binding);

	if (name == 0 || has_namespaces(j) || !own_may_look(j))
		return false;
	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && judge_binding(j, i) ==
		    binding && (!is_plain_call(j, j->nodes[i].parent, i) ||
		    !visit(j, context, j->nodes[i].parent)))
			return false;
	return true;
}

const struct vset *
own_given(struct judge *j, const struct def *d)
{
	struct handed h = { .parameter = d, .all = &vset_none };

	return gather_given(j, &h) && h.all->n > 0 && !h.all->unknown ?
	    h.all : NULL;
}

bool
own_each_given(struct judge *j, const struct def *d, own_visit *visit,
    void *context)
{
	struct handed h = { .parameter = d, .all = &vset_none,
	    .visit = visit, .context = context };

	return gather_given(j, &h);
}

bool
own_default_is_looked_at(struct judge *j, uint32_t parameter)
{
	static const char shows[][16] = { "getcallargs", "getfullargspec",
	    "signature" };
	uint32_t binding;
	const struct def *d = parameter_only(j, parameter + 1, &binding);

	return d != NULL && !OWN_MENTIONS(j, shows) &&
	    own_only_looks(j, binding);
}

/* The identifier of the n-th parameter that calls give by place; or 0. */
static uint32_t
parameter_at(const struct judge *j, uint32_t parameters, uint32_t n)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, parameters, child) {
		uint32_t at = child;

		/* Behind a star, a position says nothing. */
		if (j->nodes[child].kind == NODE_LIST_SPLAT_PATTERN ||
		    j->nodes[child].kind == NODE_KEYWORD_SEPARATOR ||
		    (j->nodes[child].kind == NODE_TYPED_PARAMETER &&
		    j->nodes[child + 1].kind != NODE_IDENTIFIER))
			return 0;
		if (j->nodes[child].kind == NODE_COMMENT ||
		    j->nodes[child].kind == NODE_POSITIONAL_SEPARATOR ||
		    n-- > 0)
			continue;
		return j->nodes[at].kind != NODE_IDENTIFIER ? at + 1 : at;
	}
	return 0;
}

/* The identifier of the parameter of this name; or 0. */
static uint32_t
parameter_called(const struct judge *j, uint32_t parameters, uint32_t name)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, parameters, child)
		switch (j->nodes[child].kind) {
		case NODE_IDENTIFIER:
			if (j->nodes[child].name == name)
				return child;
			break;
		case NODE_TYPED_PARAMETER:
		case NODE_DEFAULT_PARAMETER:
		case NODE_TYPED_DEFAULT_PARAMETER:
			if (j->nodes[child + 1].kind == NODE_IDENTIFIER &&
			    j->nodes[child + 1].name == name)
				return child + 1;
			break;
		}
	return 0;
}

uint32_t
own_parameter_for(struct judge *j, uint32_t at)
{
	uint32_t list = j->nodes[at].parent, call, def, binding, child;
	uint32_t parameters = 0, given, index = 0, parameter;
	const struct def *d;

	call = j->nodes[list].parent;
	if (j->nodes[list].kind != NODE_ARGUMENTS ||
	    j->nodes[call].kind != NODE_CALL ||
	    j->nodes[call + 1].kind != NODE_IDENTIFIER || !own_may_look(j))
		return 0;
	binding = judge_binding(j, call + 1);
	def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	d = &j->scopes.defs[def];
	if (def == 0 || d->kind != DEF_FUNCTION || plain_function(j, d->node,
	    false, &binding) == 0)
		return 0;
	TREE_CHILDREN(j->nodes, d->node, child)
		if (j->nodes[child].kind == NODE_PARAMETERS)
			parameters = child;
	if (parameters == 0)
		return 0;
	TREE_CHILDREN(j->nodes, list, given) {
		if (given == at)
			break;
		if (tree_is_splat(j->nodes, given))
			return 0;
		index += j->nodes[given].kind != NODE_COMMENT;
	}
	parameter = j->nodes[at].kind == NODE_KEYWORD_ARGUMENT ?
	    parameter_called(j, parameters, j->nodes[at + 1].name) :
	    parameter_at(j, parameters, index);
	return parameter == 0 || j->nodes[parameter].kind != NODE_IDENTIFIER ||
	    parameter_only(j, parameter, &binding) == NULL ? 0 : binding;
}

/* Is what this argument hands to a function of one's own only looked at? */
bool
own_argument_is_looked_at(struct judge *j, uint32_t at)
{
	uint32_t binding = own_parameter_for(j, at);

	return binding != 0 && own_only_looks(j, binding);
}
