/*
 * Does a value of JSON fit a schema? A part of JSON Schema: type, enum,
 * properties, required, additionalProperties (true or false), items, minimum,
 * maximum, maxLength, maxItems; $schema, title and description say nothing.
 */
#ifndef SALLYPORT_SCHEMA_H
#define SALLYPORT_SCHEMA_H

#include <stdbool.h>

struct buf;
struct json;

/* Is it one, and of these words alone? Else *why is what is wrong with it. */
bool schema_is(const struct json *schema, struct buf *why);
/* Else *why is where and what is wrong: nothing that the value says, but for
 * names that the schema has. Of schemas that are. */
bool schema_fits(const struct json *schema, const struct json *value,
    struct buf *why);

#endif
