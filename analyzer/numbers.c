/*
 * The number that an expression is, roughly, where the evaluator's own do not
 * reach: larger than 64 bits, a parameter that some call gives, a name of a
 * loop. Never worked out in full.
 */
#include "check.h"

#include <stdlib.h>

#include "../supervisor/base/util.h"
#include "endless_parts.h"
#include "judge.h"
#include "signatures.h"
#include "sizes_parts.h"

char
operator_of(const struct judge *j, uint32_t binary, bool *ret_twice)
{
	const char *s = j->source.bytes + j->nodes[binary + 1].end;
	const char *end = j->source.bytes +
	    j->nodes[tree_last(j->nodes, binary)].start;

	while (s < end && (*s == ' ' || *s == '\t' || *s == ')'))
		s++;
	*ret_twice = end - s > 1 && s[0] == s[1];
	return s < end ? *s : ' ';
}

static double
square_root(double n)
{
	double root = n > 1 ? n : 1;
	int i;

	/* By halves at first, so large numbers take longer. */
	for (i = 0; i < 600 && root * root > n * 1.000001; i++)
		root = (root + n / root) / 2;
	return root;
}

static double
power(double base, double exponent)
{
	double all = 1;
	int i;

	if (exponent > 0.49 && exponent < 0.51)
		return square_root(base);

	for (i = 0; i < exponent && i < 1100 && all < 1e300; i++)
		all *= base;
	return all;
}

static uint32_t
only_value(const struct judge *j, uint32_t binding)
{
	const struct def *d;

	if (binding == 0 || j->scopes.bindings[binding].first == 0)
		return 0;
	d = &j->scopes.defs[j->scopes.bindings[binding].first];
	/* What a class binds, its objects have. */
	if (d->kind == DEF_BINDING && d->next == 0 && d->expr != binding)
		return only_value(j, d->expr);
	return d->next == 0 && d->kind == DEF_VALUE && d->steps == NULL ?
	    d->expr : 0;
}

uint32_t
only_definition(struct judge *j, uint32_t name)
{
	return only_value(j, scopes_resolve(&j->scopes, j->nodes[name].scope,
	    j->nodes[name].name));
}

/* A parameter: the largest number that a call of its function gives it. */
static bool
is_handed(struct judge *j, uint32_t name, unsigned depth, double *ret)
{
	uint32_t binding = scopes_resolve(&j->scopes, j->nodes[name].scope,
	    j->nodes[name].name);
	const struct vset *set;
	const struct def *d;
	struct signature one;
	bool found = false;
	uint32_t use, node;
	double n;
	size_t i;

	d = binding == 0 ? NULL :
	    &j->scopes.defs[j->scopes.bindings[binding].first];
	if (d == NULL || d->kind != DEF_PARAMETER || d->next != 0)
		return false;
	if (d->expr != 0)
		found = number_of(j, d->expr, depth + 1, ret);
	set = handed_over(j, name);
	for (i = 0; i < set->n; i++) {
		n = (double)set->v[i]->integer;
		if (set->v[i]->kind != VALUE_INT || (found && n <= *ret))
			continue;
		*ret = n;
		found = true;
	}
	/* What is larger than the evaluator's numbers. */
	if (!set->unknown || depth > 0 || d->index >= SIGNATURE_MAX)
		return found;
	one = (struct signature){ .n = d->index + 1 };
	one.parameters[d->index].name = names_text(j->names,
	    j->nodes[d->node].name);
	one.parameters[d->index].n = names_length(j->names,
	    j->nodes[d->node].name);
	for (use = j->first_use == NULL ? 0 : j->first_use[d->owner];
	    use != 0; use = j->uses[use - 1].next) {
		node = j->uses[use - 1].given ? 0 : signature_argument(j,
		    j->uses[use - 1].node, &one, d->index);
		if (node == 0 || node == SIGNATURE_UNKNOWN || !number_of(j,
		    node, depth + 1, &n) || (found && n <= *ret))
			continue;
		*ret = n;
		found = true;
	}
	return found;
}

