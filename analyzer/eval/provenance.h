/*
 * What an expression that did not fold is made of: of the constants of the
 * source, or of what comes from outside, and what neither is known of.
 */
#ifndef SALLYPORT_PROVENANCE_H
#define SALLYPORT_PROVENANCE_H

#include <stdbool.h>
#include <stdint.h>

struct judge;

/*
 * Is it put together from texts of the source, and nothing in it comes from
 * outside? A text that leads to a place inside Python and is made so hides
 * where it leads. True also where it could not be followed to the end.
 */
bool is_computed(struct judge *, uint32_t node);
/* The same, and its letters are put together, or are made others. */
bool is_spelled(struct judge *, uint32_t node);
/* Does a part of it come from a file, a person, or a library's call? */
bool is_external(struct judge *, uint32_t node);

#endif
