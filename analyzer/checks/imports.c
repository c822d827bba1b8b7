#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../gate.h"
#include "../judge.h"
#include "../symbols/python_names.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "check_parts.h"

/* In a `try`, where code expects that it may not be there. */
static bool
is_tried(const struct judge *j, uint32_t node)
{
	while (node != 0 && j->nodes[node].kind != NODE_TRY)
		node = j->nodes[node].parent;
	return node != 0;
}

/* Does the interpreter that is to run this have it? */
static void
check_installed(struct judge *j, const char *name, uint32_t node)
{
	const struct gate_options *options = j->report->options;
	uint32_t top = names_intern(j->names, name, strcspn(name, "."));
	const char *text = names_text(j->names, top), *more = NULL;

	if (options->lacks != NULL && !facts_is_stdlib(j->facts, top) &&
	    !facts_is_sibling(j->facts, top) && !is_tried(j, node))
		more = options->lacks(text, options->lacks_arg);
	if (more != NULL)
		report_flow_more(j, FLOW_NOT_INSTALLED, node, text, more);
}

static void
note_module(struct judge *j, const char *name, size_t n, uint32_t node)
{
	uint32_t module = names_intern(j->names, name, n);

	if (facts_is_sibling(j->facts, module))
		return;
	check_installed(j, names_text(j->names, module), node);
	report_add(j, &j->report->imports, name, n);
	j->report->processes |= facts_says(j->facts, module, RULES_PROCESS);
	j->report->threads |= facts_says(j->facts, module, RULES_THREADS);
}

void
check_may_spawn(struct judge *j, const char *full)
{
	j->report->processes |= facts_says(j->facts, names_intern(
	    j->names, full, strlen(full)), RULES_PROCESS);
}

/* Whether a row of its own, or the default, lets this module in. */
static bool
check_module(struct judge *j, uint32_t name, uint32_t node)
{
	const char *text = names_text(j->names, name);

	note_module(j, text, names_length(j->names, name), node);
	if (report_row(j, facts_import(j->facts, name), "import", text, node,
	    NULL))
		return true;
	j->nodes[node].mark = 1;
	return false;
}

void
check_module_name(struct judge *j, const char *name, size_t n, uint32_t place)
{
	auto_buf struct buf text = BUF_INIT;

	buf_add(&text, name, n);
	note_module(j, buf_str(&text), n, place);
	report_row(j, rules_decide(j->report->rules, RULES_IMPORT,
	    buf_str(&text)), "import", buf_str(&text), place, NULL);
}

/* `from module import name`: the name may be a module of its own. */
static void
check_from(struct judge *j, uint32_t module, uint32_t node, bool admitted)
{
	uint32_t name = eval_dotted(j, node);
	struct member m = facts_member(j->facts, module, name);
	const struct rules_row *row = facts_call(j->facts, m.full);
	const char *full = names_text(j->names, m.full);
	const struct value *value;

	if (facts_own_import(j->facts, m.full) != NULL) {
		check_module(j, m.full, node);
		return;
	}
	check_may_spawn(j, full);
	/* What has a row of its own says why best. */
	if (m.verb != RULES_ALLOW && row != NULL && row->verb != RULES_ALLOW)
		m.row = row;
	if (row != NULL && strncmp(full, "types.", 6) == 0 &&
	    j->nodes[j->nodes[node].parent].kind != NODE_ALIASED_IMPORT &&
	    own_only_asks(j, name)) {
		report_spared(j, row, "import", full, node);
		return;
	}
	value = m.verb == RULES_ALLOW && (row == NULL || row->verb ==
	    RULES_ALLOW) ? NULL : eval_path(j, m.full, node, NULL);
	/* What the module was refused for is not said for each name. */
	if (admitted && !report_row(j, m.row != NULL || m.verb !=
	    RULES_ALLOW ? m.row : facts_import(j->facts, module), "import",
	    full, node, value))
		j->nodes[node].mark = 1;
	if (row != NULL && j->nodes[node].mark == 0 &&
	    !report_row(j, row, "call", full, node, value))
		j->nodes[node].mark = 1;
}

