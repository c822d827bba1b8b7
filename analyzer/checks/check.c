#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "check_parts.h"

#define NODES_BETWEEN	64	/* looks at the time */

/* A row about exactly this callable. */
bool
check_callable(struct judge *j, uint32_t path, uint32_t place,
    const struct value *v)
{
	const struct rules_row *row = facts_call(j->facts, path);

	return row == NULL || report_row(j, row, "call",
	    names_text(j->names, path), place, v);
}

static void
check_attribute_name(struct judge *j, uint32_t name, uint32_t place,
    const struct value *v)
{
	const struct rules_row *row = facts_attr(j->facts, name);

	/* print.__self__ is the module of builtin functions. */
	if (name == KNOWN(dunder_self) && v != NULL && v->kind == VALUE_PATH)
		row = facts_attr(j->facts, KNOWN(builtins_name));
	if (!check_allows(row))
		report_row(j, row, "attr", names_text(j->names, name), place,
		    v);
}

/* `.name` of one module. */
static void
check_module_member(struct judge *j, const struct value *module,
    uint32_t name, uint32_t place, bool writes)
{
	struct member m = facts_member(j->facts, module->name, name);
	struct value *step;

	step = value_new(j->arena, m.is_module ? VALUE_MODULE : VALUE_PATH,
	    place);
	step->name = m.full;
	step->from = module;
	check_may_spawn(j, names_text(j->names, m.full));
	if (module->flags & VALUE_REFUSED) {
		/* Said already; only what is worse is said again. */
		check_callable(j, m.full, place, step);
		return;
	}
	if (m.verb != RULES_ALLOW) {
		const struct rules_row *row = facts_call(j->facts, m.full);

		/* What has a row of its own says why best. */
		if (row == NULL || check_allows(row))
			row = m.row;
		report_row(j, row, "member", names_text(j->names, m.full),
		    place, step);
		return;
	}
	if (m.row != NULL)
		report_row(j, m.row, "member", names_text(j->names, m.full),
		    place, step);
	check_callable(j, m.full, place, step);
	/* Honest programs redirect the streams. */
	if (writes && m.full != KNOWN(sys_stdin) && m.full !=
	    KNOWN(sys_stdout) && m.full != KNOWN(sys_stderr))
		report_flow(j, FLOW_MODULE_WRITE, place,
		    names_text(j->names, m.full), step);
}

void
check_member(struct judge *j, const struct vset *object, uint32_t name,
    uint32_t place, bool writes)
{
	const struct value *shown = NULL;
	bool other = object->unknown || object->n == 0;
	size_t i;

	for (i = 0; i < object->n; i++) {
		const struct value *v = object->v[i];

		switch (v->kind) {
		case VALUE_MODULE:
			check_module_member(j, v, name, place, writes);
			continue;
		case VALUE_PATH:
		case VALUE_RESULT:
			if (names_length(j->names, v->name) < 200)
				check_callable(j, facts_join(j->facts,
				    v->name, name), place, v);
			break;
		case VALUE_STR:
		case VALUE_PARTIAL:
			check_callable(j, facts_join(j->facts, KNOWN(str),
			    name), place, NULL);
			break;
		case VALUE_BYTES:
			check_callable(j, facts_join(j->facts, KNOWN(bytes),
			    name), place, NULL);
			break;
		}
		other = true;
		shown = v;
	}
	if (other)
		check_attribute_name(j, name, place, shown);
}

void
check_member_by_name(struct judge *j, const struct vset *object,
    uint32_t name, uint32_t place, bool writes)
{
	check_member(j, object, name, place, writes);
	if (writes && (name == KNOWN(array_interface) ||
	    name == KNOWN(array_struct)))
		report_flow(j, FLOW_MEMORY_ADDRESS, place,
		    names_text(j->names, name), NULL);
	/* `x.__class__` is an honest way to say type(x); this is not. */
	if (name == KNOWN(dunder_class))
		report_flow(j, FLOW_INDIRECT_CLASS, place, "__class__", NULL);
	if (name == KNOWN(singledispatch) || name ==
	    KNOWN(singledispatchmethod) || name == KNOWN(register_name))
		report_flow(j, FLOW_TEXT_AS_CODE, place,
		    names_text(j->names, name), NULL);
}

