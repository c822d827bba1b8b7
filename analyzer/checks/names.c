/*
 * Names: what one stands for where it is read, whether that gets out of sight,
 * and what must not be bound.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/eval.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "check_parts.h"

/*
 * NAME(_): of an object whose members rows know, and which goes elsewhere;
 * NAME.__getitem__(_): of what lies in it.
 */
static const struct rules_row *
handed_on(struct judge *j, uint32_t at, const struct value *v)
{
	uint32_t parent = j->nodes[at].parent;
	auto_buf struct buf b = BUF_INIT;

	buf_addf(&b, "%s%s(_)", names_text(j->names, facts_told_as(j->facts,
	    v->name)), j->nodes[parent].kind == NODE_SUBSCRIPT && at ==
	    parent + 1 ? ".__getitem__" : "");
	return rules_find(j->report->rules, RULES_CALL, buf_str(&b));
}

/*
 * Items, or an attribute of one's own, of a module or a builtin function: it
 * has none, so this is what else the name may be.
 */
static bool
is_no_use_of(const struct judge *j, uint32_t at, const struct value *v)
{
	static const char functions[][12] = { "breakpoint", "compile",
	    "delattr", "dir", "eval", "exec", "getattr", "globals", "input",
	    "locals", "open", "setattr", "vars" };
	uint32_t parent = j->nodes[at].parent, last = tree_last(j->nodes,
	    parent);

	if (v->kind != VALUE_MODULE && (v->kind != VALUE_PATH ||
	    !IS_ONE_OF(names_text(j->names, v->name), functions)))
		return false;
	switch (j->nodes[parent].kind) {
	case NODE_SUBSCRIPT:
		return at == parent + 1;
	case NODE_ATTRIBUTE:
		return at == parent + 1 && v->kind == VALUE_PATH &&
		    names_text(j->names, j->nodes[last].name)[0] != '_';
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return at != parent + 1;
	default:
		return false;
	}
}

/* What is used as a value and must not get out of sight. */
void
check_escape(struct judge *j, uint32_t at, const struct vset *set)
{
	const struct rules_row *row;
	const struct value *module = NULL, *sensitive = NULL;
	auto_buf struct buf text = BUF_INIT;
	const char *s;
	size_t i, n;

	for (i = 0; i < set->n; i++) {
		if (set->v[i]->flags & VALUE_REFUSED && escapes(j, at))
			j->report->incomplete = true;	/* called with what? */
		if (set->v[i]->flags & VALUE_REFUSED ||
		    is_no_use_of(j, at, set->v[i]))
			continue;
		if (set->v[i]->flags & VALUE_HAS_MODULE)
			module = set->v[i];
		if (set->v[i]->flags & VALUE_HAS_SENSITIVE)
			sensitive = set->v[i];
	}
	if ((module == NULL && sensitive == NULL) || !escapes(j, at))
		return;
	s = judge_text(j, at, &n);
	buf_add(&text, s, n);
	if (module != NULL)
		report_flow(j, FLOW_MODULE_VALUE, at, buf_str(&text), module);
	if (sensitive == NULL)
		return;
	row = sensitive->kind != VALUE_PATH ? NULL : handed_on(j, at, sensitive);
	if (row != NULL)
		report_row(j, row, "call", buf_str(&text), at, sensitive);
	else
		report_flow(j, FLOW_SENSITIVE_VALUE, at, buf_str(&text),
		    sensitive);
}

/* A call by another name: the row that admits what it is. */
static void
admit_call(struct judge *j, const struct value *v, uint32_t at)
{
	const char *full = names_text(j->names, v->name);
	const char *dot = strrchr(full, '.');
	const struct rules_row *row = facts_call(j->facts, v->name);

	if (row == NULL && dot != NULL)
		row = facts_member(j->facts, names_intern(j->names, full,
		    (size_t)(dot - full)), names_intern(j->names, dot + 1,
		    strlen(dot + 1))).row;
	if (check_allows(row))
		report_row(j, row, "call", full, at, NULL);
}

