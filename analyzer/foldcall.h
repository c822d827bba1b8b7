/*
 * What fold.c and foldcall.c share.
 */
#ifndef SALLYPORT_FOLDCALL_H
#define SALLYPORT_FOLDCALL_H

#include <stddef.h>
#include <stdint.h>

#include "value.h"

struct buf;
struct judge;

const struct vset *fold_text(struct judge *, enum value_kind, uint32_t place,
    struct buf *);
const struct vset *fold_list(struct judge *, uint32_t place,
    const struct vset **list, size_t n);
const struct vset *fold_index(struct judge *, const struct value *v,
    const struct value *key, uint32_t place);
const struct vset *fold_join_path(struct judge *, const struct value *,
    const struct value *, uint32_t place);

#endif