/* Where the walk that this attribute is a step of comes to. */
static void
check_walk(struct judge *j, uint32_t at)
{
	const struct vset *set = eval(j, at);
	size_t i;

	if (!(set->flags & VALUE_REFUSED))
		return;
	while (j->nodes[j->nodes[at].parent].kind == NODE_ATTRIBUTE &&
	    at == j->nodes[at].parent + 1)
		at = j->nodes[at].parent;
	set = eval(j, at);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->flags & VALUE_REFUSED &&
		    (set->v[i]->kind == VALUE_MODULE ||
		    set->v[i]->kind == VALUE_PATH))
			report_walk(j, set->v[i]);
}

/* len(sys.path), `for p in sys.path`: it stays as it is. */
static bool
reads_search_path(struct judge *j, uint32_t at)
{
	const struct value *v = !judge_is_named(j, tree_last(j->nodes, at),
	    "path") ? NULL : vset_only(eval(j, at), VALUE_PATH);

	return v != NULL && v->name == KNOWN(sys_path) &&
	    eval_only_looks(j, at);
}

static void
check_attribute(struct judge *j, uint32_t at)
{
	uint32_t last = tree_last(j->nodes, at);
	uint8_t role = j->nodes[at].role;
	const struct vset *set;
	size_t i;

	if (j->nodes[last].kind != NODE_IDENTIFIER)
		return;
	if (role == ROLE_LOAD && reads_search_path(j, at))
		return;
	if (j->nodes[last].name == KNOWN(register_name))
		check_register(j, at);
	if ((j->nodes[last].name == KNOWN(dunder_dict) && own_dict(j, at)) ||
	    (role == ROLE_LOAD && (own_temporary(j, at) ||
	    own_lineage(j, at) || own_is_label(j, at))))
		return;
	if (own_attribute(j, at)) {
		/* What is set to is asked below. */
	} else if (role == ROLE_LOAD) {
		check_member(j, eval(j, at + 1), j->nodes[last].name, last,
		    false);
		check_walk(j, at);
	} else
		check_member_by_name(j, eval(j, at + 1), j->nodes[last].name,
		    last, true);
	if (role == ROLE_STORE) {
		if (j->nodes[j->nodes[at].parent].kind == NODE_ASSIGNMENT)
			check_text_handed(j, tree_last(j->nodes,
			    j->nodes[at].parent));
		check_setting(j, at, j->nodes[last].name, tree_last(j->nodes,
		    j->nodes[at].parent));
		set = eval(j, at + 1);
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind == VALUE_RESULT ||
			    set->v[i]->kind == VALUE_PATH)
				check_stored(j, set->v[i], "__setattr__",
				    last, 0);
		if (judge_is_named(j, last, "name"))
			check_field_renamed(j, at, at + 1);
		check_names_read(j, j->nodes[last].name, last,
		    j->nodes[j->nodes[at].parent].kind == NODE_ASSIGNMENT ?
		    eval(j, j->nodes[at].parent) : &vset_unknown);
	}
}

/* `case Class(name=x)` reads the attribute of the subject. */
static void
check_class_pattern(struct judge *j, uint32_t at)
{
	uint32_t child, keyword, match = at;

	while (match != 0 && j->nodes[match].kind != NODE_MATCH)
		match = j->nodes[match].parent;
	TREE_CHILDREN(j->nodes, at, child) {
		if (j->nodes[child].kind != NODE_CASE_PATTERN)
			continue;
		keyword = child + 1;
		if (keyword < j->nodes[child].skip &&
		    j->nodes[keyword].kind == NODE_KEYWORD_PATTERN)
			check_member_by_name(j, vset_with_unknown(j->arena,
			    eval(j, match + 1)), j->nodes[keyword + 1].name,
			    keyword + 1, false);
	}
}

