/*
 * Texts that did not fold, and what calls hand to parameters. Private to
 * analyzer/.
 */
#ifndef SALLYPORT_OBSCURE_H
#define SALLYPORT_OBSCURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct behind;
struct def;
struct judge;
struct use;
struct value;
struct vset;

/*
 * obscure.c: does this expression depend on nothing but constants, and is it
 * put together from them in a way that did not fold?
 */
bool is_obscure(struct judge *, uint32_t node);
/* The same of a text that names something inside Python, not a path. */
bool is_obscure_name(struct judge *, uint32_t node);
/* The same as the first; adds the texts on the way that may lead elsewhere. */
bool is_obscure_behind(struct judge *, uint32_t node, struct behind *);

/* The same, and each name is only what bound it last: own_reaching(). */
bool is_obscure_in_order(struct judge *, uint32_t node);

/* hidden.c: may an option of a parser be such a text by what was put there? */
bool query_options_hide(struct judge *);

/*
 * named.c: where the submission makes files and folders. Is one of them this,
 * or may it be; may one lie in this folder, however deep?
 */
bool named_is_written(struct judge *, const struct value *path);
bool named_is_below(struct judge *, const char *folder, size_t n);
/* May one of these paths begin with this text? */
bool named_begins_with(struct judge *, const char *s, size_t n);
/* Does it make any? */
bool named_any(struct judge *);

/* uses.c: fills judge.first_use and judge.first_change, the first time. */
void uses_find(struct judge *);
/*
 * What calls hand to the own function whose parameter this is; vset_none if it
 * is none, or nobody hands anything. handed_at_first(): also of a parameter
 * that the function binds again.
 */
const struct vset *handed_over(struct judge *, uint32_t node);
/* What one call gives this parameter; its node, or 0, in *ret_node. */
const struct vset *uses_given(struct judge *, const struct use *,
    const struct def *parameter, uint32_t *ret_node);
const struct vset *handed_at_first(struct judge *, uint32_t node);

#endif
