/*
 * Paths and hosts that the source names: what no row allows is a finding, and
 * the rest stands in the manifest. `use` is an enum rules_use.
 */
#ifndef SALLYPORT_PLACES_H
#define SALLYPORT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct value;
struct vset;

/*
 * resource_calls.c: the arguments of a call, by the signature of `callee`; with
 * `is_method` by its last name alone. `value` (or NULL) is what is called.
 */
void check_places(struct judge *, uint32_t call, const char *callee,
    const struct value *value, bool is_method);
/* This callable stands among arguments, and what follows is for it. */
void check_places_behind(struct judge *, uint32_t callable,
    const char *callee, const struct value *);
/* What is used so, and may be any of this; `mode` as for open(), or NULL. */
void check_place(struct judge *, char use, const struct vset *,
    const struct vset *mode, uint32_t place);
/* Is it not certain that these are all, or that they are whole? */
bool place_is_unsure(const struct vset *);
/*
 * language.c: a text of another language that a method of this name gets; or
 * the name of a module, or of another method.
 */
void check_language(struct judge *, uint32_t call, const char *method);
/* Does a method of this name take such a text? */
bool language_takes_code(const struct judge *, const char *method);

/* unresolved.c: does the manifest tell what calling this needs? */
void check_untold(struct judge *, uint32_t callee);

#endif
