/*
 * Frames of the interpreter that are only asked where they are: loggers and
 * tracers want the name of who called them, the file and the line.
 *
 * It is the use that is looked at, whatever the object is: each way that its
 * value takes ends at a text or a number. Of the names a frame knows, __name__
 * and the like alone are texts, unless the submission gives them.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

#define NAMES_MAX	6	/* of names for one frame */

static bool is_asked_where(struct judge *, uint32_t at, unsigned depth);

/* A text or a number, of whatever has it: of frames, code, tracebacks. */
static bool
is_fact(const char *name)
{
	static const char facts[][16] = { "co_filename", "co_firstlineno",
	    "co_name", "co_qualname", "f_lasti", "f_lineno", "filename",
	    "function", "lineno", "tb_lasti", "tb_lineno" };

	return IS_ONE_OF(name, facts);
}

/* f_globals["__name__"], f_globals.get("__name__", "?") */
static bool
asks_module_name(struct judge *j, uint32_t globals)
{
	static const char texts[][16] = { "__name__", "__file__" };
	uint32_t up = j->nodes[globals].parent, call = j->nodes[up].parent;
	uint32_t key = 0, list, known;
	const struct value *v;
	size_t i;

	if (globals != up + 1)
		return false;
	if (j->nodes[up].kind == NODE_SUBSCRIPT &&
	    j->nodes[up].role == ROLE_LOAD && tree_count(j->nodes, up) == 2)
		key = tree_last(j->nodes, up);
	list = tree_last(j->nodes, call);
	if (j->nodes[up].kind == NODE_ATTRIBUTE && judge_is_named(j,
	    tree_last(j->nodes, up), "get") && j->nodes[call].kind ==
	    NODE_CALL && up == call + 1 && j->nodes[list].kind ==
	    NODE_ARGUMENTS && list + 1 < j->nodes[list].skip)
		key = list + 1;
	v = key == 0 ? NULL : vset_only(eval(j, key), VALUE_STR);
	if (v == NULL)
		return false;
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		known = names_lookup(j->names, texts[i], strlen(texts[i]));
		if (value_is_text(v, texts[i]))
			return known == 0 || scopes_find(&j->scopes, 1,
			    known) == 0;
	}
	return false;
}

/* What is read of it by this attribute. */
static bool
step_is_harmless(struct judge *j, uint32_t step, unsigned depth)
{
	static const char steps[][8] = { "f_back", "f_code", "tb_next" };
	const char *name = names_text(j->names, j->nodes[tree_last(j->nodes,
	    step)].name);

	if (j->nodes[step].role != ROLE_LOAD)
		return false;
	if (strcmp(name, "f_globals") == 0)
		return asks_module_name(j, step);
	return is_fact(name) || ((IS_ONE_OF(name, steps) ||
	    strcmp(name, "tb_frame") == 0) && is_asked_where(j, step, depth));
}

/* info[3]: what stands behind the frame in what inspect.stack() lists. */
static bool
is_behind_frame(struct judge *j, uint32_t subscript)
{
	const struct value *v = tree_count(j->nodes, subscript) != 2 ? NULL :
	    vset_only(eval(j, tree_last(j->nodes, subscript)), VALUE_INT);

	return v != NULL && j->nodes[subscript].role == ROLE_LOAD &&
	    v->integer >= 1 && v->integer <= 5;
}

/* x = at, in a function, where each x is only asked. */
static bool
name_is_asked_where(struct judge *j, uint32_t at, unsigned depth)
{
	uint32_t binding = judge_binding(j, at), i;

	if (j->nodes[at].kind != NODE_IDENTIFIER || binding == 0 ||
	    depth > NAMES_MAX || j->scopes.list[j->scopes.bindings[binding]
	    .scope].kind != SCOPE_FUNCTION || !own_may_look(j) ||
	    own_first_of(j, KNOWN(locals)) != 0 || !own_vars_take_one(j))
		return false;
	for (i = own_first_of(j, j->nodes[at].name); i != 0;
	    i = j->own_next[i])
		if (judge_binding(j, i) == binding && j->nodes[i].role ==
		    ROLE_LOAD && !is_asked_where(j, i, depth + 1))
			return false;
	/* x += y hands x to what y is. */
	return !scopes_is_augmented(&j->scopes, binding);
}

/* inspect.getframeinfo(at): of that, too. */
static bool
is_described(struct judge *j, uint32_t list, unsigned depth)
{
	uint32_t call = j->nodes[list].parent;
	const struct value *v = j->nodes[call].kind != NODE_CALL ? NULL :
	    vset_only(eval(j, call + 1), VALUE_PATH);

	return v != NULL && v->name == KNOWN(getframeinfo) &&
	    tree_count(j->nodes, list) == 1 && is_asked_where(j, call, depth);
}

static bool
is_asked_where(struct judge *j, uint32_t at, unsigned depth)
{
	uint32_t parent;

	for (;; at = parent) {
		parent = j->nodes[at].parent;
		switch (j->nodes[parent].kind) {
		case NODE_PARENTHESIZED:
		case NODE_BOOLEAN:
			continue;
		case NODE_CONDITIONAL:
			if (at == j->nodes[parent + 1].skip)
				return true;
			continue;
		case NODE_NOT:
		case NODE_IF:
		case NODE_ELIF:
		case NODE_WHILE:
		case NODE_DELETE:
			return true;
		case NODE_COMPARISON:
			return tree_count(j->nodes, parent) == 2 && j->nodes[
			    tree_last(j->nodes, parent)].kind == NODE_NONE;
		case NODE_ATTRIBUTE:
			return at == parent + 1 && step_is_harmless(j,
			    parent, depth);
		case NODE_SUBSCRIPT:
			return at == parent + 1 && is_behind_frame(j, parent);
		case NODE_ARGUMENTS:
			return is_described(j, parent, depth);
		case NODE_ASSIGNMENT:
			return at == tree_last(j->nodes, parent) &&
			    j->nodes[j->nodes[parent].parent].kind ==
			    NODE_EXPRESSION_STATEMENT && name_is_asked_where(
			    j, parent + 1, depth);
		default:
			return false;
		}
	}
}

bool
own_frame_is_asked(struct judge *j, uint32_t callee, uint32_t path)
{
	uint32_t call = j->nodes[callee].parent, one;

	if (j->nodes[call].kind != NODE_CALL || callee != call + 1)
		return false;
	if (path != KNOWN(inspect_stack))
		return is_asked_where(j, call, 0);
	/* stack()[1], and of that one. */
	one = j->nodes[call].parent;
	return j->nodes[one].kind == NODE_SUBSCRIPT && call == one + 1 &&
	    j->nodes[one].role == ROLE_LOAD && tree_count(j->nodes, one) ==
	    2 && vset_only(eval(j, tree_last(j->nodes, one)), VALUE_INT) !=
	    NULL && is_asked_where(j, one, 0);
}

bool
own_frame_step(struct judge *j, uint32_t attribute)
{
	return step_is_harmless(j, attribute, 0);
}