/* from builtins import input: each as if its plain name stood here. */
static bool
check_from_builtins(struct judge *j, uint32_t at)
{
	const struct rules_row *row;
	uint32_t child, name, part;

	if (eval_dotted(j, at + 1) != KNOWN(builtins))
		return false;
	TREE_CHILDREN(j->nodes, at, child) {
		name = j->nodes[child].kind == NODE_ALIASED_IMPORT ? child + 2 :
		    child + 1;
		if (child != at + 1 && (j->nodes[child].kind ==
		    NODE_WILDCARD_IMPORT || !facts_is_builtin(j->facts,
		    j->nodes[name].name) || names_text(j->names,
		    j->nodes[name].name)[0] == '_'))
			return false;
	}
	TREE_CHILDREN(j->nodes, at, child) {
		if (child == at + 1)
			continue;
		name = j->nodes[child].kind == NODE_ALIASED_IMPORT ? child + 1 :
		    child;
		part = j->nodes[name + 1].name;
		row = facts_call(j->facts, part);
		if (row == NULL)
			row = rules_default(j->report->rules, RULES_CALL);
		report_row(j, row, "call", names_text(j->names, part), name,
		    NULL);
	}
	return true;
}

static void
check_from_statement(struct judge *j, uint32_t at)
{
	uint32_t module_node = at + 1, child, module, name;
	const struct rules_row *row;
	bool admitted = false, own = false;

	if (j->nodes[module_node].kind != NODE_DOTTED_NAME) {
		size_t n;
		const char *text = judge_text(j, module_node, &n);
		auto_buf struct buf b = BUF_INIT;

		buf_add(&b, text, n);
		report_flow(j, FLOW_RELATIVE_IMPORT, module_node,
		    buf_str(&b), NULL);
		return;
	}
	if (check_from_builtins(j, at))
		return;
	module = eval_dotted(j, module_node);
	/* Names with a row of their own do not need the package's. */
	TREE_CHILDREN(j->nodes, at, child) {
		name = child;
		if (child == module_node)
			continue;
		if (j->nodes[child].kind == NODE_ALIASED_IMPORT)
			name = child + 1;
		if (j->nodes[name].kind != NODE_DOTTED_NAME ||
		    facts_own_import(j->facts, facts_join(j->facts, module,
		    eval_dotted(j, name))) == NULL) {
			own = false;
			break;
		}
		own = true;
	}
	row = facts_own_import(j->facts, module);
	if (!own || (row != NULL && row->verb != RULES_ALLOW))
		admitted = check_module(j, module, module_node);
	TREE_CHILDREN(j->nodes, at, child) {
		if ((j->late |= deadline_is_over(&j->deadline)))
			return;
		if (child == module_node)
			continue;
		name = child;
		switch (j->nodes[child].kind) {
		case NODE_WILDCARD_IMPORT:
			/* All that a file binds, what it imports too. */
			if (facts_is_sibling(j->facts, module))
				report_row(j, rules_default(j->report->rules,
				    RULES_MEMBER), "import", "*", child, NULL);
			else if (admitted)
				report_flow(j, FLOW_STAR_IMPORT, child,
				    names_text(j->names, module), NULL);
			j->report->incomplete = true;
			j->report->processes |= strcmp(names_text(j->names,
			    module), "os") == 0;
			break;
		case NODE_ALIASED_IMPORT:
			name = child + 1;
			/* FALLTHROUGH */
		case NODE_DOTTED_NAME:
			check_from(j, module, name, admitted);
			break;
		}
	}
}

/*
 * What this statement imports is of the standard library, does nothing by being
 * imported, and nobody uses the names it binds: *ret_refused, the first of it
 * that a row refuses, or 0.
 */
