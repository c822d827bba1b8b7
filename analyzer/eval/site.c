/*
 * How calls stand in the source: see site.h.
 */
#include "site.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "signatures.h"
#include "eval.h"
#include "eval_parts.h"

uint32_t
site_tuple(const struct judge *j, uint32_t node)
{
	uint32_t clause, over;

	if (j->nodes[node].kind == NODE_SUBSCRIPT)
		node++;
	if (j->nodes[node].kind != NODE_LIST_COMPREHENSION ||
	    j->nodes[node + 1].kind != NODE_CALL)
		return 0;
	clause = tree_last(j->nodes, node);
	over = tree_last(j->nodes, clause);
	return j->nodes[clause].kind == NODE_FOR_IN_CLAUSE &&
	    (j->nodes[over].kind == NODE_LIST ||
	    j->nodes[over].kind == NODE_TUPLE) &&
	    tree_count(j->nodes, over) == 1 &&
	    (j->nodes[over + 1].kind == NODE_TUPLE ||
	    j->nodes[over + 1].kind == NODE_LIST) ? over + 1 : 0;
}

/* A name of a library's, or a method. */
static bool
is_callable(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	size_t i;

	if (j->nodes[node].kind == NODE_ATTRIBUTE)
		return true;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_PATH ||
		    set->v[i]->kind == VALUE_FUNCTION)
			return true;
	return false;
}

/* The call of functools.partial that this is, or that its name stands for. */
static uint32_t
partial_of(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	const struct value *v = vset_only(set, VALUE_RESULT);
	uint32_t call;

	if (v == NULL || v->name != KNOWN(partial))
		return 0;
	call = j->nodes[v->place].kind == NODE_CALL ? v->place : 0;
	return call != 0 && tree_positional(j->nodes, call, 0) != 0 ? call : 0;
}

/* Who is called with what; what that may be is not asked yet. */
static struct site
find_site(struct judge *j, uint32_t node)
{
	struct site site = { 0 };
	uint32_t list, inner, bound;
	const struct value *v;

	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	inner = site_tuple(j, node);
	if (inner != 0)
		node = inner;
	if (j->nodes[node].kind == NODE_TUPLE ||
	    j->nodes[node].kind == NODE_LIST) {
		if (node + 1 < j->nodes[node].skip && is_callable(j, node + 1))
			site = (struct site){ .callee = node + 1, .at = node,
			    .shift = 1 };
		return site;
	}
	if (j->nodes[node].kind != NODE_CALL)
		return site;
	site = (struct site){ .callee = node + 1, .at = node };
	list = tree_last(j->nodes, node);
	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return site;
	for (inner = node + 1; j->nodes[inner].kind == NODE_PARENTHESIZED ||
	    j->nodes[inner].kind == NODE_CONDITIONAL;) {
		/* `(a.x if c else f)(...)`: what may be worse. */
		if (j->nodes[inner].kind == NODE_CONDITIONAL &&
		    j->nodes[tree_last(j->nodes, inner)].kind ==
		    NODE_ATTRIBUTE)
			inner = tree_last(j->nodes, inner);
		else
			inner++;
	}
	if (j->nodes[inner].kind == NODE_ATTRIBUTE) {
		site.callee = inner;
		return site;
	}
	bound = partial_of(j, inner);
	if (bound != 0) {
		site.bound = bound;
		site.callee = tree_positional(j->nodes, bound, 0);
		return site;
	}
	if (j->nodes[inner].kind == NODE_CALL)
		return site;
	v = vset_only(eval(j, node + 1), VALUE_FUNCTION);
	if (v != NULL && j->nodes[v->node].kind == NODE_LAMBDA &&
	    list + 1 < j->nodes[list].skip && is_callable(j, list + 1)) {
		site.callee = list + 1;
		site.shift = 1;
	}
	return site;
}

static __attribute__((noinline)) struct site
work_out(struct judge *j, uint32_t node)
{
	struct site site = find_site(j, node);
	const struct vset *set;
	size_t i;

	set = site.callee == 0 ? &vset_none : eval(j, site.callee);
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_PATH && site.path == 0)
			site.path = v->name;
		if (v->kind == VALUE_FUNCTION && site.function == NULL)
			site.function = v;
	}
	/* What a folded call or an open cycle says holds for the while. */
	if (j->overrides == NULL && j->lowest == UINT32_MAX)
		j->sites[node % ARRAY_SIZE(j->sites)] = (struct kept_site){
		    node, site };
	return site;
}

struct site
site_of(struct judge *j, uint32_t node)
{
	const struct kept_site *known = &j->sites[node %
	    ARRAY_SIZE(j->sites)];

	return known->node == node && j->overrides == NULL ? known->site :
	    work_out(j, node);
}

const char *
site_callee(struct judge *j, uint32_t call)
{
	struct site site = site_of(j, call);

	return site.path == 0 ? "" : names_text(j->names, site.path);
}

