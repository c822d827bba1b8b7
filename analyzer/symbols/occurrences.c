/* Lists of the identifiers of each name, made when first asked for. */
#include "occurrences.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"

/* Where the first identifier of this name is kept, or would be. */
static uint32_t *
slot_of(const struct judge *j, uint32_t name)
{
	uint32_t at = (uint32_t)(name * 2654435761ull >> 16) & j->own_mask;

	while (j->own_first[at] != 0 && j->nodes[j->own_first[at]].name !=
	    name)
		at = (at + 1) & j->own_mask;
	return &j->own_first[at];
}

static void
find_identifiers(struct judge *j)
{
	uint32_t i, *first;

	if (j->own_first != NULL)
		return;
	/* More slots than names: the module is a node, too. */
	for (j->own_mask = 15; j->own_mask < j->tree.n; )
		j->own_mask = j->own_mask * 2 + 1;
	j->own_first = arena_alloc(j->arena, (j->own_mask + 1) *
	    sizeof(*j->own_first));
	j->own_next = arena_room(j->arena, (j->tree.n + 1) *
	    sizeof(*j->own_next));
	for (i = j->tree.n; i-- > 0; ) {
		if (j->nodes[i].kind != NODE_IDENTIFIER)
			continue;
		first = slot_of(j, j->nodes[i].name);
		j->own_next[i] = *first;
		*first = i;
	}
}

uint32_t
own_first_of(struct judge *j, uint32_t name)
{
	find_identifiers(j);
	return *slot_of(j, name);
}

uint32_t
own_first_named(struct judge *j, const char *name)
{
	return own_first_of(j, names_lookup(j->names, name, strlen(name)));
}

bool
own_mentions(struct judge *j, const char *names, size_t n, size_t width)
{
	for (; n > 0; n--, names += width)
		if (own_first_named(j, names) != 0)
			return true;
	return false;
}

bool
own_answers(struct judge *j, const char *hook)
{
	static const char makers[][16] = { "make_dataclass", "setattr" };

	return own_first_named(j, hook) != 0 || OWN_MENTIONS(j, makers);
}