static bool
is_unused(struct judge *j, uint32_t at, uint32_t *ret_refused)
{
	bool from = j->nodes[at].kind == NODE_IMPORT_FROM;
	uint32_t child, name, i, module = 0, full;
	struct member m;

	*ret_refused = 0;
	TREE_CHILDREN(j->nodes, at, child) {
		name = j->nodes[child].kind == NODE_ALIASED_IMPORT ? child + 1 :
		    child;
		if (j->nodes[name].kind != NODE_DOTTED_NAME)
			return false;
		for (i = name + 1; i < j->nodes[name].skip; i++)
			if (names_text(j->names, j->nodes[i].name)[0] == '_')
				return false;
		full = eval_dotted(j, name);
		if (!from || child == at + 1) {
			i = j->nodes[name + 1].name;
			if (!facts_is_stdlib(j->facts, i) ||
			    facts_is_sibling(j->facts, i) ||
			    python_has(PYTHON_EAGER, names_text(j->names, i)))
				return false;
			module = full;
			if (!check_allows(facts_import(j->facts, full)) &&
			    *ret_refused == 0)
				*ret_refused = name;
			if (from)
				continue;
		} else {
			m = facts_member(j->facts, module, full);
			if ((m.verb != RULES_ALLOW || (facts_call(j->facts,
			    m.full) != NULL && !check_allows(facts_call(
			    j->facts, m.full)))) && *ret_refused == 0)
				*ret_refused = name;
		}
		/* `import a.b` binds a. */
		name = j->nodes[child].kind == NODE_ALIASED_IMPORT ?
		    tree_last(j->nodes, child) : name + 1;
		for (i = own_first_of(j, j->nodes[name].name); i != 0;
		    i = j->own_next[i])
			if (i < at || i >= j->nodes[at].skip)
				return false;
	}
	return *ret_refused != 0;
}

/* Notes of what is imported and does nothing. */
static bool
is_idle(struct judge *j, uint32_t at)
{
	enum flow_word word = FLOW_FAILING_IMPORT;
	uint32_t name = at + 1;

	if (j->nodes[name].kind == NODE_ALIASED_IMPORT)
		name++;
	if (!eval_import_fails(j, at)) {
		if (j->scopes.list[j->nodes[at].scope].kind == SCOPE_CLASS ||
		    !is_unused(j, at, &name) || own_is_reached_otherwise(j))
			return false;
		word = FLOW_UNUSED_IMPORT;
	}
	report_flow(j, word, name, names_text(j->names, eval_dotted(j, name)),
	    NULL);
	return true;
}

void
check_import(struct judge *j, uint32_t at)
{
	uint32_t child;

	if (j->nodes[at].kind != NODE_FUTURE_IMPORT && is_idle(j, at))
		return;
	/* There the module is an attribute, open to all that looks at those. */
	if (j->scopes.list[j->nodes[at].scope].kind == SCOPE_CLASS &&
	    j->nodes[at].kind == NODE_IMPORT_STATEMENT)
		report_flow(j, FLOW_MODULE_VALUE, at, "import", NULL);
	switch (j->nodes[at].kind) {
	case NODE_IMPORT_STATEMENT:
		TREE_CHILDREN(j->nodes, at, child) {
			uint32_t name = j->nodes[child].kind ==
			    NODE_ALIASED_IMPORT ? child + 1 : child;

			if ((j->late |= deadline_is_over(&j->deadline)))
				return;
			if (j->nodes[name].kind == NODE_DOTTED_NAME)
				check_module(j, eval_dotted(j, name), name);
		}
		break;
	case NODE_IMPORT_FROM:
		check_from_statement(j, at);
		break;
	}
}

/*
 * By which a process that is started afresh, or an import, finds code: of the
 * module, however they come to be bound.
 */
void
check_found_by(struct judge *j)
{
	uint32_t i;

	for (i = 1; i < j->scopes.nbindings; i++) {
		const struct binding *b = &j->scopes.bindings[i];

		if (b->scope != 1 || b->first == 0)
			continue;
		switch (b->name) {
		case KNOWN(dunder_file):
		case KNOWN(dunder_name):
		case KNOWN(dunder_package):
		case KNOWN(dunder_path):
			report_flow(j, FLOW_REBINDS_INTERNAL,
			    j->scopes.defs[b->first].node,
			    names_text(j->names, b->name), NULL);
			break;
		case KNOWN(builtins_name):
		case KNOWN(import_):
		case KNOWN(loader_):
		case KNOWN(spec_):
			/* Elsewhere it is told where it stands. */
			switch (j->scopes.defs[b->first].kind) {
			case DEF_IMPORT:
			case DEF_IMPORT_AS:
			case DEF_FROM:
				report_flow(j, FLOW_REBINDS_INTERNAL,
				    j->scopes.defs[b->first].node,
				    names_text(j->names, b->name), NULL);
				break;
			default:
				break;
			}
			break;
		}
	}
}
