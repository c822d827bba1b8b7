#include "scope.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../syntax/tree.h"
#include "reach.h"
#include "scope_parts.h"

#define MAX_SCOPES	20000

/* The scope that goes on behind the node `end`. */
struct scope_end {
	uint32_t	end, scope;
};

static uint32_t
open_scope(struct scopes *s, enum scope_kind kind, uint32_t parent,
    uint32_t node)
{
	struct scope *scope;

	if (s->n >= MAX_SCOPES) {
		s->too_many = true;
		return parent;
	}
	scope = MEM_PUSH(s->list, s->n, s->cap);
	scope->kind = kind;
	scope->parent = parent;
	scope->node = node;
	return (uint32_t)s->n - 1;
}

static void
enter_function(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t inner = open_scope(s, SCOPE_FUNCTION, scope, at), child;
	uint32_t type;

	TREE_CHILDREN(s->nodes, at, child)
		switch (s->nodes[child].kind) {
		case NODE_IDENTIFIER:
			s->nodes[child].role = ROLE_STORE;
			scope_bind(s, scope, DEF_FUNCTION, s->nodes[child].name, at,
			    0);
			break;
		case NODE_TYPE_PARAMETER:
			TREE_CHILDREN(s->nodes, child, type) {
				uint32_t name = tree_first(s->nodes, type,
				    NODE_IDENTIFIER);

				if (name != 0)
					scope_bind(s, inner, DEF_UNKNOWN,
					    s->nodes[name].name, name, 0);
			}
			break;
		case NODE_PARAMETERS:
			scope_bind_parameters(s, inner, at, child);
			break;
		case NODE_BLOCK:
			s->nodes[child].scope = (uint16_t)inner;
			break;
		}
}

static void
enter_lambda(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t inner = open_scope(s, SCOPE_FUNCTION, scope, at), child;
	uint32_t body = 0;

	TREE_CHILDREN(s->nodes, at, child) {
		body = child;
		if (s->nodes[child].kind == NODE_LAMBDA_PARAMETERS)
			scope_bind_parameters(s, inner, at, child);
	}
	if (body == 0)
		return;
	s->nodes[body].scope = (uint16_t)inner;
	scope_add_def(s, &s->list[inner].returns, DEF_RETURN, body, body);
}

static void
enter_class(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t inner = open_scope(s, SCOPE_CLASS, scope, at), child;

	TREE_CHILDREN(s->nodes, at, child)
		if (s->nodes[child].kind == NODE_IDENTIFIER) {
			s->nodes[child].role = ROLE_STORE;
			scope_bind(s, scope, DEF_CLASS, s->nodes[child].name, at, 0);
		} else if (s->nodes[child].kind == NODE_BLOCK)
			s->nodes[child].scope = (uint16_t)inner;
}

/* Only the first iterable is evaluated outside a comprehension's scope. */
static void
enter_comprehension(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t inner = open_scope(s, SCOPE_COMPREHENSION, scope, at);
	uint32_t child, part, clauses = 0;

	TREE_CHILDREN(s->nodes, at, child) {
		if (s->nodes[child].kind != NODE_FOR_IN_CLAUSE) {
			s->nodes[child].scope = (uint16_t)inner;
			continue;
		}
		if (clauses++ == 0)
			TREE_CHILDREN(s->nodes, child, part)
				s->nodes[part].scope = (uint16_t)(
				    part == child + 1 ? inner : scope);
		else
			s->nodes[child].scope = (uint16_t)inner;
		part = s->nodes[child + 1].skip;
		scope_bind_target(s, inner, child + 1, part,
		    scope_add_step(s, STEP_ITEM, 0, NULL), ROLE_STORE);
	}
}

static void
enter_assignment(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t child, right = 0, value;

	TREE_CHILDREN(s->nodes, at, child)
		if (child != at + 1 && s->nodes[child].kind != NODE_TYPE)
			right = child;
	/* In `a = b = c` the value of the outer is that of the innermost. */
	for (value = right; value != 0 &&
	    s->nodes[value].kind == NODE_ASSIGNMENT;)
		value = tree_last(s->nodes, value);
	if (right == 0 && s->nodes[at + 1].kind == NODE_IDENTIFIER) {
		/* `a: int` makes the name local, and binds nothing. */
		s->nodes[at + 1].role = ROLE_NAME;
		scope_binding_to_write(s, scope, s->nodes[at + 1].name);
		return;
	}
	scope_bind_target(s, scope, at + 1, value, NULL, ROLE_STORE);
}

static void
enter_import(struct scopes *s, uint32_t scope, uint32_t at)
{
	bool from = s->nodes[at].kind != NODE_IMPORT_STATEMENT;
	uint32_t child, name, alias;

	TREE_CHILDREN(s->nodes, at, child) {
		if (from && child == at + 1 &&
		    s->nodes[at].kind == NODE_IMPORT_FROM)
			continue;
		switch (s->nodes[child].kind) {
		case NODE_WILDCARD_IMPORT:
			scope_add_def(s, &s->list[scope].stars, DEF_STAR, child, at);
			continue;
		case NODE_DOTTED_NAME:
			name = child;
			alias = child + 1;
			break;
		case NODE_ALIASED_IMPORT:
			name = child + 1;
			alias = tree_last(s->nodes, child);
			break;
		default:
			continue;
		}
		scope_bind(s, scope, from ? DEF_FROM :
		    name == child ? DEF_IMPORT : DEF_IMPORT_AS,
		    s->nodes[alias].name, name, at);
	}
}

