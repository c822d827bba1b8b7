/*
 * What the parser reads otherwise than CPython is written so that it cannot,
 * and read again.
 */
#include "syntax_parts.h"

#include <string.h>

#include "../source/names.h"
#include "blank.h"
#include "kinds.h"
#include "syntax.h"
#include "tokens.h"
#include "tree.h"

/* Did a filler become a name, where there was no format? */
bool
respell_has_odd_name(const struct tree *t, const char *bytes, const char *text)
{
	uint32_t i;

	for (i = 0; i < t->n; i++)
		if (t->nodes[i].kind == NODE_IDENTIFIER &&
		    bytes[t->nodes[i].start] != text[t->nodes[i].start])
			return true;
	return false;
}

/*
 * `type(x).a = v` comes as a type alias. Under another name it is read as what
 * it is; see respell_restore_types. NULL: there is no such thing.
 */
const char *
respell_types(struct syntax *s, const char *text, uint32_t n)
{
	const char *from = text;
	char *copy = NULL;
	size_t i;

	for (i = 0; i < s->nnodes; i++) {
		if (s->nodes[i].kind != NODE_TYPE_ALIAS ||
		    tree_is_type_alias(s->nodes, (uint32_t)i, from))
			continue;
		if (copy == NULL)
			from = copy = blank_copy(text, n, &s->blanked,
			    &s->blanked_cap);
		copy[s->nodes[i].start + 1] = '_';
	}
	return copy;
}

void
respell_restore_types(struct syntax *s, const char *bytes, const char *text,
    struct names *names)
{
	const struct node *node;
	size_t i;

	for (i = 0; i < s->nnodes; i++) {
		node = &s->nodes[i];
		if (node->kind == NODE_IDENTIFIER &&
		    node->end - node->start == 4 &&
		    memcmp(text + node->start, "t_pe", 4) == 0)
			s->nodes[i].name = names_intern(names, bytes +
			    node->start, 4);
	}
}

/* What is between two tokens: no comments, in brackets no ends of lines. */
static void
blank_gap(char *copy, uint32_t from, uint32_t to, bool open)
{
	bool comment = false;

	for (; from < to; from++) {
		comment = copy[from] != '\n' && (comment ||
		    copy[from] == '#');
		if (open || (comment && copy[from] != '\r'))
			copy[from] = ' ';
	}
}

/*
 * Behind this an expression begins, and it may be starred; within brackets the
 * parser knows all but subscripts.
 */
static bool
may_be_before_star(const char *text, struct token t, char open)
{
	if (open != '\0')
		return open == '[' && (token_is(text, t, "[") ||
		    token_is(text, t, ","));
	if (t.kind == TOKEN_NAME)
		return token_is(text, t, "return") || token_is(text, t, "yield")
		    || token_is(text, t, "in");
	return t.kind != TOKEN_OPERATOR ? t.kind == TOKEN_NEWLINE ||
	    t.kind == TOKEN_INDENT || t.kind == TOKEN_DEDENT ||
	    t.kind == TOKEN_END : strchr("=,;:", text[t.end - 1]) != NULL;
}

/* The parser takes no star before these. */
static bool
is_behind_odd_star(const char *text, struct token t)
{
	if (t.kind == TOKEN_NAME)
		return token_is(text, t, "await") ||
		    token_is(text, t, "None") || token_is(text, t, "True") ||
		    token_is(text, t, "False");
	return t.kind == TOKEN_STRING || t.kind == TOKEN_NUMBER ||
	    (t.kind == TOKEN_OPERATOR && strchr("([{+-~.", text[t.start]) !=
	    NULL);
}

/*
 *	match [x]:
 *	    case [a]: f(a)
 *
 * The parser takes that for an annotation, or for nothing. With `(x)` it
 * cannot, and so it is given that; see respell_restore_layout.
 */
struct subject {
	enum { NO_SUBJECT, MATCH, LIST, LIST_END, COLON, LINE_END, BLOCK }
			step;
	uint32_t	open, close;
};

