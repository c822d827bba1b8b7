/*
 * Whom an operator, a subscript or a builtin hands its operand to: methods
 * that the submission's classes have between underscores, and the few of a
 * library's that give back what they got. A list that is an operand is only
 * looked at where there is none of these.
 *
 * All of it is told by the source as it stands: what names stand for is being
 * worked out while this is asked.
 */
#include "eval_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "own.h"

/* Methods that Python calls, and hands nothing but the object itself. */
static bool
is_alone(const char *name)
{
	static const char all[][20] = { "__abs__", "__all__", "__author__",
	    "__bool__", "__call__", "__del__", "__doc__", "__enter__",
	    "__exit__", "__float__", "__hash__", "__init__", "__int__",
	    "__iter__", "__len__", "__main__", "__name__", "__neg__",
	    "__next__", "__post_init__", "__repr__", "__slots__", "__str__",
	    "__version__" };

	return name[0] != '_' || name[1] != '_' ? strcmp(name, "join") != 0 :
	    IS_ONE_OF(name, all);
}

/* Is there a class here that may be asked about what stands beside it? */
static bool
find_taken(struct judge *j)
{
	static const char makes[][16] = { "__setattr__", "make_dataclass",
	    "setattr" };
	uint32_t i;

	/* What a class's body binds is an attribute, too. */
	for (i = 1; i < j->scopes.nbindings; i++)
		if (j->scopes.bindings[i].scope == 0 && !is_alone(names_text(
		    j->names, j->scopes.bindings[i].name)))
			return true;
	return OWN_MENTIONS(j, makes);
}

static bool
takes(struct judge *j)
{
	if (j->operands_taken == ANSWER_UNASKED)
		j->operands_taken = find_taken(j) ? ANSWER_YES : ANSWER_NO;
	return j->operands_taken == ANSWER_YES;
}

/* `x in K`, `x not in K`, `K is x`: no object but K is asked. */
static bool
asks_the_list(const struct judge *j, uint32_t at, uint32_t comparison)
{
	const struct node *left = &j->nodes[comparison + 1];
	const char *s = j->source.bytes + left->end;
	size_t n = j->nodes[left->skip].start - left->end;

	if (tree_count(j->nodes, comparison) != 2)
		return false;
	for (; n > 0 && *s == ' '; n--)
		s++;
	return n >= 2 && s[0] == 'i' && s[1] == 's' ? true :
	    at != comparison + 1 && n >= 2 && (s[0] == 'i' || s[0] == 'n');
}

/*
 * Types and helpers of libraries that keep what stands in their brackets:
 * list[K].__args__, np.s_[K]; and an error that hands out what it was about.
 */
static bool
index_is_handed_out(struct judge *j, uint32_t object)
{
	static const char keeps[][16] = { "__args__", "get_args",
	    "IndexSlice", "index_exp", "s_", "obj" };
	uint32_t root = object, binding, def;

	while (j->nodes[root].kind == NODE_ATTRIBUTE)
		root++;
	if (j->nodes[root].kind != NODE_IDENTIFIER)
		return j->nodes[root].kind != NODE_CALL;
	binding = judge_binding(j, root);
	def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	if (binding == 0)
		return true;
	for (; def != 0; def = j->scopes.defs[def].next)
		switch (j->scopes.defs[def].kind) {
		case DEF_VALUE:
		case DEF_PARAMETER:
		case DEF_AUGMENTED:
			break;
		default:
			return true;
		}
	return OWN_MENTIONS(j, keeps);
}

bool
eval_operand_is_kept(struct judge *j, uint32_t at, bool parts)
{
	uint32_t parent = j->nodes[at].parent;

	switch (j->nodes[parent].kind) {
	case NODE_COMPARISON:
		return (!parts && asks_the_list(j, at, parent)) ||
		    !takes(j);
	case NODE_BINARY:
		return !takes(j);
	case NODE_SUBSCRIPT:
		return !takes(j) &&
		    !index_is_handed_out(j, parent + 1);
	default:
		return true;
	}
}

bool
eval_joiner_is_text(struct judge *j, uint32_t callee)
{
	uint32_t name = tree_last(j->nodes, callee);

	if (j->nodes[name].name != names_lookup(j->names, "join", 4))
		return false;
	return j->nodes[callee + 1].kind == NODE_STRING;
}

/* Arguments but for keywords. */
static uint32_t
count_positional(const struct judge *j, uint32_t list)
{
	uint32_t child, n = 0;

	TREE_CHILDREN(j->nodes, list, child)
		n += j->nodes[child].kind != NODE_KEYWORD_ARGUMENT;
	return n;
}

bool
eval_builtin_looks(struct judge *j, uint32_t callee, uint32_t list)
{
	switch (j->nodes[callee].kind != NODE_IDENTIFIER ||
	    judge_binding(j, callee) != 0 ? 0 : j->nodes[callee].name) {
	case KNOWN(len): case KNOWN(print): case KNOWN(sorted):
	case KNOWN(list): case KNOWN(tuple): case KNOWN(set):
	case KNOWN(map): case KNOWN(bytes): case KNOWN(reversed):
	case KNOWN(str): case KNOWN(repr): case KNOWN(bytearray):
	case KNOWN(frozenset): case KNOWN(dict): case KNOWN(iter):
		return true;
	case KNOWN(isinstance):
		return !takes(j);
	case KNOWN(min): case KNOWN(max):
		/* Of several it gives one back. */
		return count_positional(j, list) == 1;
	default:
		return false;
	}
}

bool
eval_is_bound_twice(const struct judge *j, uint32_t value)
{
	uint32_t parent = j->nodes[value].parent;

	switch (j->nodes[value].kind) {
	case NODE_IDENTIFIER:		/* each of its uses is looked at */
	case NODE_STRING:
	case NODE_INTEGER:
		return false;
	}
	return j->nodes[parent].kind == NODE_NAMED_EXPRESSION ||
	    (j->nodes[parent].kind == NODE_ASSIGNMENT &&
	    j->nodes[j->nodes[parent].parent].kind == NODE_ASSIGNMENT);
}