/* Names of a declaration; both hold for the whole function. */
static void
enter_declaration(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint8_t flag = s->nodes[at].kind == NODE_GLOBAL ? BINDING_GLOBAL :
	    BINDING_NONLOCAL;
	uint32_t child, index;

	TREE_CHILDREN(s->nodes, at, child) {
		s->nodes[child].role = ROLE_NAME;
		if (scope == 1)
			continue;
		index = scope_make_binding(s, scope, s->nodes[child].name);
		s->bindings[index].flags |= flag;
	}
}

/*
 * Names that a pattern captures get anything that is in the subject. A name
 * that stands alone is a capture; with dots it is a value that is read.
 */
static void
enter_pattern(struct scopes *s, uint32_t scope, uint32_t pattern,
    uint32_t subject)
{
	const struct step *inside = scope_add_step(s, STEP_INSIDE, 0, NULL);
	uint32_t i, child;

	for (i = pattern; i < s->nodes[pattern].skip; i++)
		switch (s->nodes[i].kind) {
		case NODE_DOTTED_NAME:
			child = i + 1;
			if (s->nodes[child].skip != s->nodes[i].skip ||
			    s->nodes[s->nodes[i].parent].kind ==
			    NODE_CLASS_PATTERN)
				break;
			scope_bind_target(s, scope, child, subject, inside,
			    ROLE_STORE);
			break;
		case NODE_SPLAT_PATTERN:
			if (s->nodes[i].skip > i + 1)
				scope_bind_target(s, scope, i + 1, subject, inside,
				    ROLE_STORE);
			break;
		case NODE_AS_PATTERN:
			child = tree_last(s->nodes, i);
			scope_bind_target(s, scope, child, subject, inside,
			    ROLE_STORE);
			break;
		case NODE_KEYWORD_PATTERN:
			s->nodes[i + 1].role = ROLE_NAME;
			break;
		}
}

static void
enter_case(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t match = s->nodes[s->nodes[at].parent].parent, child;
	uint32_t subject;

	TREE_CHILDREN(s->nodes, at, child) {
		if (s->nodes[child].kind != NODE_CASE_PATTERN)
			continue;
		TREE_CHILDREN(s->nodes, match, subject)
			if (s->nodes[subject].kind != NODE_BLOCK)
				enter_pattern(s, scope, child, subject);
	}
}

/* The name that a type alias binds, behind the node `type`. */
static void
enter_type_alias(struct scopes *s, uint32_t scope, uint32_t at)
{
	uint32_t left = at + 2;

	if (s->nodes[left].kind == NODE_GENERIC_TYPE)
		left++;
	if (s->nodes[left].kind == NODE_IDENTIFIER)
		scope_bind_target(s, scope, left, 0, NULL, ROLE_STORE);
}

