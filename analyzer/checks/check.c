#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../findings/report.h"
#include "../eval/eval.h"

#define NODES_BETWEEN	64	/* looks at the time */

static bool
allows(const struct rules_row *row)
{
	return row != NULL && row->verb == RULES_ALLOW;
}

/* A row about exactly this callable. */
static bool
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
	if (!allows(row))
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
		if (row == NULL || allows(row))
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
static void
check_escape(struct judge *j, uint32_t at, const struct vset *set)
{
	const struct rules_row *row;
	const struct value *module = NULL, *sensitive = NULL;
	auto_buf struct buf text = BUF_INIT;
	const char *s;
	size_t i, n;

	for (i = 0; i < set->n; i++) {
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
	if (allows(row))
		report_row(j, row, "call", full, at, NULL);
}

static void
check_name(struct judge *j, uint32_t at, uint32_t name)
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
	if (set->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE))
		check_escape(j, at, set);
	check_environment(j, at, set);
}

/* Names of the interpreter's that a submission has no business to bind. */
static void
check_bound_name(struct judge *j, uint32_t at)
{
	switch (j->nodes[at].name) {
	case KNOWN(builtins_name):
	case KNOWN(import_):
	case KNOWN(build_class):
	case KNOWN(loader_):
	case KNOWN(spec_):
		report_flow(j, FLOW_REBINDS_INTERNAL, at,
		    names_text(j->names, j->nodes[at].name), NULL);
		break;
	case KNOWN(dunder_reduce):
	case KNOWN(dunder_reduce_ex):
		report_flow(j, FLOW_DEFINES_REDUCE, at,
		    names_text(j->names, j->nodes[at].name), NULL);
		break;
	case KNOWN(readinto):
	case KNOWN(readinto1):
		/* It is lent a buffer, and may keep it: memory of others. */
	case KNOWN(array_interface):
	case KNOWN(array_struct):
		report_flow(j, FLOW_MEMORY_ADDRESS, at,
		    names_text(j->names, j->nodes[at].name), NULL);
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
static void
check_stored_name(struct judge *j, uint32_t at)
{
	switch (j->nodes[at].name) {
	case KNOWN(isidentifier):
	case KNOWN(readinto):
	case KNOWN(readinto1):
		check_bound_name(j, at);
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
			check_name(j, child, j->nodes[child].name);
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
		if (v->kind == VALUE_PATH && v->name == KNOWN(os_environ)) {
			check_variable(j, index);
		}
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

static bool
is_off(struct judge *j, uint32_t at)
{
	return j->nodes[at].kind == NODE_FALSE || j->nodes[at].kind ==
	    NODE_NONE;
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
	    is_off(j, tree_last(j->nodes, parent));
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
			check_name(j, at, node->name);
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
			    VALUE_HAS_SENSITIVE))
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
		if (!allows(row))
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
