#include "tree.h"


/* A line that ends outside of brackets between two bytes of a statement. */
static bool
ends_line(const char *text, uint32_t from, uint32_t to)
{
	unsigned open = 0;
	char quote;

	for (; from < to; from++)
		switch (text[from]) {
		case '(': case '[': case '{':
			open++;
			break;
		case ')': case ']': case '}':
			open -= open > 0;
			break;
		case '\\':
			from += from + 1 < to && text[from + 1] == '\r' ? 2 : 1;
			break;
		case '\'': case '"':
			quote = text[from++];
			for (; from < to && text[from] != quote; from++) {
				if (text[from] == '\\')
					from++;
				else if (text[from] == '\n')
					return true;
			}
			break;
		case '#':
			while (from + 1 < to && text[from + 1] != '\n')
				from++;
			break;
		case '\n':
			if (open == 0)
				return true;
		}
	return false;
}

uint32_t
tree_as_value(const struct node *nodes, uint32_t as_pattern)
{
	uint32_t at = as_pattern, parent;

	for (;; at = parent) {
		parent = nodes[at].parent;
		switch (nodes[parent].kind) {
		case NODE_WITH_ITEM:
		case NODE_EXCEPT:
			return at;
		case NODE_PARENTHESIZED:
		case NODE_TUPLE:
			return nodes[nodes[parent].parent].kind ==
			    NODE_WITH_ITEM ? at : 0;
		case NODE_CONDITIONAL:
			/* It must be the last part. */
			if (nodes[at].skip != nodes[parent].skip)
				return 0;
			continue;
		default:
			return 0;
		}
	}
}

bool
tree_is_type_alias(const struct node *nodes, uint32_t at, const char *text)
{
	uint32_t left = at + 2;		/* behind the node `type` */
	uint32_t right = nodes[at + 1].skip;

	return left < right && right < nodes[at].skip &&
	    (nodes[left].kind == NODE_IDENTIFIER ||
	    nodes[left].kind == NODE_GENERIC_TYPE) &&
	    !ends_line(text, nodes[at].start, nodes[right].start);
}

uint32_t
tree_keyword(const struct node *nodes, uint32_t arguments, uint32_t name)
{
	uint32_t child;

	if (nodes[arguments].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(nodes, arguments, child)
		if (nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
		    nodes[child + 1].name == name)
			return tree_last(nodes, child);
	return 0;
}

uint32_t
tree_positional(const struct node *nodes, uint32_t call, uint32_t n)
{
	uint32_t list = tree_last(nodes, call), child;

	if (nodes[list].kind != NODE_ARGUMENTS)
		return 0;
	TREE_CHILDREN(nodes, list, child) {
		if (nodes[child].kind == NODE_LIST_SPLAT ||
		    nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return 0;
		if (n-- == 0)
			return child;
	}
	return 0;
}

uint32_t
tree_lift_star(struct node *nodes, uint32_t at)
{
	struct node star = nodes[at];
	uint32_t outer, child;

	while (tree_is_low_star(nodes, at)) {
		outer = star.parent;
		/* Only the first child keeps the number of its parent. */
		for (child = nodes[at].skip; child < nodes[outer].skip;
		    child = nodes[child].skip)
			nodes[child].parent = at;
		star.parent = nodes[outer].parent;
		star.skip = nodes[outer].skip;
		star.end = nodes[outer].end;
		nodes[at] = nodes[outer];
		nodes[at].parent = outer;
		nodes[at].start = nodes[at + 1].start;
		nodes[outer] = star;
		at = outer;
	}
	return at;
}
