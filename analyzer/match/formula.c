/*
 * Formulas of statistical models: text that a library evaluates as Python.
 * What names columns, and calls nothing but the functions that transform one,
 * is let through; whatever else it says is for a person.
 */
#include "match.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../names/identifier.h"
#include "../own/own.h"
#include "../places/places.h"
#include "../places/signatures.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/provenance.h"
#include "../values/site.h"

/* What patsy adds, and what of numpy a formula calls. */
static const char calls[][16] = { "C", "I", "Q", "Treatment", "Sum",
	"Poly", "Diff", "Helmert", "bs", "cc", "center", "cr", "scale",
	"standardize", "te" };
static const char of_numpy[][8] = { "abs", "ceil", "clip", "cos",
	"exp", "expm1", "floor", "log", "log10", "log1p", "log2", "maximum",
	"minimum", "power", "round", "sign", "sin", "sqrt", "square", "tanh" };

struct cursor {
	const char	*s;
	size_t		 n, i;
};

/* The word at the cursor, which is moved behind it; false if too long. */
static bool
take_word(struct cursor *c, char *word, size_t size)
{
	size_t n = 0;

	while (c->i < c->n && identifier_is_plain(c->s[c->i])) {
		if (n + 1 >= size)
			return false;
		word[n++] = c->s[c->i++];
	}
	word[n] = '\0';
	return n > 0;
}

static char
next_mark(struct cursor *c)
{
	while (c->i < c->n && (c->s[c->i] == ' ' || c->s[c->i] == '\n'))
		c->i++;
	return c->i < c->n ? c->s[c->i] : '\0';
}

/* A column's name, or one of the calls. */
static bool
name_is_plain(struct cursor *c)
{
	char word[64];

	if (!take_word(c, word, sizeof(word)))
		return false;
	switch (next_mark(c)) {
	case '(':
		return IS_ONE_OF(word, calls);
	case '"':
	case '\'':			/* f"..." runs what stands in it */
		return false;
	case '.':
		if (strcmp(word, "np") != 0 && strcmp(word, "numpy") != 0)
			return false;
		c->i++;
		return take_word(c, word, sizeof(word)) &&
		    IS_ONE_OF(word, of_numpy) && next_mark(c) == '(';
	default:
		return true;
	}
}

static bool
skip_text(struct cursor *c)
{
	char quote = c->s[c->i++];

	while (c->i < c->n && c->s[c->i] != quote) {
		if (c->s[c->i] == '\\')
			return false;
		c->i++;
	}
	return c->i++ < c->n;
}

static bool
skip_number(struct cursor *c)
{
	while (c->i < c->n && (isdigit((unsigned char)c->s[c->i]) ||
	    c->s[c->i] == '.'))
		c->i++;
	/* 1.real, 1e3, 0x10: no formula needs one. */
	return c->i >= c->n || !identifier_is_plain(c->s[c->i]);
}

static bool
is_plain_formula(const char *s, size_t n)
{
	struct cursor c = { s, n, 0 };
	bool called = true;	/* may "(" stand here? */

	while (c.i < n) {
		unsigned char at = (unsigned char)s[c.i];

		if (isdigit(at)) {
			if (!skip_number(&c) || next_mark(&c) == '(')
				return false;
			called = false;
		} else if (identifier_is_plain(at)) {
			if (!name_is_plain(&c))
				return false;
			called = true;
		} else if (at == '"' || at == '\'') {
			if (!skip_text(&c))
				return false;
			called = false;
		} else if (at == ')') {
			called = false;
			c.i++;
		} else if (at == '(' && !called) {
			return false;
		} else if (strchr(" \n~+-*/:(),|^%<>=!", at) != NULL) {
			called |= at != ' ' && at != '\n';
			c.i++;
		} else
			return false;
	}
	return true;
}

/*
 * A formula that is put together: what each part of it stands for, as one
 * text. A name of several, or a column's that is known to be one of some,
 * counts as the column x; a number as 1.
 */
struct part {
	char	text[512];
	size_t	n;
};

#define PARTS_NESTED	10

static bool add_part(struct judge *, uint32_t node, struct part *,
    unsigned depth);
static bool add_element(struct judge *, uint32_t list, struct part *,
    unsigned depth);

static bool
add_text(struct part *p, const char *s, size_t n)
{
	if (n > sizeof(p->text) - p->n)
		return false;
	memcpy(p->text + p->n, s, n);
	p->n += n;
	return true;
}

