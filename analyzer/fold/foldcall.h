/*
 * What fold.c, fold_index.c and the foldcall files share.
 */
#ifndef SALLYPORT_FOLDCALL_H
#define SALLYPORT_FOLDCALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../values/value.h"

struct buf;
struct judge;
struct piece;

/* Stands for what is not known in a text of which parts are. */
#define FOLD_GAP	'\x1a'

/* Pairs of possible operands, or keys, that one fold goes through. */
#define FOLD_COMBINATIONS	64

#define FOLD_ELEMENTS_MAX	4096	/* of a text that is gone through */

/* Is this name, interned, a class of pathlib's that stands for a path? */
bool fold_is_path_class(uint32_t name);
/* A str or bytes, known whole; and its bytes, which stay the value's. */
bool fold_is_text(const struct value *);
struct piece fold_as_piece(const struct value *);

/* A text of which nothing is known. */
extern const struct value fold_gap;
void fold_add_gap(struct buf *);
const struct vset *fold_piece(struct judge *, uint32_t place, const char *s,
    size_t n);
const struct vset *fold_path_attribute(struct judge *, const struct value *,
    uint32_t name, uint32_t place);
const struct vset *fold_text(struct judge *, enum value_kind, uint32_t place,
    struct buf *);
/* What str() writes of it: false if that is not known. */
bool fold_write(const struct value *, struct buf *);
/* A number as %c, %d, %i or %x writes it, in a str or bytes. */
bool fold_write_number(const struct value *, char how, bool bytes,
    struct buf *);
/*
 * What a dict has for a key: vset_none if it has none, NULL if that is not
 * known.
 */
const struct vset *fold_lookup(const struct value *dict,
    const struct value *key);
const struct vset *fold_index(struct judge *, const struct value *v,
    const struct value *key, uint32_t place);
const struct vset *fold_join_path(struct judge *, const struct value *,
    const struct value *, uint32_t place);

#endif
