/*
 * What functions of the submission's own are handed, where every call of them
 * is in the source and says it: a name of an attribute, or the list that
 * names are taken from. One use that is no plain call, one argument that is
 * not known, and nothing is bounded.
 */
#include "check.h"

#include "judge.h"
#include "signatures.h"

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

/*
 * Parameters that stand where they stand: behind a star, a position says
 * nothing.
 */
static bool
has_plain_parameters(const struct judge *j, uint32_t function)
{
	uint32_t child, parameter;

	TREE_CHILDREN(j->nodes, function, child) {
		if (j->nodes[child].kind != NODE_PARAMETERS)
			continue;
		TREE_CHILDREN(j->nodes, child, parameter)
			switch (j->nodes[parameter].kind) {
			case NODE_TYPED_PARAMETER:
				if (j->nodes[parameter + 1].kind !=
				    NODE_IDENTIFIER)
					return false;
				break;
			case NODE_IDENTIFIER:
			case NODE_DEFAULT_PARAMETER:
			case NODE_TYPED_DEFAULT_PARAMETER:
			case NODE_COMMENT:
				break;
			default:
				return false;
			}
	}
	return true;
}

/* The name of a function that nothing decorates; or 0. */
static uint32_t
name_of(const struct judge *j, uint32_t function)
{
	uint32_t child;

	if (j->nodes[function].kind != NODE_FUNCTION ||
	    j->nodes[j->nodes[function].parent].kind == NODE_DECORATED)
		return 0;
	TREE_CHILDREN(j->nodes, function, child)
		if (j->nodes[child].kind == NODE_IDENTIFIER)
			return child;
	return 0;
}

/* The name of a function that is defined once, by nothing but `def`; or 0. */
static uint32_t
plain_function(struct judge *j, uint32_t function, uint32_t *ret_binding)
{
	uint32_t name, def;
	const struct def *d;

	name = name_of(j, function);
	/* A library calls methods by their names: write(text) of a stream. */
	if (name == 0 || j->scopes.list[j->nodes[function].scope].kind ==
	    SCOPE_CLASS)
		return 0;
	*ret_binding = scopes_resolve(&j->scopes, j->nodes[function].scope,
	    j->nodes[name].name);
	def = *ret_binding == 0 ? 0 :
	    j->scopes.bindings[*ret_binding].first;
	d = &j->scopes.defs[def];
	return def != 0 && d->next == 0 && d->kind == DEF_FUNCTION &&
	    d->node == function && has_plain_parameters(j, function) &&
	    is_never_bound(j, j->nodes[name].name, name) ? name : 0;
}

/* The parameter that this name stands for, and nothing else; or NULL. */
static const struct def *
parameter_only(struct judge *j, uint32_t at, uint32_t *ret_binding)
{
	const struct def *d;

	if (j->nodes[at].kind != NODE_IDENTIFIER)
		return NULL;
	*ret_binding = scopes_resolve(&j->scopes, j->nodes[at].scope,
	    j->nodes[at].name);
	if (*ret_binding == 0 || j->scopes.bindings[*ret_binding].first == 0)
		return NULL;
	d = &j->scopes.defs[j->scopes.bindings[*ret_binding].first];
	return d->kind == DEF_PARAMETER && d->next == 0 &&
	    d->index < SIGNATURE_MAX ? d : NULL;
}

/* Is whatever this parameter stands for only looked at? */
static bool
is_only_looked_at(struct judge *j, uint32_t binding)
{
	uint32_t i, name = j->scopes.bindings[binding].name;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[i].role == ROLE_LOAD && scopes_resolve(&j->scopes,
		    j->nodes[i].scope, name) == binding &&
		    !eval_only_looks(j, i))
			return false;
	return true;
}

/* Names that change a namespace by names nobody sees. */
static bool
has_namespaces(struct judge *j)
{
	return own_first_of(j, KNOWN(globals)) != 0 ||
	    own_first_of(j, KNOWN(locals)) != 0;
}

/* What is gathered of the calls: texts, or lists of such. */
struct handed {
	const struct def	*parameter;
	bool			 elements, fixed;
	const struct vset	*all;
};

