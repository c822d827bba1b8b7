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
#include "../places/signatures.h"
#include "../report.h"
#include "../values/eval.h"

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

static bool
is_word(int c)
{
	return isalnum(c) || c == '_';
}

/* The word at the cursor, which is moved behind it; false if too long. */
static bool
take_word(struct cursor *c, char *word, size_t size)
{
	size_t n = 0;

	while (c->i < c->n && is_word((unsigned char)c->s[c->i])) {
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
	return c->i >= c->n || !is_word((unsigned char)c->s[c->i]);
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
		} else if (is_word(at)) {
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

/* What an f-string puts into its gaps: nothing but names of columns. */
static bool
gaps_are_names(struct judge *j, uint32_t node)
{
	const struct vset *set;
	uint32_t child;
	size_t i, k;

	if (j->nodes[node].kind != NODE_STRING)
		return false;
	TREE_CHILDREN(j->nodes, node, child) {
		if (j->nodes[child].kind != NODE_INTERPOLATION)
			continue;
		set = eval(j, child + 1);
		if (set->unknown || set->n == 0 || j->nodes[child + 1].skip !=
		    j->nodes[child].skip)
			return false;
		for (i = 0; i < set->n; i++) {
			if (set->v[i]->kind != VALUE_STR)
				return false;
			for (k = 0; k < set->v[i]->text.n; k++)
				if (!is_word((unsigned char)
				    set->v[i]->text.bytes[k]))
					return false;
		}
	}
	return true;
}

static bool
formula_is_plain(struct judge *j, uint32_t node, const struct value *v)
{
	char text[512];
	size_t i;

	if (v->kind == VALUE_STR)
		return is_plain_formula(v->text.bytes, v->text.n);
	if (v->kind != VALUE_PARTIAL || v->text.n >= sizeof(text) ||
	    !gaps_are_names(j, node))
		return false;
	for (i = 0; i < v->text.n; i++)
		text[i] = v->text.bytes[i] == FOLD_GAP ? 'x' :
		    v->text.bytes[i];
	return is_plain_formula(text, v->text.n);
}

void
check_formula(struct judge *j, uint32_t call)
{
	static const struct signature model = { .n = 1,
	    .parameters = { { .name = "formula", .n = 7 } } };
	uint32_t node = signature_argument(j, call, &model, 0);
	const struct vset *set;
	bool plain = true;
	size_t i;

	if (node == 0)
		return;
	set = node == SIGNATURE_UNKNOWN ? &vset_unknown : eval(j, node);
	for (i = 0; i < set->n; i++)
		plain &= formula_is_plain(j, node, set->v[i]);
	if (!plain || set->unknown || set->n == 0)
		report_flow(j, FLOW_UNKNOWN_EXPRESSION,
		    node == SIGNATURE_UNKNOWN ? call : node, "a formula", NULL);
}