/* A dotted name in a pattern is a value that is read. */
static void
check_dotted_name(struct judge *j, uint32_t at)
{
	const struct vset *set = NULL;
	uint32_t child;

	switch (j->nodes[j->nodes[at].parent].kind) {
	case NODE_IMPORT_STATEMENT:
	case NODE_IMPORT_FROM:
	case NODE_FUTURE_IMPORT:
	case NODE_ALIASED_IMPORT:
	case NODE_RELATIVE_IMPORT:
		return;
	}
	if (j->nodes[at + 1].role == ROLE_STORE)
		return;			/* a capture */
	TREE_CHILDREN(j->nodes, at, child) {
		if (set == NULL) {
			set = eval_name(j, j->nodes[at].scope,
			    j->nodes[child].name, child);
			check_name_read(j, child, j->nodes[child].name);
			continue;
		}
		check_member(j, set, j->nodes[child].name, child, false);
		set = eval_attribute(j, set, j->nodes[child].name, child);
	}
}

/* globals()["x"] names x. */
static void
check_subscript(struct judge *j, uint32_t at)
{
	const struct vset *object = eval(j, at + 1), *keys;
	uint32_t index = j->nodes[at + 1].skip;
	size_t i, k;

	if (j->nodes[at].role == ROLE_STORE)
		check_setting_stored(j, at, index, NULL);
	for (i = 0; i < object->n; i++) {
		const struct value *v = object->v[i];

		if ((v->kind == VALUE_PATH || v->kind == VALUE_RESULT) &&
		    j->nodes[at].role == ROLE_STORE)
			check_setting_stored(j, at, index, v);
		if (v->kind == VALUE_PATH && v->name == KNOWN(os_environ))
			check_variable(j, index);
		if (v->kind != VALUE_RESULT || (v->name != KNOWN(globals) &&
		    v->name != KNOWN(locals) && v->name != KNOWN(vars)))
			continue;
		if (v->name == KNOWN(vars) && own_vars(j, v->place))
			continue;
		keys = eval(j, index);
		if (keys->unknown || keys->n == 0)
			report_flow(j, FLOW_UNKNOWN_KEY, index,
			    names_text(j->names, v->name), v);
		for (k = 0; k < keys->n; k++) {
			uint32_t name;

			if (keys->v[k]->kind != VALUE_STR)
				continue;
			name = names_intern(j->names, keys->v[k]->text.bytes,
			    keys->v[k]->text.n);
			check_attribute_name(j, name, index, keys->v[k]);
			if (facts_is_builtin(j->facts, name))
				check_callable(j, name, index, keys->v[k]);
		}
	}
}

/*
 * `{"text.usetex": False}`, `rcParams["text.usetex"] = False`; or it is only
 * read.
 */
static bool
switches_off(struct judge *j, uint32_t at, const struct vset *set)
{
	const struct value *v = vset_only(set, VALUE_STR);
	uint32_t parent = j->nodes[at].parent, name;

	if (v == NULL || (v->text.n != 6 && v->text.n != 11))
		return false;
	name = names_intern(j->names, v->text.bytes, v->text.n);
	if (name != KNOWN(usetex) && name != KNOWN(text_usetex))
		return false;
	/* What is read there is True or False. */
	if (j->nodes[parent].kind == NODE_SUBSCRIPT && j->nodes[parent].role ==
	    ROLE_LOAD && at != parent + 1) {
		v = vset_only(eval(j, parent + 1), VALUE_PATH);
		return v != NULL && strcmp(names_text(j->names, facts_told_as(
		    j->facts, v->name)), "matplotlib.rcParams") == 0;
	}
	if (j->nodes[parent].kind == NODE_SUBSCRIPT)
		parent = j->nodes[parent].parent;
	else if (j->nodes[parent].kind != NODE_PAIR)
		return false;
	return (j->nodes[parent].kind == NODE_PAIR ||
	    j->nodes[parent].kind == NODE_ASSIGNMENT) &&
	    tree_count(j->nodes, parent) == 2 &&
	    is_switched_off(j, tree_last(j->nodes, parent));
}

static void
check_text(struct judge *j, uint32_t at)
{
	const struct vset *set;
	size_t i;

	if (j->nodes[j->nodes[at].parent].kind == NODE_CONCATENATED_STRING)
		return;
	set = eval(j, at);
	if (switches_off(j, at, set))
		return;
	for (i = 0; i < set->n; i++)
		check_string_here(j, set->v[i], at);
}