uint32_t
site_argument(struct judge *j, uint32_t call, size_t n)
{
	static const struct rules_model any = { .n = RULES_MODEL_MAX };
	struct site site = site_of(j, call);
	uint32_t node, k = 0;

	/* What partial() was given stands first, behind the callable. */
	if (site.bound != 0) {
		while (k < RULES_MODEL_MAX && tree_positional(j->nodes,
		    site.bound, k + 1) != 0)
			k++;
		if (n < k)
			return tree_positional(j->nodes, site.bound, n + 1);
		n -= k;
	}
	n += site.shift;
	if (site.callee == 0 || n >= RULES_MODEL_MAX)
		return 0;
	if (j->nodes[site.at].kind != NODE_CALL) {
		TREE_CHILDREN(j->nodes, site.at, node)
			if (n-- == 0)
				return node;
		return 0;
	}
	node = signature_argument(j, site.at, &any, n);
	return node == SIGNATURE_UNKNOWN ? 0 : node;
}

/* `**{"name": value}` */
static uint32_t
named_in(struct judge *j, uint32_t dict, const char *name)
{
	const struct value *v;
	uint32_t pair;

	if (j->nodes[dict].kind != NODE_DICTIONARY)
		return 0;
	TREE_CHILDREN(j->nodes, dict, pair) {
		v = j->nodes[pair].kind != NODE_PAIR ? NULL : vset_only(
		    eval(j, pair + 1), VALUE_STR);
		if (v != NULL && value_is_text(v, name))
			return tree_last(j->nodes, pair);
	}
	return 0;
}

static uint32_t
keyword_of(struct judge *j, uint32_t call, const char *name)
{
	uint32_t list = tree_last(j->nodes, call), child, value;

	value = tree_keyword(j->nodes, list, names_lookup(j->names, name,
	    strlen(name)));
	if (value != 0 || j->nodes[list].kind != NODE_ARGUMENTS)
		return value;
	TREE_CHILDREN(j->nodes, list, child)
		if (value == 0 && j->nodes[child].kind ==
		    NODE_DICTIONARY_SPLAT)
			value = named_in(j, child + 1, name);
	return value;
}

uint32_t
site_keyword(struct judge *j, uint32_t call, const char *name)
{
	struct site site = site_of(j, call);
	uint32_t value;

	if (site.callee == 0 || j->nodes[site.at].kind != NODE_CALL)
		return 0;
	value = keyword_of(j, site.at, name);
	return value != 0 || site.bound == 0 ? value :
	    keyword_of(j, site.bound, name);
}

uint32_t
site_parameter(struct judge *j, uint32_t call, const struct rules_parameter *p,
    size_t n)
{
	char name[32];
	uint32_t argument;

	snprintf(name, sizeof(name), "%.*s", (int)p->n, p->name);
	argument = site_keyword(j, call, name);
	return argument != 0 || p->keyword ? argument :
	    site_argument(j, call, n);
}

const char *
site_attribute(struct judge *j, uint32_t node, uint32_t *ret_object)
{
	const struct value *v;
	const char *name;
	bool getter;

	*ret_object = 0;
	while (j->nodes[node].kind == NODE_PARENTHESIZED)
		node++;
	if (j->nodes[node].kind == NODE_ATTRIBUTE) {
		*ret_object = node + 1;
		return names_text(j->names, j->nodes[tree_last(j->nodes,
		    node)].name);
	}
	if (j->nodes[node].kind != NODE_CALL)
		return "";
	/* (lambda o: o.append)(x) */
	v = vset_only(eval(j, node + 1), VALUE_FUNCTION);
	if (v != NULL && j->nodes[v->node].kind == NODE_LAMBDA) {
		uint32_t body = tree_last(j->nodes, v->node);

		*ret_object = site_argument(j, node, 0);
		return j->nodes[body].kind == NODE_ATTRIBUTE &&
		    *ret_object != 0 ? names_text(j->names,
		    j->nodes[tree_last(j->nodes, body)].name) : "";
	}
	name = site_callee(j, node);
	getter = strcmp(site_callee(j, node + 1),
	    "operator.attrgetter") == 0;
	if (!getter && strcmp(name, "getattr") != 0)
		return "";
	*ret_object = site_argument(j, node, 0);
	node = getter ? site_argument(j, node + 1, 0) :
	    site_argument(j, node, 1);
	v = node == 0 ? NULL : vset_only(eval(j, node), VALUE_STR);
	return v == NULL ? "" : names_text(j->names, names_intern(j->names,
	    v->text.bytes, v->text.n));
}

const char *
site_method(struct judge *j, uint32_t call, uint32_t *ret_object)
{
	struct site site = site_of(j, call);

	*ret_object = 0;
	return site.callee == 0 ? "" :
	    site_attribute(j, site.callee, ret_object);
}