static bool
is_all_words(const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!identifier_is_plain(s[i]))
			return false;
	return n > 0;
}

/*
 * One of several texts: `x`, if all are words, or plain by themselves. Those
 * call what a word in front of them would only begin; so none stands there.
 */
static bool
add_one_of(struct part *p, const char *s, size_t n)
{
	bool after_word = p->n > 0 && identifier_is_plain(p->text[p->n - 1]);

	/* A quote would end one that is around it. */
	if (!is_all_words(s, n) && (after_word || n == 0 ||
	    !identifier_is_plain(s[0]) || memchr(s, '"', n) != NULL ||
	    memchr(s, '\'', n) != NULL || !is_plain_formula(s, n)))
		return false;
	return add_text(p, "x", 1);
}

/*
 * `f"lead{r}" if r < 0 else f"lag{r}"`: a text has no order among numbers, and
 * no own class gives itself one.
 */
static bool
is_ordered(struct judge *j, uint32_t at)
{
	static const char own[][8] = { "__lt__", "__gt__", "__le__",
	    "__ge__" };
	uint32_t up, test, left, binding = judge_binding(j, at);
	char by;

	if (OWN_MENTIONS(j, own))
		return false;
	for (up = j->nodes[at].parent; up != 0 && j->nodes[up].kind !=
	    NODE_FUNCTION && j->nodes[up].kind != NODE_LAMBDA;
	    up = j->nodes[up].parent) {
		if (j->nodes[up].kind != NODE_CONDITIONAL)
			continue;
		test = j->nodes[up + 1].skip;
		left = test + 1;
		if (j->nodes[test].kind != NODE_COMPARISON ||
		    tree_count(j->nodes, test) != 2 ||
		    j->nodes[left].kind != NODE_IDENTIFIER ||
		    judge_binding(j, left) != binding || vset_only(eval(j,
		    tree_last(j->nodes, test)), VALUE_INT) == NULL)
			continue;
		by = site_operator(j, left, tree_last(j->nodes, test));
		if (by == '<' || by == '>')
			return binding != 0;
	}
	return false;
}

/* A loop's number, a length, and what is worked out of such. */
static bool
is_number(struct judge *j, uint32_t at, unsigned depth)
{
	static const char counts[][8] = { "int", "len", "float" };
	static const char keeps[][8] = { "abs", "round", "max", "min" };
	const struct value *v = vset_only(eval(j, at), VALUE_INT);
	uint32_t binding, def, list, child;
	const char *name;

	if (v != NULL || j->nodes[at].kind == NODE_INTEGER)
		return true;
	if (depth > PARTS_NESTED)
		return false;
	switch (j->nodes[at].kind) {
	case NODE_PARENTHESIZED:
	case NODE_UNARY:
		return is_number(j, at + 1, depth + 1);
	case NODE_BINARY:
		return is_number(j, at + 1, depth + 1) && is_number(j,
		    tree_last(j->nodes, at), depth + 1);
	case NODE_CALL:
		v = vset_only(eval(j, at + 1), VALUE_PATH);
		name = v == NULL ? "" : names_text(j->names, v->name);
		if (IS_ONE_OF(name, counts))
			return true;
		list = tree_last(j->nodes, at);
		if (!IS_ONE_OF(name, keeps) || j->nodes[list].kind !=
		    NODE_ARGUMENTS)
			return false;
		TREE_CHILDREN(j->nodes, list, child)
			if (!is_number(j, child, depth + 1))
				return false;
		return true;
	case NODE_IDENTIFIER:
		if (is_ordered(j, at))
			return true;
		binding = judge_binding(j, at);
		def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
		if (def == 0 || j->scopes.list[j->scopes.bindings[binding]
		    .scope].kind == SCOPE_CLASS)
			return false;
		for (; def != 0; def = j->scopes.defs[def].next) {
			const struct def *d = &j->scopes.defs[def];

			if (d->kind != DEF_VALUE)
				return false;
			if (d->steps == NULL) {
				if (!is_number(j, d->expr, depth + 1))
					return false;
				continue;
			}
			v = d->steps->kind != STEP_ITEM || d->steps->before !=
			    NULL || j->nodes[d->expr].kind != NODE_CALL ?
			    NULL : vset_only(eval(j, d->expr + 1), VALUE_PATH);
			if (v == NULL || v->name != KNOWN(range))
				return false;
		}
		return true;
	default:
		return false;
	}
}