void
check_name_read(struct judge *j, uint32_t at, uint32_t name)
{
	const struct vset *set = j->nodes[at].kind == NODE_IDENTIFIER ?
	    eval(j, at) : eval_name(j, j->nodes[at].scope, name, at);
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];
		const struct rules_row *row;

		/* os as a whole: what of it is used is not seen here. */
		if (v->kind == VALUE_MODULE && j->nodes[j->nodes[at].parent]
		    .kind != NODE_ATTRIBUTE)
			j->report->processes |= strcmp(names_text(j->names,
			    v->name), "os") == 0;
		if (j->report->want_admissions && v->kind == VALUE_PATH &&
		    v->place != at && at == j->nodes[at].parent + 1 &&
		    j->nodes[j->nodes[at].parent].kind == NODE_CALL)
			admit_call(j, v, at);
		/* An alias was looked at where it was made. */
		if (v->place != at || (v->kind != VALUE_PATH &&
		    (v->kind != VALUE_MODULE || v->from != NULL)) ||
		    is_no_use_of(j, at, v))
			continue;
		if (v->kind == VALUE_MODULE && !(v->flags & VALUE_REFUSED)) {
			report_row(j, facts_import(j->facts, v->name),
			    "import", names_text(j->names, v->name), at,
			    NULL);
			continue;
		}
		if (facts_is_builtin(j->facts, v->name)) {
			row = facts_call(j->facts, v->name);
			if ((v->name == KNOWN(vars) || v->name ==
			    KNOWN(globals) || v->name == KNOWN(locals)) &&
			    own_vars(j, j->nodes[at].parent)) {
				report_spared(j, row, "call",
				    names_text(j->names, v->name), at);
				continue;
			}
			if (row == NULL)
				row = rules_default(j->report->rules,
				    RULES_CALL);
			report_row(j, row, "call",
			    names_text(j->names, v->name), at, v);
		} else {
			/* Out of a star import; one row says why. */
			if (check_callable(j, v->name, at, v) &&
			    (v->flags & VALUE_REFUSED))
				report_row(j, rules_default(j->report->rules,
				    RULES_MEMBER), "member",
				    names_text(j->names, v->name), at, v);
		}
	}
	if (set->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE | VALUE_REFUSED))
		check_escape(j, at, set);
	check_environment(j, at, set);
}

/* Names of the interpreter's that a submission has no business to bind. */
void
check_bound_name(struct judge *j, uint32_t at)
{
	const char *name = names_text(j->names, j->nodes[at].name);

	switch (j->nodes[at].name) {
	case KNOWN(builtins_name):
	case KNOWN(import_):
	case KNOWN(build_class):
	case KNOWN(loader_):
	case KNOWN(spec_):
		report_flow(j, FLOW_REBINDS_INTERNAL, at, name, NULL);
		break;
	case KNOWN(dunder_reduce):
	case KNOWN(dunder_reduce_ex):
		report_flow(j, FLOW_DEFINES_REDUCE, at, name, NULL);
		break;
	case KNOWN(readinto):
	case KNOWN(readinto1):
		/* It is lent a buffer, and may keep it: memory of others. */
	case KNOWN(array_interface):
	case KNOWN(array_struct):
		report_flow(j, FLOW_MEMORY_ADDRESS, at, name, NULL);
		break;
	case KNOWN(getattr_name):
		/* Of a text: it may say of itself that it is a name. */
		if (j->scopes.list[j->nodes[at].scope].kind == SCOPE_CLASS &&
		    !own_class_is_no_text(j, j->scopes.list[j->nodes[at]
		    .scope].node) && names_lookup(j->names, "make_dataclass",
		    14) != 0)
			report_flow(j, FLOW_BUILDS_CLASS, at,
			    "__getattribute__", NULL);
		break;
	case KNOWN(fromfile_prefix_chars):
		/* Of a class that is a parser; as an attribute, see below. */
		if (j->scopes.list[j->nodes[at].scope].kind == SCOPE_CLASS)
			check_setting(j, at, KNOWN(fromfile_prefix_chars), at);
		break;
	case KNOWN(isidentifier):
		/* make_dataclass() makes code of what says that it is one. */
		report_flow(j, FLOW_BUILDS_CLASS, at, "isidentifier", NULL);
		break;
	case KNOWN(dunder_match_args):
	case KNOWN(ast_fields): {
		uint32_t parent = j->nodes[at].parent;

		check_names_read(j, j->nodes[at].name, at,
		    j->nodes[parent].kind == NODE_ASSIGNMENT ? eval(j,
		    parent) : &vset_unknown);
		break;
	}
	}
}

/* x.readinto = f: of an attribute these are meant. */
void
check_stored_name(struct judge *j, uint32_t at)
{
	switch (j->nodes[at].name) {
	case KNOWN(isidentifier):
	case KNOWN(readinto):
	case KNOWN(readinto1):
		check_bound_name(j, at);
	}
}