static void
follow_subject(struct subject *m, const char *text, struct token before,
    struct token t, bool open, char *copy)
{
	if (token_is(text, t, "match") && before.kind != TOKEN_OPERATOR &&
	    may_be_before_star(text, before, '\0'))
		m->step = MATCH;
	else if (m->step == MATCH && token_is(text, t, "[")) {
		m->step = LIST;
		m->open = t.start;
	} else if (m->step == LIST) {
		m->step = open ? LIST : LIST_END;
		m->close = t.start;
	} else if ((m->step == LIST_END && token_is(text, t, ":")) ||
	    (m->step == COLON && t.kind == TOKEN_NEWLINE) ||
	    (m->step == LINE_END && t.kind == TOKEN_INDENT))
		m->step++;
	else {
		if (m->step == BLOCK && token_is(text, t, "case")) {
			copy[m->open] = '(';
			copy[m->close] = ')';
		}
		m->step = NO_SUBJECT;
	}
}

const char *
respell_layout(struct syntax *s, const char *text, uint32_t n)
{
	struct token before = { TOKEN_END, 0, 0 }, star = before, t;
	struct subject subject = { NO_SUBJECT, 0, 0 };
	struct tokens tokens;
	bool open = false;
	char *copy;

	copy = blank_copy(text, n, &s->blanked, &s->blanked_cap);
	tokens_begin(&tokens, s->bytes, n);
	for (;;) {
		t = tokens_next(&tokens);
		if (t.kind == TOKEN_FAULT)
			break;
		blank_gap(copy, before.end, t.start, open);
		if (star.kind == TOKEN_OPERATOR &&
		    is_behind_odd_star(s->bytes, t))
			copy[star.start] = '-';
		star.kind = TOKEN_END;
		follow_subject(&subject, s->bytes, before, t, tokens.nopen > 0,
		    copy);
		open = tokens.nopen > 0;
		if (token_is(s->bytes, t, "*") &&
		    may_be_before_star(s->bytes, before, open ?
		    s->bytes[tokens.open[tokens.nopen - 1]] : '\0'))
			star = t;
		if (t.kind == TOKEN_END)
			break;
		before = t;
	}
	return copy;
}

/* Are the strings of the tree those that the text was respelt by? */
static bool
has_same_strings(const struct syntax *s, uint32_t n)
{
	struct tokens tokens;
	struct token t;
	size_t i = 0;

	tokens_begin(&tokens, s->bytes, n);
	do {
		t = tokens_next(&tokens);
		if (t.kind == TOKEN_FAULT)
			return true;
		if (t.kind != TOKEN_STRING && t.kind != TOKEN_END)
			continue;
		while (i < s->nnodes && s->nodes[i].kind != NODE_STRING)
			i++;
		if (t.kind == TOKEN_STRING && (i == s->nnodes ||
		    s->nodes[i].start != t.start || s->nodes[i].end != t.end))
			return false;
		if (t.kind == TOKEN_STRING)
			i = s->nodes[i].skip;
	} while (t.kind != TOKEN_END);
	return i == s->nnodes;
}

bool
respell_restore_layout(struct syntax *s, uint32_t n)
{
	struct node *node;
	uint32_t i, parent;

	for (i = 1; i < s->nnodes; i++) {
		node = &s->nodes[i];
		if (s->bytes[node->start] == '[') {
			if (node->kind == NODE_PARENTHESIZED ||
			    node->kind == NODE_TUPLE)
				node->kind = NODE_LIST;
			else if (node->kind == NODE_GENERATOR)
				node->kind = NODE_LIST_COMPREHENSION;
			else if (node->kind == NODE_ARGUMENTS)
				return false;
		}
		if (node->kind != NODE_UNARY || s->bytes[node->start] != '*')
			continue;
		node->kind = NODE_LIST_SPLAT;
		parent = s->nodes[tree_lift_star(s->nodes, i)].parent;
		switch (s->nodes[parent].kind) {
		case NODE_EXPRESSION_LIST:
		case NODE_EXPRESSION_STATEMENT:
		case NODE_SUBSCRIPT:
		case NODE_LIST:
			break;
		default:
			return false;
		}
	}
	return has_same_strings(s, n);
}
