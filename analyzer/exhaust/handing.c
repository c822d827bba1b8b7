/*
 * What the calls of an own function hand to a parameter of it, as it stands
 * there: one after the other, a few for each, a few deep.
 */
#include "sizes_parts.h"

#include <string.h>

#include "../judge.h"
#include "../obscure/obscure.h"
#include "../places/signatures.h"

#define NESTED_MAX	3	/* parameters handed on */
#define CALLS_MAX	8	/* of one function */
#define ALL_MAX		2000	/* of one submission */

static const struct def *
parameter_of(const struct judge *j, uint32_t name)
{
	const struct binding *b = &j->scopes.bindings[judge_binding(j, name)];
	uint32_t i;

	for (i = b->flags & BINDING_PARAMETER ? b->first : 0; i != 0;
	    i = j->scopes.defs[i].next)
		if (j->scopes.defs[i].kind == DEF_PARAMETER)
			return &j->scopes.defs[i];
	return NULL;
}

static bool
is_method(const struct judge *j, uint32_t function)
{
	return j->scopes.list[j->nodes[function].scope].kind == SCOPE_CLASS;
}

void
handing_begin(struct judge *j, uint32_t name, struct handing *h)
{
	*h = (struct handing){ .parameter = parameter_of(j, name) };
	j->handing_depth++;
	if (h->parameter == NULL || j->handing_depth > NESTED_MAX ||
	    h->parameter->index >= SIGNATURE_MAX || (h->parameter->index ==
	    0 && is_method(j, h->parameter->owner)))
		return;
	if (j->first_use == NULL)
		uses_find(j);
	h->use = j->first_use[h->parameter->owner];
	h->preset = h->parameter->expr;
}

uint32_t
handing_next(struct judge *j, struct handing *h)
{
	const struct def *d = h->parameter;
	struct signature one;
	uint32_t node, at;
	size_t index;

	while (h->use != 0 && h->n++ < CALLS_MAX && j->handed_args++ < ALL_MAX) {
		at = h->use;
		h->use = j->uses[at - 1].next;
		if (j->uses[at - 1].given)
			continue;
		/* Who calls a method does not write the object there. */
		index = d->index - is_method(j, d->owner);
		one = (struct signature){ .n = index + 1 };
		one.parameters[index].name = names_text(j->names,
		    j->nodes[d->node].name);
		one.parameters[index].n = names_length(j->names,
		    j->nodes[d->node].name);
		node = signature_argument(j, j->uses[at - 1].node, &one,
		    index);
		if (node != 0 && node != SIGNATURE_UNKNOWN)
			return node;
	}
	node = h->preset;
	h->use = h->preset = 0;
	return node;
}

void
handing_end(struct judge *j)
{
	j->handing_depth--;
}