/* A text that an expression yields is judged like one that is written. */
static void
check_folded(struct judge *j, uint32_t at)
{
	const struct vset *set;
	bool own;
	size_t i;

	if (j->nodes[at].role != ROLE_LOAD)
		return;
	set = eval(j, at);
	own = j->nodes[at].kind == NODE_CALL && set->n > 0 && vset_only(
	    eval(j, at + 1), VALUE_FUNCTION) != NULL;
	/* A text written down somewhere is judged there. */
	for (i = 0; i < set->n; i++)
		if (set->v[i]->place == at || (own && j->nodes[
		    set->v[i]->place].kind != NODE_STRING))
			check_string_here(j, set->v[i], at);
}

static void
check_node(struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];

	switch (node->kind) {
	case NODE_IDENTIFIER:
		if (node->name == KNOWN(dunder_annotations) ||
		    node->name == KNOWN(dataclass_fields))
			check_annotations_changed(j, at);
		if (node->role == ROLE_LOAD)
			check_name_read(j, at, node->name);
		else if (node->role != ROLE_NAME)
			check_bound_name(j, at);
		break;
	case NODE_ATTRIBUTE:
	case NODE_MEMBER_TYPE:
		check_attribute(j, at);
		if (node->role == ROLE_STORE)
			check_stored_name(j, tree_last(j->nodes, at));
		if (node->role == ROLE_LOAD) {
			const struct vset *set = eval(j, at);

			if (set->flags & (VALUE_HAS_MODULE |
			    VALUE_HAS_SENSITIVE | VALUE_REFUSED))
				check_escape(j, at, set);
			check_environment(j, at, set);
		}
		break;
	case NODE_CALL:
		check_call(j, at);
		check_folded(j, at);
		break;
	case NODE_KEYWORD_ARGUMENT:
		check_setting(j, at, j->nodes[at + 1].name,
		    tree_last(j->nodes, at));
		break;
	case NODE_PAIR:
		check_setting_pair(j, at);
		break;
	case NODE_SUBSCRIPT:
		check_subscript(j, at);
		check_folded(j, at);
		break;
	case NODE_BINARY:
		check_huge(j, at);
		check_folded(j, at);
		break;
	case NODE_AUGMENTED:
		check_merged(j, at);
		break;
	case NODE_WHILE:
		check_endless(j, at);
		break;
	case NODE_IMPORT_STATEMENT:
	case NODE_IMPORT_FROM:
		check_import(j, at);
		break;
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		check_text(j, at);
		break;
	case NODE_CLASS:
		check_field_class(j, at);
		check_metaclass(j, at);
		break;
	case NODE_CLASS_PATTERN:
		check_class_pattern(j, at);
		break;
	case NODE_DOTTED_NAME:
		check_dotted_name(j, at);
		break;
	case NODE_GLOBAL:
		for (at++; at < node->skip; at++)
			check_bound_name(j, at);
		break;
	}
}

void
check_tree(struct judge *j)
{
	const struct rules_row *row;
	uint32_t i;

	/* Imports first: what they refuse is not said again for each use. */
	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_IMPORT_STATEMENT ||
		    j->nodes[i].kind == NODE_IMPORT_FROM)
			check_import(j, i);
	for (i = 0; i < j->tree.n; i++) {
		row = facts_node(j->facts, j->nodes[i].kind);
		if (!check_allows(row))
			report_row(j, row, "node",
			    syntax_kind_name(j->nodes[i].kind), i, NULL);
		if (j->nodes[i].kind != NODE_IMPORT_STATEMENT &&
		    j->nodes[i].kind != NODE_IMPORT_FROM)
			check_node(j, i);
		/* What was worked out before is asked of many without eval(). */
		if (i % NODES_BETWEEN == 0)
			j->late |= deadline_is_over(&j->deadline);
		if (j->too_complex || j->late)
			return;
	}
	check_found_by(j);
	if (j->examples != 0 && !report_is_blocked(j->report))
		check_examples_together(j);
}
