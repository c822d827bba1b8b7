/*
 * A comprehension over a text: of each letter what its element is, when it
 * comes again. "".join(codes[c] for c in text)
 */
#include "replay_parts.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

#define MANY	24	/* letters: of fewer it isn't worth while */

/* A builtin that does nothing but give a value. */
static bool
is_plain_call(struct replay *r, uint32_t call)
{
	static const char all[][8] = { "abs", "chr", "int", "len", "ord",
	    "str" };
	const struct node *nodes = r->j->nodes;

	return nodes[call + 1].kind == NODE_IDENTIFIER && replay_binding(r,
	    call + 1) == 0 && IS_ONE_OF(names_text(r->j->names,
	    nodes[call + 1].name), all);
}

/* Does it change nothing, whatever the letter is? */
static bool
is_plain(struct replay *r, uint32_t element)
{
	const struct node *nodes = r->j->nodes;
	uint32_t i;

	for (i = element; i < nodes[element].skip; i++)
		switch (nodes[i].kind) {
		case NODE_ARGUMENTS: case NODE_BINARY: case NODE_COMPARISON:
		case NODE_CONDITIONAL: case NODE_IDENTIFIER: case NODE_INTEGER:
		case NODE_PARENTHESIZED: case NODE_SUBSCRIPT:
			break;
		case NODE_STRING:
			if (tree_first(nodes, i, NODE_INTERPOLATION) != 0)
				return false;
			i = nodes[i].skip - 1;
			break;
		case NODE_CALL:
			if (!is_plain_call(r, i))
				return false;
			break;
		default:
			return false;
		}
	return true;
}

struct letter *
letters_begin(struct replay *r, uint32_t comprehension, struct thing over)
{
	if (over.kind != THING_TEXT || over.s == NULL || over.n < MANY ||
	    r->j->nodes[comprehension].kind == NODE_DICTIONARY_COMPREHENSION ||
	    !is_plain(r, comprehension + 1))
		return NULL;
	return arena_alloc(r->j->arena, LETTERS * sizeof(struct letter));
}

bool
letter_take(struct replay *r, const struct letter *letter, struct thing ret)
{
	if (letter->steps == 0 || r->steps + letter->steps > r->limit)
		return false;
	r->steps += letter->steps;
	r->cost += letter->cost;
	if (ret.kind != THING_SET || thing_find(r, ret, letter->value) == NULL)
		thing_push(r, ret, letter->value);
	return true;
}

struct letter_mark
letter_mark(const struct replay *r, struct thing ret)
{
	return (struct letter_mark){ r->steps, r->doubts, r->calls,
	    ret.heap->n, r->cost };
}

void
letter_keep(const struct replay *r, struct letter *letter, struct thing ret,
    const struct letter_mark *mark)
{
	const struct heap *heap = ret.heap;

	if (r->flow != GOES_ON || r->doubts != mark->doubts || r->calls !=
	    mark->calls || heap->is_lost || heap->n != mark->n + 1 ||
	    thing_is_heap(heap->v[mark->n]))
		return;
	letter->value = heap->v[mark->n];
	letter->cost = r->cost - mark->cost;
	/* All but the step of putting it there. */
	letter->steps = r->steps - mark->steps - 1;
}
