/*
 * Formulas of statistical models: text that a library evaluates as Python.
 * What names columns, and calls nothing but the functions that transform one,
 * is let through; whatever else it says is for a person.
 */
#include "checks.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../source/identifier.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"

struct cursor {
	const struct judge *j;
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

/* What patsy adds, and what of numpy a formula calls. */
static bool
is_plain_call(const struct cursor *c, const char *module, const char *word)
{
	char name[80];

	return snprintf(name, sizeof(name), "%s.%s", module, word) <
	    (int)sizeof(name) && model_says(c->j, name, RULES_PLAIN);
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
		return is_plain_call(c, "patsy", word);
	case '"':
	case '\'':			/* f"..." runs what stands in it */
		return false;
	case '.':
		if (strcmp(word, "np") != 0 && strcmp(word, "numpy") != 0)
			return false;
		c->i++;
		return take_word(c, word, sizeof(word)) &&
		    is_plain_call(c, "numpy", word) && next_mark(c) == '(';
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
is_plain_formula(const struct judge *j, const char *s, size_t n)
{
	struct cursor c = { j, s, n, 0 };
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

/* Is it known in full, and each text that it may be plain? */
static bool
formula_is_plain(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR || !is_plain_formula(j,
		    set->v[i]->text.bytes, set->v[i]->text.n))
			return false;
	return set->n > 0 && !set->unknown;
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
check_formula(struct judge *j, uint32_t call, const struct rules_model *model)
{
	uint32_t node;
	size_t i;

	for (i = 0; i < model->n; i++)
		switch (model->parameters[i].use) {
		case RULES_USE_TERM:
			node = signature_argument(j, call, model, i);
			if (node != 0 && node != SIGNATURE_UNKNOWN)
				check_part(j, node);
			break;
		case RULES_USE_FORMULA:
			node = signature_argument(j, call, model, i);
			if (node == SIGNATURE_UNKNOWN || (node != 0 &&
			    !formula_is_plain(j, node)))
				report_flow(j, FLOW_UNKNOWN_EXPRESSION, node ==
				    SIGNATURE_UNKNOWN ? call : node,
				    "a formula", NULL);
		}
}
