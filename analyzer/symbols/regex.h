/*
 * Regular expressions of rows, by PCRE2; the only module that knows it. Made
 * when first needed, never compiled to machine code, bounded in every match.
 */
#ifndef SALLYPORT_REGEX_H
#define SALLYPORT_REGEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct regexes;
struct rules_row;
struct ruleset;

/* Rows of the kinds string, path and host, call and attr with ~/re/. */
struct regexes *regexes_new(const struct ruleset *);
void regexes_free(struct regexes *);
struct deadline;

/* From now on, stop at this time; what is late matches. */
void regexes_begin(struct regexes *, const struct deadline *);

/* 0, or -EINVAL with *ret_why (the caller's to free) naming the row. */
int regexes_check(struct regexes *, char **ret_why);

/*
 * The row of this kind that decides the subject: of those that match, deny
 * beats hold beats allow. A match that cannot be carried out counts as one.
 */
const struct rules_row *regexes_find(struct regexes *, unsigned kind,
    const char *s, size_t n);

#endif
