/*
 * Attributes whose names are values: getattr(x, name), attrgetter(name),
 * methodcaller(name).
 */
#include "calls_parts.h"

#include <string.h>

#include "../fold/fold.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"
#include "checks.h"

uint32_t
positional(const struct judge *j, uint32_t call, size_t n)
{
	static const struct rules_model any = { .n = RULES_MODEL_MAX };

	return signature_argument(j, call, &any, n);
}

const struct vset *
value_of(struct judge *j, uint32_t argument)
{
	return argument == 0 || argument == SIGNATURE_UNKNOWN ?
	    &vset_unknown : eval(j, argument);
}

bool
may_be(const struct vset *set, const char *text)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && value_is_text(set->v[i],
		    text))
			return true;
	return set->unknown;
}

/* An attribute of `object` whose name is a value. */
static void
check_named_attribute(struct judge *j, const struct vset *object,
    const struct vset *names, uint32_t place, bool writes, bool only_looks)
{
	bool known = !names->unknown && names->n > 0;
	size_t i;

	for (i = 0; i < names->n; i++) {
		const struct value *v = names->v[i];

		uint32_t name = v->kind != VALUE_STR ? 0 : names_intern(
		    j->names, v->text.bytes, v->text.n);

		/* That there is one says nothing of it: "__self__". */
		if (only_looks && v->kind == VALUE_STR &&
		    names_is_dunder(v->text.bytes, v->text.n) &&
		    !(object->flags & VALUE_HAS_MODULE))
			continue;
		if (v->kind == VALUE_STR)
			check_member_by_name(j, object, name, place, writes);
		else if (object->flags & VALUE_HAS_MODULE ||
		    !gap_is_harmless(j, v))
			known = false;
	}
	if (known || only_looks)
		return;
	/* Writing hands nothing out; a module's parts are another matter. */
	if (writes && is_computed(j, place))
		report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, place, "setattr", NULL);
	else if (writes && !(object->flags & VALUE_HAS_MODULE))
		report_flow(j, FLOW_UNKNOWN_WRITE, place, "setattr", NULL);
	else
		report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, place,
		    writes ? "setattr" : "getattr", NULL);
}

/*
 * The texts in it are attributes that a pattern reads; of _fields, such as
 * ast.iter_fields() hands out.
 */
void
check_names_read(struct judge *j, uint32_t name, uint32_t place,
    const struct vset *names)
{
	const char *text = names_text(j->names, name);
	const struct vset *const *list;
	const struct value *v;
	size_t n, i;

	if (name != KNOWN(dunder_match_args) && (name != KNOWN(ast_fields) ||
	    own_first_named(j, "iter_fields") == 0))
		return;
	list = fold_elements(j, names, &n);
	if (list == NULL)
		report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, place, text, NULL);
	for (i = 0; list != NULL && i < n; i++) {
		v = vset_only(list[i], VALUE_STR);
		if (v == NULL)
			report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, place, text,
			    NULL);
		else
			check_member_by_name(j, &vset_unknown, names_intern(
			    j->names, v->text.bytes, v->text.n), place,
			    false);
	}
}

/* setattr(x, "name", value) is x.name = value, and judged as that. */
static void
check_set_by_name(struct judge *j, const struct vset *names, uint32_t value)
{
	const struct value *v;
	uint32_t name;
	size_t i;

	for (i = 0; i < names->n; i++) {
		v = names->v[i];
		if (v->kind != VALUE_STR)
			continue;
		name = names_intern(j->names, v->text.bytes, v->text.n);
		check_names_read(j, name, value, eval(j, value));
		if (strcmp(names_text(j->names, name), "memory") == 0)
			check_setting(j, value, name, value);
	}
}

/* Is there `def __name__` here? Its `self` is then no longer its own. */
static bool
is_own_hook(struct judge *j, uint32_t name)
{
	uint32_t i;

	if (strncmp(names_text(j->names, name), "__", 2) != 0)
		return false;
	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].kind == NODE_FUNCTION)
			return true;
	return false;
}

/*
 * Attributes that a call of does no more with its arguments than compute: what
 * is called by such a name is not looked at where it is called.
 */
