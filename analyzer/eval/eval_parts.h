/*
 * What eval.c, eval_*.c and the few that make values as they do share. The
 * evaluator's manual is eval.h. Sets and values live in the judge's arena.
 */
#ifndef SALLYPORT_EVAL_PARTS_H
#define SALLYPORT_EVAL_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../values/work.h"

struct judge;
struct value;
struct vset;

#define EVAL_DEPTH_MAX		1600	/* of expressions in each other */
#define EVAL_FOLDING_MAX	20000	/* steps inside folded calls */

/* eval.c */

/* Does what a node of this scope evaluates to depend on an override? */
bool eval_is_overridden(const struct judge *, uint32_t scope);
/* Both sets; one too large to keep makes the submission too complex. */
const struct vset *eval_join(struct judge *, const struct vset *,
    const struct vset *);
/* Everything in these values, however deep, and themselves. */
const struct vset *eval_inside(struct judge *, const struct vset *);

/*
 * What the names that these keys may be stand for in the module: globals()[x].
 */
const struct vset *eval_namespace(struct judge *, const struct vset *keys,
    uint32_t place);

/* eval_members.c: the module of this dotted name. */
struct value *eval_module(struct judge *, uint32_t name, uint32_t place,
    const struct value *from);
/* `module.name` by an import or an attribute. */
const struct vset *eval_member(struct judge *j, uint32_t module,
    uint32_t name, uint32_t place, const struct value *from);

/*
 * eval_exposed.c: the value of a version of a binding, with what others may
 * have put into its lists and dicts.
 */
const struct vset *eval_exposed(struct judge *, uint32_t binding,
    uint32_t version, const struct vset *);

/* What a name gets that is not the only one for it: `a = b = []`. */
const struct vset *eval_shared(struct judge *, const struct vset *);

/*
 * eval_operands.c: no operator and no subscript hands the list at this node
 * to somebody who may change it; with `parts`, nor what it holds.
 */
bool eval_operand_is_kept(struct judge *, uint32_t at, bool parts);
/* x.join: of a text, and no method of the submission's own. */
bool eval_joiner_is_text(struct judge *, uint32_t callee);
/* A builtin that looks at what these arguments are, and gives back others. */
bool eval_builtin_looks(struct judge *, uint32_t callee, uint32_t list);
/* Does more than one name get this value: `a = b = []`, `(a := [])`? */
bool eval_is_bound_twice(const struct judge *, uint32_t value);

/* eval_calls.c: what the call at this node gives. Never NULL. */
const struct vset *eval_call(struct judge *, uint32_t node);

#endif