/* One of several elements, all of which are looked at. */
static bool
add_one_element(struct judge *j, uint32_t at, struct part *p, bool of_list,
    unsigned depth)
{
	struct part alone = { .n = 0 };

	p->n = 0;
	return (of_list ? add_element(j, at, &alone, depth + 1) :
	    add_part(j, at, &alone, depth + 1)) && add_one_of(p, alone.text,
	    alone.n);
}

/* Is the list only looked at here, by what puts nothing into it? */
static bool
is_looked_at(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, callee, name;
	const struct vset *set;

	switch (j->nodes[parent].kind) {
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
	case NODE_COMPARISON:
	case NODE_BINARY:
	case NODE_LIST_SPLAT:
	case NODE_INTERPOLATION:
	case NODE_IF:
	case NODE_CONDITIONAL:
		return true;
	case NODE_SUBSCRIPT:
		return j->nodes[parent].role == ROLE_LOAD;
	case NODE_ARGUMENTS:
		callee = j->nodes[parent].parent + 1;
		set = eval(j, callee);
		if (vset_only(set, VALUE_PATH) != NULL ||
		    vset_only(set, VALUE_METHOD) != NULL)
			return true;
		name = j->nodes[tree_last(j->nodes, callee)].name;
		return j->nodes[callee].kind == NODE_ATTRIBUTE &&
		    scopes_find(&j->scopes, 0, name) == 0;
	default:
		return false;
	}
}

/* Nothing but such elements goes into a list of that name. */
static bool
add_appended(struct judge *j, uint32_t name, struct part *p, unsigned depth)
{
	uint32_t binding = judge_binding(j, name), i, parent, call;
	const char *method;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		if (judge_binding(j, i) != binding || i == name)
			continue;
		parent = j->nodes[i].parent;
		call = j->nodes[parent].parent;
		/* Whatever binds it has been looked at. */
		if (j->nodes[i].role != ROLE_LOAD)
			continue;
		if (j->nodes[parent].kind != NODE_ATTRIBUTE) {
			if (!is_looked_at(j, i))
				return false;
			continue;
		}
		method = names_text(j->names, j->nodes[tree_last(j->nodes,
		    parent)].name);
		if (strcmp(method, "append") != 0 || j->nodes[call].kind !=
		    NODE_CALL || parent != call + 1 || tree_count(j->nodes,
		    tree_last(j->nodes, call)) != 1 || !add_one_element(j,
		    tree_last(j->nodes, call) + 1, p, false, depth))
			return false;
	}
	p->n = 0;
	return add_text(p, "x", 1);
}

/*
 * What every element of this list is like. `p` is empty: an element stands
 * alone.
 */
static bool
add_element(struct judge *j, uint32_t at, struct part *p, unsigned depth)
{
	static const char same[][8] = { "list", "sorted", "set", "tuple" };
	uint32_t binding, def, child, list;
	const struct value *v;

	if (depth > PARTS_NESTED)
		return false;
	switch (j->nodes[at].kind) {
	case NODE_PARENTHESIZED:
		return add_element(j, at + 1, p, depth + 1);
	case NODE_LIST:
	case NODE_TUPLE:
		TREE_CHILDREN(j->nodes, at, child) {
			bool splat = tree_is_splat(j->nodes, child);

			if (!add_one_element(j, child + splat, p, splat,
			    depth))
				return false;
		}
		p->n = 0;
		return add_text(p, "x", 1);
	case NODE_LIST_COMPREHENSION:
	case NODE_GENERATOR:
		return add_part(j, at + 1, p, depth + 1);
	case NODE_BINARY:
		return add_one_element(j, at + 1, p, true, depth) &&
		    add_one_element(j, tree_last(j->nodes, at), p, true,
		    depth);
	case NODE_SUBSCRIPT:
		return tree_first(j->nodes, at, NODE_SLICE) != 0 &&
		    add_element(j, at + 1, p, depth + 1);
	case NODE_CALL:
		v = vset_only(eval(j, at + 1), VALUE_PATH);
		list = tree_last(j->nodes, at);
		return v != NULL && IS_ONE_OF(names_text(j->names, v->name),
		    same) && j->nodes[list].kind == NODE_ARGUMENTS &&
		    list + 1 < j->nodes[list].skip && add_element(j, list + 1,
		    p, depth + 1);
	case NODE_IDENTIFIER:
		binding = judge_binding(j, at);
		def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
		if (def == 0)
			return false;
		for (; def != 0; def = j->scopes.defs[def].next) {
			const struct def *d = &j->scopes.defs[def];

			list = d->kind != DEF_VALUE ? 0 : judge_assigned(j, d);
			if (list == 0 || !add_one_element(j, list, p, true,
			    depth))
				return false;
		}
		return add_appended(j, at, p, depth + 1);
	default:
		return false;
	}
}

