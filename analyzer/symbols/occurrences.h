/*
 * Where in the source the identifiers of a name stand, in its order:
 *
 *	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
 */
#ifndef SALLYPORT_OCCURRENCES_H
#define SALLYPORT_OCCURRENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;

/* The first identifier of this name, interned or not; 0: there is none. */
uint32_t own_first_of(struct judge *, uint32_t name);
uint32_t own_first_named(struct judge *, const char *name);

/* Does any of these names stand in the source? Rows, as IS_ONE_OF has them. */
bool own_mentions(struct judge *, const char *names, size_t n, size_t width);
#define OWN_MENTIONS(j, list) own_mentions((j), \
	_Generic(&(list)[0], const char *const *: 0.0, default: *(list)), \
	ARRAY_SIZE(list), sizeof((list)[0]))

/*
 * May an operand of an own class say by this method, "__radd__", what becomes
 * of it and a text?
 */
bool own_answers(struct judge *, const char *hook);

#endif
