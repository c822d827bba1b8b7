/*
 * Rows as people and programs read them; shared by `rules` and `explain`.
 */
#ifndef SALLYPORT_RULES_TEXT_H
#define SALLYPORT_RULES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "../../supervisor/base/rules.h"

struct buf;
struct json;
struct rules_row;
struct ruleset;

/* What a finding of this row says: severity with its default, decision. */
enum rules_severity rules_row_severity(const struct rules_row *);
const char *rules_row_decision(const struct rules_row *);

/* True for the rows of what the gate judges. */
bool rules_row_is_gate(const struct rules_row *);

/* "EACCES" for a row's errno; "" if it has none. */
const char *rules_row_errno(const struct rules_row *);

/* A subject as the language writes it: quoted, or ~/re/, where it must be. */
void rules_add_subject(struct buf *, const struct ruleset *,
    const struct rules_row *);
/* "[class=escape severity=high]" with a blank before it, or nothing. */
void rules_add_attrs(struct buf *, const struct rules_row *);

/*
 * Rows that came from one line of a table follow each other: how many belong
 * to the line of row `i`, itself and the members of its braces included.
 */
size_t rules_line_rows(const struct ruleset *, size_t i);

/* The row as an object: verb, kind, subject, id, ... and its examples. */
struct json *rules_row_json(const struct ruleset *, const struct rules_row *);

#endif
