/* Names, and what binds them: the tables behind scopes, targets, parameters. */
#include "scope_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../syntax/tree.h"
#include "reach.h"
#include "scope.h"

static uint32_t
hash_key(uint32_t scope, uint32_t name)
{
	uint32_t h = scope * 0x9e3779b1u ^ name * 0x85ebca77u;

	return h ^ h >> 15;
}

static void
place_binding(struct scopes *s, uint32_t index)
{
	const struct binding *b = &s->bindings[index];
	uint32_t slot = hash_key(b->scope, b->name) & s->mask;

	while (s->slots[slot] != 0)
		slot = (slot + 1) & s->mask;
	s->slots[slot] = index;
}

uint32_t
scopes_find(const struct scopes *s, uint32_t scope, uint32_t name)
{
	uint32_t slot = hash_key(scope, name) & s->mask;
	const struct binding *b;

	for (; s->slots[slot] != 0; slot = (slot + 1) & s->mask) {
		b = &s->bindings[s->slots[slot]];
		if (b->scope == scope && b->name == name)
			return s->slots[slot];
	}
	return 0;
}

uint32_t
scope_make_binding(struct scopes *s, uint32_t scope, uint32_t name)
{
	uint32_t index = scopes_find(s, scope, name);
	struct binding *b;

	if (index != 0)
		return index;
	b = MEM_PUSH(s->bindings, s->nbindings, s->bindings_cap);
	index = (uint32_t)s->nbindings - 1;
	b->name = name;
	b->scope = scope;
	b->sibling = s->list[scope].bindings;
	s->list[scope].bindings = index;
	if (s->nbindings * 2 > s->mask) {
		uint32_t i;

		s->mask = s->mask * 2 + 1;
		s->slots = mem_resize(s->slots, (size_t)s->mask + 1,
		    sizeof(*s->slots));
		memset(s->slots, 0, ((size_t)s->mask + 1) * sizeof(*s->slots));
		for (i = 1; i < s->nbindings; i++)
			place_binding(s, i);
	} else
		place_binding(s, index);
	return index;
}

uint32_t
scopes_resolve(const struct scopes *s, uint32_t scope, uint32_t name)
{
	const struct binding *b;
	uint32_t index, at;

	for (at = scope; at != 0; at = s->list[at].parent) {
		if (at != scope && s->list[at].kind == SCOPE_CLASS)
			continue;
		index = scopes_find(s, at, name);
		if (index == 0)
			continue;
		b = &s->bindings[index];
		if (b->flags & BINDING_GLOBAL)
			return scopes_find(s, 1, name);
		if (b->flags & BINDING_NONLOCAL)
			continue;
		return index;
	}
	return 0;
}

uint32_t
scope_add_def(struct scopes *s, uint32_t *list, enum def_kind kind, uint32_t node,
    uint32_t expr)
{
	struct def *d = MEM_PUSH(s->defs, s->ndefs, s->defs_cap);

	d->kind = kind;
	d->node = node;
	d->expr = expr;
	d->next = *list;
	*list = (uint32_t)s->ndefs - 1;
	return *list;
}

/* Where a `global` or `nonlocal` declaration puts a binding of this scope. */
uint32_t
scope_binding_to_write(struct scopes *s, uint32_t scope, uint32_t name)
{
	uint32_t index = scope_make_binding(s, scope, name);

	if (s->bindings[index].flags & BINDING_GLOBAL) {
		index = scope_make_binding(s, 1, name);
		s->bindings[index].flags |= BINDING_ELSEWHERE;
	}
	return index;
}

struct def *
scope_bind(struct scopes *s, uint32_t scope, enum def_kind kind, uint32_t name,
    uint32_t node, uint32_t expr)
{
	uint32_t index = scope_binding_to_write(s, scope, name);
	struct binding *b = &s->bindings[index];
	uint32_t def = scope_add_def(s, &b->first, kind, node, expr);

	if (kind == DEF_PARAMETER)
		b->flags |= BINDING_PARAMETER;
	else if (kind != DEF_PACK && scope == b->scope && scope != 0)
		reach_cover(s->nodes, &s->defs[def]);
	return &s->defs[def];
}

void
scope_unbind(struct scopes *s, uint32_t scope, uint32_t node)
{
	uint32_t index = scope_binding_to_write(s, scope, s->nodes[node].name);
	struct binding *b = &s->bindings[index];

	b->flags |= BINDING_DELETED;
	scope_add_def(s, &b->deletions, DEF_DELETED, node, 0);
}

/* Names bind in the function or module around a comprehension. */
void
scope_bind_walrus(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t name = at + 1, binding;
	bool later = false;

	for (; s->list[scope].kind == SCOPE_COMPREHENSION;
	    scope = s->list[scope].parent)
		later |= s->nodes[s->list[scope].node].kind == NODE_GENERATOR;
	s->nodes[name].role = ROLE_STORE;
	scope_bind(s, scope, DEF_VALUE, s->nodes[name].name, name,
	    s->nodes[name].skip);
	binding = scope_binding_to_write(s, scope, s->nodes[name].name);
	if (later)
		s->bindings[binding].flags |= BINDING_ELSEWHERE;
}