/* int(x), isqrt(x), len(x) */
static bool
number_of_call(struct judge *j, uint32_t call, unsigned depth, double *ret)
{
	const char *name = endless_callee(j, call);
	uint32_t arg = endless_argument(j, call, 0);

	if (arg == 0 || endless_argument(j, call, 1) != 0)
		return false;
	if (strcmp(name, "len") == 0) {
		*ret = size_of(j, arg, depth);
		return *ret > 0;
	}
	if (strcmp(name, "math.isqrt") == 0 || strcmp(name, "math.sqrt") == 0) {
		if (!number_of(j, arg, depth, ret) || *ret < 0)
			return false;
		*ret = square_root(*ret);
		return true;
	}
	return (strcmp(name, "int") == 0 || strcmp(name, "float") == 0) &&
	    number_of(j, arg, depth, ret);
}

/* The number that this is, roughly; false if it is not known. */
bool
number_of(struct judge *j, uint32_t node, unsigned depth, double *ret)
{
	const struct vset *set = eval(j, node);
	const struct value *v = vset_only(set, VALUE_INT);
	double a, b;
	bool twice;
	uint32_t list;

	if (v != NULL) {
		*ret = (double)v->integer;
		return true;
	}
	if (depth > DEPTH_MAX)
		return false;
	switch (j->nodes[node].kind) {
	case NODE_INTEGER:
	case NODE_FLOAT: {
		char text[64];
		size_t n, i, k;
		const char *s = judge_text(j, node, &n);

		for (i = k = 0; i < n && k < sizeof(text) - 1; i++)
			if (s[i] != '_')
				text[k++] = s[i];
		text[k] = '\0';
		*ret = strtod(text, NULL);
		return true;
	}
	case NODE_PARENTHESIZED:
		return number_of(j, node + 1, depth + 1, ret);
	case NODE_CALL:
		return number_of_call(j, node, depth + 1, ret);
	case NODE_BINARY:
		if (!number_of(j, node + 1, depth + 1, &a) ||
		    !number_of(j, tree_last(j->nodes, node), depth + 1, &b))
			return false;
		switch (operator_of(j, node, &twice)) {
		case '*':
			*ret = twice ? power(a, b) : a * b;
			return true;
		case '+':
			*ret = a + b;
			return true;
		case '-':
			*ret = a - b;
			return true;
		case '<':
			*ret = a * power(2, b);
			return true;
		}
		return false;
	case NODE_IDENTIFIER:
		/* Of a name that is bound once, what it is bound to. */
		list = only_definition(j, node);
		return list != 0 ? number_of(j, list, depth + 1, ret) :
		    is_handed(j, node, depth, ret);
	case NODE_ATTRIBUTE:
		list = only_value(j, scopes_find(&j->scopes, 0, j->nodes[
		    tree_last(j->nodes, node)].name));
		return list != 0 && number_of(j, list, depth + 1, ret);
	default:
		return false;
	}
}

/* The largest that `for name in range(...)` gives the name. */
bool
number_at_most(struct judge *j, uint32_t node, double *ret)
{
	const struct def *d;
	uint32_t binding, last;

	if (number_of(j, node, 0, ret))
		return true;
	binding = j->nodes[node].kind != NODE_IDENTIFIER ? 0 : scopes_resolve(
	    &j->scopes, j->nodes[node].scope, j->nodes[node].name);
	d = binding == 0 ? NULL :
	    &j->scopes.defs[j->scopes.bindings[binding].first];
	if (d == NULL || d->kind != DEF_VALUE || d->next != 0 ||
	    d->steps == NULL || d->steps->kind != STEP_ITEM ||
	    d->steps->before != NULL || d->expr == 0 ||
	    strcmp(endless_callee(j, d->expr), "range") != 0)
		return false;
	last = endless_argument(j, d->expr, 1);
	if (last == 0)
		last = endless_argument(j, d->expr, 0);
	if (last == 0 || !number_of(j, last, 0, ret))
		return false;
	*ret -= 1;
	return true;
}

bool
number_of_node(struct judge *j, uint32_t node, double *ret)
{
	return number_of(j, node, 0, ret);
}
