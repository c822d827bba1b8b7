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

/* What own classes do with what stands beside their objects. */
enum taken {
	TAKES_ASKED = 1,
	TAKES_COMPARED = 2,
	TAKES_OPERAND = 4,
	TAKES_INDEX = 8,
	TAKES_CHECKED = 16,
	TAKES_JOINED = 32,
	TAKES_ALL = TAKES_COMPARED | TAKES_OPERAND | TAKES_INDEX |
	    TAKES_CHECKED | TAKES_JOINED
};

/* What a method of this name is handed, but for the object itself. */
static unsigned
taken_by(const char *name)
{
	static const char compares[][16] = { "__eq__", "__ne__", "__lt__",
	    "__le__", "__gt__", "__ge__", "__contains__" };
	static const char operates[][16] = { "add__", "sub__", "mul__",
	    "matmul__", "truediv__", "floordiv__", "mod__", "divmod__",
	    "pow__", "lshift__", "rshift__", "and__", "xor__", "or__" };
	static const char indexes[][24] = { "__getitem__", "__setitem__",
	    "__delitem__", "__missing__", "__class_getitem__" };

	if (name[0] != '_' || name[1] != '_')
		return strcmp(name, "join") == 0 ? TAKES_JOINED : 0;
	if (IS_ONE_OF(name, compares))
		return TAKES_COMPARED;
	if (IS_ONE_OF(name, indexes))
		return TAKES_INDEX;
	if (IS_ONE_OF(name + 2, operates) || ((name[2] == 'r' || name[2] ==
	    'i') && IS_ONE_OF(name + 3, operates)))
		return TAKES_OPERAND;
	if (strcmp(name, "__instancecheck__") == 0)
		return TAKES_CHECKED;
	return strcmp(name, "__array_ufunc__") == 0 ? TAKES_COMPARED |
	    TAKES_OPERAND : 0;
}

/* setattr(C, "name", f), written out: what that makes C take; else all. */
static unsigned
taken_by_setattr(const struct judge *j, uint32_t at)
{
	uint32_t callee = at, call, list, name;
	char text[24];
	const char *s;
	size_t n;

	if (j->nodes[j->nodes[at].parent].kind == NODE_FUNCTION)
		return 0;
	if (j->nodes[j->nodes[at].parent].kind == NODE_ATTRIBUTE)
		callee = j->nodes[at].parent;
	call = j->nodes[callee].parent;
	list = tree_last(j->nodes, call);
	if (j->nodes[call].kind != NODE_CALL || callee != call + 1 ||
	    j->nodes[list].kind != NODE_ARGUMENTS)
		return TAKES_ALL;
	/* super().__setattr__(name, value) has the name first. */
	for (name = list + 1; name < j->nodes[list].skip && j->nodes[name].kind
	    != NODE_STRING; name = j->nodes[name].skip)
		;
	if (name >= j->nodes[list].skip ||
	    tree_first(j->nodes, name, NODE_INTERPOLATION) != 0)
		return TAKES_ALL;
	s = judge_text(j, name, &n);
	if (n < 3 || n > sizeof(text) || (*s != '"' && *s != '\'') ||
	    memchr(s, '\\', n) != NULL)
		return TAKES_ALL;
	memcpy(text, s + 1, n - 2);
	text[n - 2] = '\0';
	return taken_by(text);
}

/* A class made by a call may have any attribute: join=f, "x join". */
static bool
makes_by_call(struct judge *j)
{
	static const char makes[][24] = { "namedtuple", "make_dataclass",
	    "SimpleNamespace", "Namespace" };

	return OWN_MENTIONS(j, makes);
}

static unsigned
find_taken(struct judge *j)
{
	/* Its namespace may hold any hook. */
	static const char makes[][16] = { "make_dataclass" };
	unsigned taken = TAKES_ASKED;
	uint32_t i;

	if (OWN_MENTIONS(j, makes))
		return TAKES_ASKED | TAKES_ALL;

	/* What a class's body binds is an attribute, too. */
	for (i = 1; i < j->scopes.nbindings; i++)
		if (j->scopes.bindings[i].scope == 0)
			taken |= taken_by(names_text(j->names,
			    j->scopes.bindings[i].name));
	if (names_lookup(j->names, "setattr", 7) == 0)
		return taken;
	for (i = own_first_of(j, KNOWN(setattr)); i != 0; i = j->own_next[i])
		taken |= taken_by_setattr(j, i);
	for (i = own_first_of(j, KNOWN(setattr_name)); i != 0;
	    i = j->own_next[i])
		taken |= taken_by_setattr(j, i);
	return taken;
}

static bool
takes(struct judge *j, enum taken what)
{
	if (j->operands_taken == 0)
		j->operands_taken = (uint8_t)find_taken(j);
	return j->operands_taken & what;
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
		    !takes(j, TAKES_COMPARED);
	case NODE_BINARY:
		return !takes(j, TAKES_OPERAND);
	case NODE_SUBSCRIPT:
		return !takes(j, TAKES_INDEX) &&
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
	return j->nodes[callee + 1].kind == NODE_STRING ||
	    (!takes(j, TAKES_JOINED) && !makes_by_call(j));
}

/* Arguments but for keywords. */
static uint32_t
count_positional(const struct judge *j, uint32_t list)
{
	uint32_t child, n = 0;

	TREE_CHILDREN(j->nodes, list, child)
		n += j->nodes[child].kind != NODE_KEYWORD_ARGUMENT &&
		    j->nodes[child].kind != NODE_COMMENT;
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
		return !takes(j, TAKES_CHECKED);
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