static bool
are_tame(struct judge *j, const struct vset *object,
    const struct vset *names, uint32_t place)
{
	static const char wild[][12] = { "format", "format_map", "vformat",
	    "get_field", "register" };
	size_t i, k;

	for (i = 0; i < names->n; i++) {
		const struct value *v = names->v[i];
		const char *text;
		uint32_t name;

		if (v->kind != VALUE_STR)
			continue;
		name = names_intern(j->names, v->text.bytes, v->text.n);
		text = names_text(j->names, name);
		if (IS_ONE_OF(text, wild) || is_own_hook(j, name) ||
		    language_takes_code(j, text) ||
		    signature_of(j, text, true, NULL) ||
		    facts_has_keywords(j->facts, name) ||
		    (!object->unknown && eval_attribute(j, object, name,
		    place)->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE)))
			return false;
		for (k = 0; k < object->n; k++)
			if ((object->v[k]->kind == VALUE_MODULE ||
			    object->v[k]->kind == VALUE_PATH) &&
			    signature_of(j, names_text(j->names, facts_join(
			    j->facts, object->v[k]->name, name)), false,
			    NULL))
				return false;
	}
	return true;
}

/* Known names, or known parts of which no name is made that a row refuses. */
static bool
are_harmless(struct judge *j, const struct vset *names)
{
	size_t i;

	for (i = 0; i < names->n; i++)
		if (names->v[i]->kind != VALUE_STR &&
		    !gap_is_harmless(j, names->v[i]))
			return false;
	return !names->unknown;
}

void
check_getattr(struct judge *j, uint32_t call, bool writes, bool only_looks)
{
	uint32_t object = positional(j, call, 0);
	uint32_t name = positional(j, call, 1);
	const struct vset *names = value_of(j, name), *objects, *given;
	bool uncalled = false;

	if (!vset_are_texts(names) && !writes && !only_looks &&
	    object != 0 && object != SIGNATURE_UNKNOWN && name != 0 &&
	    name != SIGNATURE_UNKNOWN && (own_delegated(j, call, name) ||
	    own_public_name(j, object, name)))
		return;
	objects = value_of(j, object);
	if (!are_harmless(j, names) && !only_looks && name != 0 &&
	    name != SIGNATURE_UNKNOWN) {
		given = own_given(j, name, &uncalled);
		if (!given->unknown && (writes || are_tame(j, objects, given,
		    name)))
			names = given;
		if (uncalled && !vset_are_texts(given)) {
			report_flow(j, FLOW_UNCALLED_NAME, name,
			    writes ? "setattr" : "getattr", NULL);
			return;
		}
	}
	check_named_attribute(j, objects, names,
	    name == 0 || name == SIGNATURE_UNKNOWN ? call : name, writes,
	    only_looks);
	name = writes ? positional(j, call, 2) : 0;
	if (name == 0 || name == SIGNATURE_UNKNOWN)
		return;
	if (may_be(names, "name") && object != SIGNATURE_UNKNOWN)
		check_field_renamed(j, name, object);
	check_set_by_name(j, names, name);
	/* It may be __annotations__ of what is a dataclass then. */
	if (names->unknown && vset_only(objects, VALUE_CLASS) != NULL &&
	    holds_hidden_key(eval(j, name)) && names_lookup(j->names,
	    "dataclass", 9) != 0)
		report_flow(j, FLOW_BUILDS_CLASS, name, "setattr", NULL);
}

/* operator.attrgetter("a.b", "c") and methodcaller("a"). */
void
check_getter(struct judge *j, uint32_t call, bool all)
{
	uint32_t list = tree_last(j->nodes, call), child;
	size_t i, k, from;

	TREE_CHILDREN(j->nodes, list, child) {
		const struct vset *names = eval(j, child);

		if (names->unknown || names->n == 0 ||
		    j->nodes[child].kind == NODE_LIST_SPLAT)
			report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, child,
			    "operator.attrgetter", NULL);
		for (i = 0; i < names->n; i++) {
			const struct value *v = names->v[i];

			if (v->kind != VALUE_STR) {
				report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, child,
				    "operator.attrgetter", v);
				continue;
			}
			for (from = k = 0; k <= v->text.n; k++) {
				if (k < v->text.n && v->text.bytes[k] != '.')
					continue;
				check_member_by_name(j, &vset_unknown,
				    names_intern(j->names, v->text.bytes +
				    from, k - from), child, false);
				from = k + 1;
			}
			if (!all) {
				const char *method = names_text(j->names,
				    names_intern(j->names, v->text.bytes,
				    v->text.n));

				check_places_behind(j, child, method, NULL);
				if (evaluates_text(j, method))
					check_expressions_behind(j, child);
			}
		}
		if (!all)
			break;
	}
}
