/* Between scope.c, which walks the tree, and bind.c. */
#ifndef SALLYPORT_SCOPE_PARTS_H
#define SALLYPORT_SCOPE_PARTS_H

#include <stdint.h>

#include "../syntax/tree.h"
#include "scope.h"

/* The binding of this name in this scope, made if there is none. */
uint32_t scope_make_binding(struct scopes *s, uint32_t scope, uint32_t name);
/* One more of a list of definitions: its index. */
uint32_t scope_add_def(struct scopes *s, uint32_t *list, enum def_kind kind,
    uint32_t node, uint32_t expr);
/* Where a `global` or `nonlocal` declaration puts a binding of this scope. */
uint32_t scope_binding_to_write(struct scopes *s, uint32_t scope, uint32_t name);
struct def *scope_bind(struct scopes *s, uint32_t scope, enum def_kind kind,
    uint32_t name, uint32_t node, uint32_t expr);
void scope_unbind(struct scopes *s, uint32_t scope, uint32_t node);
void scope_bind_walrus(struct scopes *s, uint32_t scope, uint32_t at);
/* One step behind `before`, or NULL. */
struct step *scope_add_step(struct scopes *s, enum step_kind kind, uint32_t n,
    const struct step *before);
/* All that a target binds, and by which steps out of `expr`. */
void scope_bind_target(struct scopes *s, uint32_t scope, uint32_t target,
    uint32_t expr, const struct step *steps, enum node_role role);
void scope_bind_parameters(struct scopes *s, uint32_t scope, uint32_t function,
    uint32_t list);

#endif