static bool
add_texts(struct judge *j, struct handed *h, uint32_t node)
{
	const struct vset *set;

	set = own_texts(j, eval(j, node), h->elements, &h->fixed);
	if (set != NULL)
		h->all = vset_join(j->arena, h->all, set);
	return set != NULL;
}

/* What this call hands over at that position, or by the parameter's name. */
static bool
add_argument(struct judge *j, struct handed *h, uint32_t call,
    uint32_t position, bool needed)
{
	const struct node *name = &j->nodes[h->parameter->node];
	struct signature one = { .n = position + 1 };
	uint32_t node;

	one.parameters[position].name = names_text(j->names, name->name);
	one.parameters[position].n = names_length(j->names, name->name);
	node = signature_argument(j, call, &one, position);
	if (node == 0)
		return !needed;
	return node != SIGNATURE_UNKNOWN && add_texts(j, h, node);
}

static bool
is_plain_call(const struct judge *j, uint32_t call, uint32_t callee)
{
	return j->nodes[call].kind == NODE_CALL && callee == call + 1 &&
	    j->nodes[tree_last(j->nodes, call)].kind == NODE_ARGUMENTS;
}

/* Each mention of a function is a call of it. */
static bool
add_calls(struct judge *j, struct handed *h, uint32_t name, uint32_t binding)
{
	uint32_t i;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		if (j->nodes[i].role != ROLE_LOAD || scopes_resolve(
		    &j->scopes, j->nodes[i].scope, j->nodes[i].name) !=
		    binding)
			continue;
		if (!is_plain_call(j, j->nodes[i].parent, i) ||
		    !add_argument(j, h, j->nodes[i].parent,
		    h->parameter->index, h->parameter->expr == 0))
			return false;
	}
	return true;
}

const struct vset *
own_handed(struct judge *j, uint32_t at, bool elements)
{
	struct handed h = { .elements = elements, .fixed = true,
	    .all = &vset_none };
	uint32_t parameter, binding, name;

	h.parameter = parameter_only(j, at, &parameter);
	if (h.parameter == NULL || has_namespaces(j) || !own_may_look(j))
		return NULL;
	if (h.parameter->expr != 0 && !add_texts(j, &h, h.parameter->expr))
		return NULL;
	name = plain_function(j, h.parameter->owner, &binding);
	if (name == 0 || !add_calls(j, &h, name, binding) || (!h.fixed &&
	    !is_only_looked_at(j, parameter)))
		return NULL;
	return h.all->n > 0 && !h.all->unknown ? h.all : NULL;
}

/* Is what this argument hands to a function of one's own only looked at? */
bool
own_argument_is_looked_at(struct judge *j, uint32_t at)
{
	uint32_t list = j->nodes[at].parent, call = j->nodes[list].parent;
	uint32_t def, binding, parameters = 0, child, given, index = 0;
	const struct def *d;

	/* Once: not through another function. */
	if (j->own_looks || j->nodes[call + 1].kind != NODE_IDENTIFIER ||
	    !own_may_look(j))
		return false;
	binding = scopes_resolve(&j->scopes, j->nodes[call + 1].scope,
	    j->nodes[call + 1].name);
	def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	d = &j->scopes.defs[def];
	if (def == 0 || d->kind != DEF_FUNCTION || plain_function(j, d->node,
	    &binding) == 0)
		return false;
	TREE_CHILDREN(j->nodes, d->node, child)
		if (j->nodes[child].kind == NODE_PARAMETERS)
			parameters = child;
	TREE_CHILDREN(j->nodes, list, given) {
		if (j->nodes[given].kind == NODE_KEYWORD_ARGUMENT ||
		    tree_is_splat(j->nodes, given))
			return false;
		if (given == at)
			break;
		index += j->nodes[given].kind != NODE_COMMENT;
	}
	if (parameters == 0)
		return false;
	TREE_CHILDREN(j->nodes, parameters, child) {
		bool looked;

		if (j->nodes[child].kind == NODE_COMMENT || index-- > 0)
			continue;
		if (j->nodes[child].kind != NODE_IDENTIFIER)
			child++;
		d = parameter_only(j, child, &binding);
		j->own_looks = true;
		looked = d != NULL && is_only_looked_at(j, binding);
		j->own_looks = false;
		return looked;
	}
	return false;
}
