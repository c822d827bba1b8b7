/*
 * Templates of str.format: each field reads attributes. One that is not known
 * may be what it likes, as long as nothing hides what it says.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"

/* A field of a template, and what of the template follows it. */
static void
check_field(struct judge *j, uint32_t name, const char *rest, size_t n,
    uint32_t place)
{
	static const char shown[] = ".__name__";

	/* "{0.__class__.__name__}" is an honest thing to print. */
	if (n >= sizeof(shown) - 1 &&
	    memcmp(rest, shown, sizeof(shown) - 1) == 0)
		check_member(j, &vset_unknown, name, place, false);
	else
		check_member_by_name(j, &vset_unknown, name, place, false);
}

static void
check_template(struct judge *j, const struct value *v, uint32_t place)
{
	const char *s = v->text.bytes;
	size_t n = v->text.n, i, from;
	unsigned depth = 0;
	bool in_name = false;

	for (i = 0; i < n; i++) {
		if (s[i] == '{') {
			if (depth == 0 && i + 1 < n && s[i + 1] == '{') {
				i++;
				continue;
			}
			depth++;
			in_name = true;
		} else if (s[i] == '}') {
			depth -= depth > 0;
			in_name = false;
		} else if (depth > 0 && in_name && s[i] == '[') {
			while (i < n && s[i] != ']')
				i++;
		} else if (depth > 0 && (s[i] == ':' || s[i] == '!'))
			in_name = false;
		 else if (depth > 0 && in_name && s[i] == '.') {
			from = i + 1;
			while (i + 1 < n && strchr(".[}:!", s[i + 1]) == NULL)
				i++;
			check_field(j, names_intern(j->names, s + from,
			    i + 1 - from), s + i + 1, n - i - 1, place);
		}
	}
}

/*
 * Does a call of the function hand this parameter what comes from outside? What
 * Python calls by itself, __format__, is handed anything.
 */
static bool
gets_external(struct judge *j, uint32_t node)
{
	const struct def *d = judge_only_def(j, node);
	uint32_t title, i, call, list, child;

	if (d == NULL || d->kind != DEF_PARAMETER)
		return false;
	title = tree_child(j->nodes, d->owner, NODE_IDENTIFIER);
	if (title != 0 && strncmp(names_text(j->names, j->nodes[title].name),
	    "__", 2) == 0 && !judge_is_named(j, title, "__init__"))
		return true;
	for (i = title == 0 ? 0 : own_first_of(j, j->nodes[title].name);
	    i != 0; i = j->own_next[i]) {
		call = j->nodes[i].parent;
		if (j->nodes[call].kind == NODE_ATTRIBUTE)
			call = j->nodes[call].parent;
		list = tree_last(j->nodes, call);
		if (j->nodes[call].kind == NODE_CALL && i < list)
			TREE_CHILDREN(j->nodes, list, child)
				if (is_external(j, child))
					return true;
	}
	return false;
}

static bool
is_handed_external(struct judge *j, uint32_t node)
{
	uint32_t i;

	for (i = node; i < j->nodes[node].skip; i++)
		if (gets_external(j, i))
			return true;
	return false;
}

/* Does the call hand over what has attributes that lead on? */
static bool
fills_with_objects(struct judge *j, uint32_t call, uint32_t template)
{
	uint32_t list = tree_last(j->nodes, call), child;

	TREE_CHILDREN(j->nodes, list, child) {
		uint32_t node = j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ?
		    tree_last(j->nodes, child) : child;

		if (!(child <= template && template < j->nodes[child].skip) &&
		    !is_plain(j, node))
			return true;
	}
	return false;
}

/*
 * A template that is not known: the author's, as a rule, but none that hides
 * its fields, nor one from outside that objects are put into.
 */
static void
report_template(struct judge *j, uint32_t place, uint32_t template)
{
	bool seen = template != 0 && template != SIGNATURE_UNKNOWN;

	if (seen && is_computed(j, template))
		report_flow(j, FLOW_UNKNOWN_ATTRIBUTE, place, "str.format",
		    NULL);
	else if ((!seen || is_external(j, template) ||
	    is_handed_external(j, template)) && fills_with_objects(j, place,
	    template))
		report_flow(j, FLOW_UNKNOWN_TEMPLATE, place, "str.format",
		    NULL);
}

void
check_templates(struct judge *j, const struct vset *templates, uint32_t place,
    uint32_t node)
{
	size_t i;

	if (templates->unknown || templates->n == 0)
		report_template(j, place, node);
	for (i = 0; i < templates->n; i++)
		if (templates->v[i]->kind == VALUE_STR)
			check_template(j, templates->v[i], place);
		else if (templates->v[i]->kind == VALUE_PARTIAL)
			report_template(j, place, node);
}

/* The object of .format(), where it is no text that is known. */
void
check_templates_unknown(struct judge *j, uint32_t call, uint32_t object)
{
	const struct vset *set = eval(j, object);

	if (set->unknown || set->n == 0 || set->v[0]->kind == VALUE_RESULT)
		report_template(j, call, object);
}