/* `formula += f" + {x}"`: goes on with a formula that is plain by itself. */
static bool
goes_on_plainly(struct judge *j, uint32_t augmented, unsigned depth)
{
	uint32_t right = tree_last(j->nodes, augmented);
	struct part alone = { .n = 0 };
	size_t i = 0;

	if (site_operator(j, augmented + 1, right) != '+' ||
	    !add_part(j, right, &alone, depth + 1))
		return false;
	while (i < alone.n && alone.text[i] == ' ')
		i++;
	if (i == alone.n || strchr("+-*:", alone.text[i]) == NULL)
		return false;
	while (++i < alone.n && alone.text[i] == ' ')
		;
	return i < alone.n && identifier_is_plain(alone.text[i]) &&
	    memchr(alone.text, '"', alone.n) == NULL &&
	    memchr(alone.text, '\'', alone.n) == NULL &&
	    is_plain_formula(alone.text + i, alone.n - i);
}

/* All that a name may stand for. */
static bool
add_name(struct judge *j, uint32_t at, struct part *p, unsigned depth)
{
	uint32_t binding = judge_binding(j, at), def;
	const struct part before = *p;
	struct part alone;

	def = binding == 0 ? 0 : j->scopes.bindings[binding].first;
	if (def == 0)
		return false;
	for (; def != 0; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];

		alone.n = 0;
		if (d->kind == DEF_AUGMENTED && goes_on_plainly(j, d->expr,
		    depth))
			continue;
		if (d->kind != DEF_VALUE || (d->steps != NULL &&
		    (d->steps->kind != STEP_ITEM || d->steps->before !=
		    NULL)))
			return false;
		if (d->steps == NULL ? !add_part(j, d->expr, &alone, depth +
		    1) : !add_element(j, d->expr, &alone, depth + 1))
			return false;
		*p = before;
		if (!add_one_of(p, alone.text, alone.n))
			return false;
	}
	return true;
}

/* `" + ".join(names)` */
static bool
add_joined(struct judge *j, uint32_t call, struct part *p, unsigned depth)
{
	uint32_t callee = call + 1, list = tree_last(j->nodes, call);
	struct part alone = { .n = 0 };
	const struct value *v;

	if (j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    !judge_is_named(j, tree_last(j->nodes, callee), "join"))
		return false;
	v = vset_only(eval(j, callee + 1), VALUE_STR);
	/* A bare generator stands for the list of arguments. */
	if (v == NULL || !add_element(j, j->nodes[list].kind ==
	    NODE_ARGUMENTS ? list + 1 : list, &alone, depth + 1))
		return false;
	return add_text(p, alone.text, alone.n) && add_text(p, v->text.bytes,
	    v->text.n) && add_text(p, alone.text, alone.n);
}

/* The first gap from here on: what is put there is not known; or the end. */
static uint32_t
next_gap(struct judge *j, uint32_t string, uint32_t child)
{
	for (; child < j->nodes[string].skip; child = j->nodes[child].skip)
		if (j->nodes[child].kind == NODE_INTERPOLATION &&
		    vset_only(eval(j, child + 1), VALUE_STR) == NULL &&
		    vset_only(eval(j, child + 1), VALUE_INT) == NULL)
			break;
	return child;
}

/* An f-string: what is known of it, and what goes into its gaps. */
static bool
add_filled(struct judge *j, uint32_t node, const struct value *v,
    struct part *p, unsigned depth)
{
	uint32_t child = node + 1;
	size_t i;

	for (i = 0; i < v->text.n; i++) {
		if (v->text.bytes[i] != FOLD_GAP) {
			if (!add_text(p, v->text.bytes + i, 1))
				return false;
			continue;
		}
		child = next_gap(j, node, child);
		if (child >= j->nodes[node].skip || j->nodes[child + 1].skip !=
		    j->nodes[child].skip || !add_part(j, child + 1, p, depth +
		    1))
			return false;
		child = j->nodes[child].skip;
	}
	return next_gap(j, node, child) >= j->nodes[node].skip;
}