static void
enter_node(struct scopes *s, uint32_t scope, uint32_t at)
{
	struct node *node = &s->nodes[at];
	uint32_t child;

	switch (node->kind) {
	case NODE_FUNCTION:
		enter_function(s, scope, at);
		break;
	case NODE_LAMBDA:
		enter_lambda(s, scope, at);
		break;
	case NODE_CLASS:
		enter_class(s, scope, at);
		break;
	case NODE_LIST_COMPREHENSION:
	case NODE_DICTIONARY_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_GENERATOR:
		enter_comprehension(s, scope, at);
		break;
	case NODE_ASSIGNMENT:
		enter_assignment(s, scope, at);
		break;
	case NODE_AUGMENTED:
		if (s->nodes[at + 1].kind == NODE_IDENTIFIER) {
			s->nodes[at + 1].role = ROLE_STORE;
			scope_bind(s, scope, DEF_AUGMENTED, s->nodes[at + 1].name,
			    at + 1, at);
		} else
			scope_bind_target(s, scope, at + 1, 0, NULL, ROLE_STORE);
		break;
	case NODE_NAMED_EXPRESSION:
		scope_bind_walrus(s, scope, at);
		break;
	case NODE_FOR:
		scope_bind_target(s, scope, at + 1, s->nodes[at + 1].skip,
		    scope_add_step(s, STEP_ITEM, 0, NULL), ROLE_STORE);
		break;
	case NODE_AS_PATTERN:
		child = tree_last(s->nodes, at);
		if (s->nodes[child].kind != NODE_AS_PATTERN_TARGET)
			break;		/* of a match: see enter_case */
		scope_bind_target(s, scope, child,
		    s->nodes[node->parent].kind == NODE_EXCEPT ? 0 :
		    tree_as_value(s->nodes, at),
		    scope_add_step(s, STEP_ENTER, 0, NULL), ROLE_STORE);
		if (s->nodes[node->parent].kind == NODE_EXCEPT &&
		    s->nodes[child + 1].kind == NODE_IDENTIFIER)
			scope_unbind(s, scope, child + 1);
		break;
	case NODE_DELETE:
		TREE_CHILDREN(s->nodes, at, child)
			scope_bind_target(s, scope, child, 0, NULL, ROLE_DELETE);
		break;
	case NODE_IMPORT_STATEMENT:
	case NODE_IMPORT_FROM:
	case NODE_FUTURE_IMPORT:
		enter_import(s, scope, at);
		break;
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
		enter_declaration(s, scope, at);
		break;
	case NODE_CASE:
		enter_case(s, scope, at);
		break;
	case NODE_TYPE_ALIAS:
		enter_type_alias(s, scope, at);
		break;
	case NODE_RETURN:
		if (node->skip > at + 1)
			scope_add_def(s, &s->list[scope].returns, DEF_RETURN, at + 1,
			    at + 1);
		break;
	case NODE_YIELD:
		s->list[scope].yields = true;
		break;
	case NODE_ATTRIBUTE:
	case NODE_MEMBER_TYPE:
		child = tree_last(s->nodes, at);
		if (s->nodes[child].kind == NODE_IDENTIFIER)
			s->nodes[child].role = ROLE_NAME;
		break;
	case NODE_KEYWORD_ARGUMENT:
		s->nodes[at + 1].role = ROLE_NAME;
		break;
	case NODE_IDENTIFIER:
		/* Parts of a dotted name are judged with the whole. */
		if (node->role == ROLE_LOAD &&
		    (s->nodes[node->parent].kind == NODE_ALIASED_IMPORT ||
		    s->nodes[node->parent].kind == NODE_DOTTED_NAME))
			node->role = ROLE_NAME;
		break;
	}
}

/* What a class binds is an attribute of it and of its instances. */
static void
publish_class_names(struct scopes *s)
{
	uint32_t i, target, n = (uint32_t)s->nbindings;

	for (i = 1; i < n; i++) {
		if (s->list[s->bindings[i].scope].kind != SCOPE_CLASS ||
		    s->bindings[i].flags & (BINDING_GLOBAL | BINDING_NONLOCAL))
			continue;
		target = scope_make_binding(s, 0, s->bindings[i].name);
		scope_add_def(s, &s->bindings[target].first, DEF_BINDING, 0, i);
	}
}

/* What a nested function binds by `nonlocal` belongs further out. */
static void
move_nonlocals(struct scopes *s)
{
	uint32_t i, target, def, next;

	for (i = 1; i < s->nbindings; i++) {
		struct binding *b = &s->bindings[i];

		if (!(b->flags & BINDING_NONLOCAL) || b->first == 0)
			continue;
		target = scopes_resolve(s, b->scope, b->name);
		if (target == 0)
			continue;
		s->bindings[target].flags |= BINDING_ELSEWHERE;
		for (def = b->first; def != 0; def = next) {
			next = s->defs[def].next;
			s->defs[def].next = s->bindings[target].first;
			s->bindings[target].first = def;
		}
		b->first = 0;
	}
}

bool
scopes_build(struct scopes *s, const struct tree *tree, const char *text,
    struct arena *arena)
{
	struct scope_end *around;
	uint32_t i, scope = 1;

	if (s->slots == NULL) {
		s->mask = 511;
		s->slots = mem_new(s->mask + 1, sizeof(*s->slots));
	}
	memset(s->slots, 0, ((size_t)s->mask + 1) * sizeof(*s->slots));
	s->n = s->nbindings = s->ndefs = s->nopen = 0;
	s->arena = arena;
	s->nodes = tree->nodes;
	s->text = text;
	s->too_many = false;
	MEM_PUSH(s->list, s->n, s->cap);
	MEM_PUSH(s->list, s->n, s->cap);
	MEM_PUSH(s->bindings, s->nbindings, s->bindings_cap);
	MEM_PUSH(s->defs, s->ndefs, s->defs_cap);
	for (i = 0; i < tree->n && !s->too_many; i++) {
		while (s->nopen > 0 && s->open[s->nopen - 1].end <= i)
			scope = s->open[--s->nopen].scope;
		if (s->nodes[i].scope != 0 && s->nodes[i].scope != scope) {
			around = MEM_PUSH(s->open, s->nopen, s->open_cap);
			around->end = s->nodes[i].skip;
			around->scope = scope;
			scope = s->nodes[i].scope;
		}
		s->nodes[i].scope = (uint16_t)scope;
		enter_node(s, scope, i);
	}
	move_nonlocals(s);
	publish_class_names(s);
	reach_build(s);
	return !s->too_many;
}

void
scopes_release(struct scopes *s)
{
	free(s->list);
	free(s->bindings);
	free(s->defs);
	free(s->slots);
	free(s->open);
	*s = (struct scopes){ 0 };
}
