/*
 * Lists that the parser takes and CPython does not: parameters, arguments.
 */
#include "refused_parts.h"

#include "../syntax/tree.h"

/* The name that a parameter binds; 0: a separator. */
static uint32_t
name_of_parameter(const struct judge *j, uint32_t at)
{
	uint32_t name = at;

	while (j->nodes[name].kind != NODE_IDENTIFIER &&
	    name + 1 < j->nodes[at].skip)
		name++;
	return j->nodes[name].kind == NODE_IDENTIFIER ? name : 0;
}

bool
refused_parameters(const struct judge *j, uint32_t list)
{
	uint32_t child, other, name, kind;
	bool defaults = false, star = false, bare = false, slash = false;
	bool end = false;
	size_t n = 0;

	TREE_CHILDREN(j->nodes, list, child) {
		kind = j->nodes[child].kind;
		if (end || kind == NODE_TUPLE_PATTERN)
			return true;
		/* `*a: T` is typed, and a star. */
		if (kind == NODE_TYPED_PARAMETER)
			kind = j->nodes[child + 1].kind == NODE_IDENTIFIER ?
			    NODE_IDENTIFIER : j->nodes[child + 1].kind;
		switch (kind) {
		case NODE_LIST_SPLAT_PATTERN:
		case NODE_KEYWORD_SEPARATOR:
			/* *a[0] */
			if (star || tree_first(j->nodes, child,
			    NODE_SUBSCRIPT) == child + 1)
				return true;
			star = true;
			bare = kind == NODE_KEYWORD_SEPARATOR;
			break;
		case NODE_DICTIONARY_SPLAT_PATTERN:
			if (bare)
				return true;
			end = true;
			break;
		case NODE_POSITIONAL_SEPARATOR:
			if (slash || star || n == 0)
				return true;
			slash = true;
			break;
		case NODE_DEFAULT_PARAMETER:
		case NODE_TYPED_DEFAULT_PARAMETER:
			defaults = true;
			bare = false;
			break;
		case NODE_IDENTIFIER:
			if (defaults && !star)
				return true;
			bare = false;
			break;
		}
		n++;
		name = name_of_parameter(j, child);
		if (name == 0)
			continue;
		if (refused_is(j, name, "__debug__"))
			return true;
		/* Few have many. */
		for (other = list + 1; other < child && n < 64;
		    other = j->nodes[other].skip)
			if (name_of_parameter(j, other) != 0 &&
			    j->nodes[name_of_parameter(j, other)].name ==
			    j->nodes[name].name)
				return true;
	}
	return bare;
}

bool
refused_arguments(const struct judge *j, uint32_t list)
{
	uint32_t child, other;
	bool keyword = false, dict = false;
	size_t n = 0;

	TREE_CHILDREN(j->nodes, list, child) {
		n++;
		switch (j->nodes[child].kind) {
		case NODE_KEYWORD_ARGUMENT:
			keyword = true;
			if (refused_is(j, child + 1, "__debug__"))
				return true;
			for (other = list + 1; other < child && n < 64;
			    other = j->nodes[other].skip)
				if (j->nodes[other].kind ==
				    NODE_KEYWORD_ARGUMENT &&
				    j->nodes[other + 1].name ==
				    j->nodes[child + 1].name)
					return true;
			break;
		case NODE_DICTIONARY_SPLAT:
			dict = true;
			break;
		case NODE_LIST_SPLAT:
			if (dict)
				return true;
			break;
		case NODE_GENERATOR:
			if (tree_count(j->nodes, list) > 1 &&
			    !refused_begins(j, child, "("))
				return true;
			/* fall through */
		default:
			/* `*a.b` comes as an attribute of `*a`. */
			if ((keyword || dict) && !tree_is_splat(j->nodes,
			    child))
				return true;
		}
	}
	/* f(,) */
	if (n == 0) {
		size_t len, i;
		const char *s = judge_text(j, list, &len);

		for (i = 1; i < len && strchr(" \t\f\r\n\\", s[i]) != NULL;
		    i++)
			;
		return i < len && s[i] == ',';
	}
	return false;
}

/* `for x in y, z`, and `f(x for x in y,)`: commas need parentheses. */
bool
refused_clause(const struct judge *j, uint32_t at)
{
	const struct node *node = &j->nodes[at];
	uint32_t last = tree_last(j->nodes, at), end = node->end;

	if (tree_count(j->nodes, at) != 2)
		return true;
	if (node->skip == j->nodes[node->parent].skip &&
	    j->nodes[node->parent].kind == NODE_GENERATOR)
		end = j->nodes[node->parent].end;
	return refused_has(j, j->nodes[last].end, end, ',') &&
	    !refused_has(j, j->nodes[last].end, end, '#');
}
