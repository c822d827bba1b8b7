/*
 * Constants out of constants, each step bounded. NULL: this is nothing that
 * folds. A set with `unknown`: it could, but not all operands are known. A
 * result that CPython would not have is a hole in the gate; unknown never is.
 */
#ifndef SALLYPORT_FOLD_H
#define SALLYPORT_FOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct override;
struct step;
struct value;
struct vset;

/*
 * What folding asks of the evaluator, which is above it (eval/): a node's
 * value, also while names have others; what steps lead to; what a call of an
 * own function gives. judge.ask has them.
 */
struct fold_ask {
	const struct vset *(*node)(struct judge *, uint32_t node);
	const struct vset *(*given)(struct judge *, const struct override *,
	    uint32_t node);
	const struct vset *(*steps)(struct judge *, const struct vset *,
	    const struct step *, uint32_t place);
	const struct vset *(*function)(struct judge *, uint32_t function,
	    const struct vset *const *args, size_t n);
};

/* fold.c */
const struct vset *fold_string(struct judge *, uint32_t node);
const struct vset *fold_binary(struct judge *, uint32_t node);
/* A list of these, or with such flags a tuple or set. */
const struct vset *fold_list(struct judge *, uint32_t place,
    const struct vset **list, size_t n, unsigned flags);
/* The elements of a constant that can be iterated, in order; NULL if not. */
const struct vset *const *fold_elements(struct judge *, const struct vset *,
    size_t *ret_n);

/* fold_index.c */
const struct vset *fold_subscript(struct judge *, uint32_t node);
const struct vset *fold_comprehension(struct judge *, uint32_t node);
/*
 * What this node made of the same two lately: round after round of a folded
 * comprehension has them. Sets are never changed, so it is the same again.
 */
bool fold_kept(const struct judge *, uint32_t node, const struct vset *,
    const struct vset *, const struct vset **ret_made);
const struct vset *fold_keep(struct judge *, uint32_t node,
    const struct vset *, const struct vset *, const struct vset *made);
/* What two lists or dicts hold, one behind the other. */
const struct vset **fold_both(struct judge *, const struct value *,
    const struct value *);
/* The items of two dicts in one: of equal keys the later holds. */
const struct vset *fold_merge(struct judge *, const struct value *,
    const struct value *, uint32_t place);

/* foldcall.c: the first `skip` arguments are not the callee's. */
const struct vset *fold_call(struct judge *, const struct value *callee,
    uint32_t call, unsigned skip);

#endif
