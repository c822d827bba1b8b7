/*
 * The evaluator: what is known of an expression, asked for on demand and kept
 * by node. An answer is never NULL; it has `unknown` set where there may be
 * other values, and lives in the judge's arena. A submission that takes too
 * much work sets judge.too_complex or judge.late, and from then on every
 * answer is unknown.
 */
#ifndef SALLYPORT_EVAL_H
#define SALLYPORT_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct override;
struct step;
struct value;
struct vset;

/* eval.c */

const struct vset *eval(struct judge *, uint32_t node);
/* What these steps lead to from a value: unpacking, items, `with`. */
const struct vset *eval_steps(struct judge *, const struct vset *,
    const struct step *, uint32_t place);
/* Before and after each submission. */
void eval_reset(struct judge *);
void eval_release(struct judge *);

/* eval_names.c */

const struct vset *eval_name(struct judge *, uint32_t scope, uint32_t name,
    uint32_t place);
const struct vset *eval_binding(struct judge *, uint32_t binding);
/* `.name` of these values. */
const struct vset *eval_attribute(struct judge *, const struct vset *,
    uint32_t name, uint32_t place);
/* The dotted name at a node, interned. */
uint32_t eval_dotted(struct judge *, uint32_t node);
/* What has this dotted name; `from` (or NULL) is what led there. */
struct value *eval_path(struct judge *, uint32_t path, uint32_t place,
    const struct value *from);

/*
 * Does this import ask for a module of Python 2, in a branch or below a try? It
 * fails, and what it would bind gets its value elsewhere.
 */
bool eval_import_fails(struct judge *, uint32_t statement);

/* eval_exposed.c */

/* Is this name used so that nothing can change the list it stands for? */
bool eval_only_looks(struct judge *, uint32_t node);
/* eval_calls.c */

/* Calls a function of the submission's own with these values. */
const struct vset *eval_call_function(struct judge *, uint32_t function,
    const struct vset *const *args, size_t n);
/* The node, while names have these values. */
const struct vset *eval_in(struct judge *, const struct override *,
    uint32_t node);

#endif