struct step *
scope_add_step(struct scopes *s, enum step_kind kind, uint32_t n,
    const struct step *before)
{
	struct step *step = arena_alloc(s->arena, sizeof(*step));

	step->kind = kind;
	step->n = n;
	step->before = before;
	return step;
}

static void
bind_elements(struct scopes *s, uint32_t scope, uint32_t target,
    uint32_t expr, const struct step *steps, enum node_role role)
{
	uint32_t child, n = 0, count = tree_count(s->nodes, target);
	bool behind_star = false;
	struct step *step;

	TREE_CHILDREN(s->nodes, target, child) {
		step = NULL;
		if (expr != 0) {
			/* Behind a starred name they count from the end. */
			step = scope_add_step(s, behind_star ? STEP_LAST :
			    STEP_INDEX, behind_star ? count - n : n, steps);
			step->cut = count - 1 - n;
			if (s->nodes[child].kind == NODE_LIST_SPLAT_PATTERN ||
			    s->nodes[child].kind == NODE_LIST_SPLAT) {
				step->kind = STEP_REST;
				behind_star = true;
			}
		}
		scope_bind_target(s, scope, child, expr, step, role);
		n++;
	}
}

void
scope_bind_target(struct scopes *s, uint32_t scope, uint32_t target,
    uint32_t expr, const struct step *steps, enum node_role role)
{
	struct node *node = &s->nodes[target];
	struct def *def;
	uint32_t index;

	switch (node->kind) {
	case NODE_IDENTIFIER:
		node->role = (uint8_t)role;
		if (role == ROLE_DELETE) {
			scope_unbind(s, scope, target);
			return;
		}
		def = scope_bind(s, scope, expr != 0 ? DEF_VALUE : DEF_UNKNOWN,
		    node->name, target, expr);
		def->steps = steps;
		return;
	case NODE_ATTRIBUTE:
		node->role = (uint8_t)role;
		index = tree_last(s->nodes, target);
		if (role != ROLE_STORE || expr == 0 ||
		    s->nodes[index].kind != NODE_IDENTIFIER)
			return;
		def = scope_bind(s, 0, DEF_VALUE, s->nodes[index].name, index, expr);
		def->steps = steps;
		return;
	case NODE_SUBSCRIPT:
	case NODE_MEMBER_TYPE:
		node->role = (uint8_t)role;
		return;
	case NODE_TUPLE_PATTERN:
	case NODE_LIST_PATTERN:
	case NODE_PATTERN_LIST:
	case NODE_TUPLE:
	case NODE_LIST:
	case NODE_EXPRESSION_LIST:
		bind_elements(s, scope, target, expr, steps, role);
		return;
	case NODE_PARENTHESIZED:
	case NODE_LIST_SPLAT_PATTERN:
	case NODE_LIST_SPLAT:
	case NODE_AS_PATTERN_TARGET:
		if (node->skip > target + 1)
			scope_bind_target(s, scope, target + 1, expr, steps, role);
		return;
	default:
		return;
	}
}

static void
bind_parameter(struct scopes *s, uint32_t scope, uint32_t function,
    uint32_t at, uint32_t index)
{
	struct node *node = &s->nodes[at];
	uint32_t name = at, value = 0, child;
	enum def_kind kind = DEF_PARAMETER;
	struct def *def;

	switch (node->kind) {
	case NODE_IDENTIFIER:
		break;
	case NODE_DEFAULT_PARAMETER:
	case NODE_TYPED_DEFAULT_PARAMETER:
		name = at + 1;
		TREE_CHILDREN(s->nodes, at, child)
			value = child;
		break;
	case NODE_TYPED_PARAMETER:
		name = at + 1;
		if (s->nodes[name].kind != NODE_IDENTIFIER) {
			kind = DEF_PACK;
			name++;
		}
		break;
	case NODE_LIST_SPLAT_PATTERN:
	case NODE_DICTIONARY_SPLAT_PATTERN:
		kind = DEF_PACK;
		name = at + 1;
		break;
	default:
		return;
	}
	if (s->nodes[name].kind != NODE_IDENTIFIER)
		return;
	s->nodes[name].role = ROLE_STORE;
	s->nodes[name].scope = (uint16_t)scope;
	def = scope_bind(s, scope, kind, s->nodes[name].name, name, value);
	def->owner = function;
	def->index = index;
	reach_cover(s->nodes, def);
}

void
scope_bind_parameters(struct scopes *s, uint32_t scope, uint32_t function,
    uint32_t list)
{
	uint32_t child, index = 0;
	bool starred = false;

	TREE_CHILDREN(s->nodes, list, child) {
		switch (s->nodes[child].kind) {
		case NODE_POSITIONAL_SEPARATOR:
			continue;
		case NODE_KEYWORD_SEPARATOR:
			starred = true;
			continue;
		}
		bind_parameter(s, scope, function, child,
		    starred ? PARAMETER_BY_NAME : index++);
		starred |= s->nodes[child].kind == NODE_LIST_SPLAT_PATTERN ||
		    (s->nodes[child].kind == NODE_TYPED_PARAMETER &&
		    s->nodes[child + 1].kind == NODE_LIST_SPLAT_PATTERN);
	}
}