static bool
add_part(struct judge *j, uint32_t at, struct part *p, unsigned depth)
{
	const struct vset *set = eval(j, at);
	const struct value *v = vset_only(set, VALUE_STR);
	const struct part before = *p;
	size_t i;

	if (v != NULL)
		return add_text(p, v->text.bytes, v->text.n);
	if (depth > PARTS_NESTED)
		return false;
	if (is_number(j, at, depth))
		return add_text(p, "1", 1);
	v = vset_only(set, VALUE_PARTIAL);
	switch (j->nodes[at].kind) {
	case NODE_PARENTHESIZED:
		return add_part(j, at + 1, p, depth + 1);
	case NODE_STRING:
		return v != NULL && add_filled(j, at, v, p, depth);
	case NODE_BINARY:
		return j->source.bytes[j->nodes[at + 1].end] != '%' &&
		    memchr(j->source.bytes + j->nodes[at + 1].end, '+',
		    j->nodes[j->nodes[at + 1].skip].start - j->nodes[at +
		    1].end) != NULL && add_part(j, at + 1, p, depth + 1) &&
		    add_part(j, tree_last(j->nodes, at), p, depth + 1);
	case NODE_CONDITIONAL: {
		struct part one = { .n = 0 }, other = { .n = 0 };

		return add_part(j, at + 1, &one, depth + 1) &&
		    add_part(j, tree_last(j->nodes, at), &other, depth + 1) &&
		    add_one_of(p, other.text, other.n) &&
		    (*p = before, add_one_of(p, one.text, one.n));
	}
	case NODE_CALL:
		if (add_joined(j, at, p, depth))
			return true;
		break;
	case NODE_IDENTIFIER:
		if (add_name(j, at, p, depth))
			return true;
		break;
	}
	*p = before;
	set = eval(j, at);
	for (i = 0; set != NULL && i < set->n; i++) {
		*p = before;
		if (set->v[i]->kind != VALUE_STR || !add_one_of(p,
		    set->v[i]->text.bytes, set->v[i]->text.n))
			return false;
	}
	return set != NULL && set->n > 0 && !set->unknown;
}

/* Each text that the formula may be; else what it is put together from. */
static bool
formula_is_plain(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	struct part p = { .n = 0 };
	size_t i;

	for (i = 0; set != NULL && i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR || !is_plain_formula(
		    set->v[i]->text.bytes, set->v[i]->text.n))
			break;
	if (set != NULL && i == set->n && i > 0 && !set->unknown)
		return true;
	return add_part(j, node, &p, 0) && is_plain_formula(p.text, p.n);
}

static bool
value_is_plain(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR)
			return formula_is_plain(j, node);
	/* What is no text is a column's values. */
	return !place_is_unsure(set) || !is_spelled(j, node);
}

/* A text, or a list or dict of them, that the model takes beside the first. */
static void
check_part(struct judge *j, uint32_t node)
{
	uint32_t child;

	node = judge_behind_name(j, node);
	switch (j->nodes[node].kind) {
	case NODE_DICTIONARY:
	case NODE_LIST:
	case NODE_TUPLE:
		TREE_CHILDREN(j->nodes, node, child)
			check_part(j, j->nodes[child].kind == NODE_PAIR ?
			    tree_last(j->nodes, child) : child);
		return;
	}
	if (!value_is_plain(j, node))
		report_flow(j, FLOW_UNKNOWN_EXPRESSION, node, "a formula",
		    NULL);
}

void
check_regressors(struct judge *j, uint32_t call)
{
	size_t i;
	uint32_t node;

	for (i = 0; i < 3; i++) {
		node = site_argument(j, call, i);
		if (node != 0)
			check_part(j, node);
	}
}

void
check_formula(struct judge *j, uint32_t call)
{
	static const struct signature model = { .n = 1,
	    .parameters = { { .name = "formula", .n = 7 } } };
	static const char beside[][16] = { "dep_data", "re_formula", "status",
	    "vc_formula", "vc_formulas" };
	uint32_t node = signature_argument(j, call, &model, 0), part;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(beside); i++) {
		part = site_keyword(j, call, beside[i]);
		if (part != 0)
			check_part(j, part);
	}
	if (node == 0)
		return;
	if (node == SIGNATURE_UNKNOWN || !formula_is_plain(j, node))
		report_flow(j, FLOW_UNKNOWN_EXPRESSION,
		    node == SIGNATURE_UNKNOWN ? call : node, "a formula", NULL);
}
