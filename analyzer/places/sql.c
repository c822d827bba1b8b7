/*
 * SQL that opens files: ATTACH and VACUUM INTO, in the text of a statement or
 * with the file's name as a parameter, whatever object executes it.
 */
#include "places.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "signatures.h"

struct cursor {
	const char	*s;
	size_t		 n, i;
};

/* Past blanks and comments; the character there, or NUL at the end. */
static char
next_mark(struct cursor *c)
{
	const char *end;

	for (; c->i < c->n; c->i++) {
		const char *at = c->s + c->i;
		size_t left = c->n - c->i;

		if (left > 1 && memcmp(at, "--", 2) == 0)
			end = memchr(at, '\n', left);
		else if (left > 3 && memcmp(at, "/*", 2) == 0) {
			end = memmem(at + 2, left - 2, "*/", 2);
			end = end == NULL ? NULL : end + 1;
		} else if (isspace((unsigned char)*at))
			continue;
		else
			return *at;
		if (end == NULL)
			break;
		c->i = (size_t)(end - c->s);
	}
	c->i = c->n;
	return '\0';
}

static bool
is_word(int ch)
{
	return isalnum(ch) || ch == '_' || ch == '.';
}

/* How long the word at the cursor is, behind blanks. */
static size_t
word_length(struct cursor *c)
{
	size_t n = 0;

	next_mark(c);
	while (c->i + n < c->n && is_word((unsigned char)c->s[c->i + n]))
		n++;
	return n;
}

/* Is this the next word? Then the cursor is moved behind it. */
static bool
take(struct cursor *c, const char *word)
{
	size_t n = word_length(c);

	if (n != strlen(word) || strncasecmp(c->s + c->i, word, n) != 0)
		return false;
	c->i += n;
	return true;
}

/* At the name of a file that the statement at the cursor opens? */
static bool
opens_file(struct cursor *c)
{
	if (take(c, "attach")) {
		take(c, "database");
		return true;
	}
	if (!take(c, "vacuum"))
		return false;
	if (take(c, "into"))
		return true;
	c->i += word_length(c);
	return take(c, "into");
}

/* What stands in quotes; the cursor is moved behind them. */
static void
read_quoted(struct cursor *c, struct buf *ret)
{
	char quote = c->s[c->i] == '[' ? ']' : c->s[c->i];

	for (c->i++; c->i < c->n; c->i++) {
		if (c->s[c->i] == quote && ++c->i < c->n &&
		    c->s[c->i] != quote)
			return;
		if (c->i < c->n)
			buf_addc(ret, c->s[c->i]);
	}
}

/*
 * The name of the file at the cursor: a text, or what computes one. Is it a
 * parameter?
 */
static bool
check_name(struct judge *j, struct cursor *c, uint32_t node)
{
	auto_buf struct buf name = BUF_INIT;
	struct value *v;
	char mark = next_mark(c);

	if (mark == '\0' || strchr("?:@$", mark) != NULL)
		return mark != '\0';
	if (strchr("'\"`[", mark) != NULL)
		read_quoted(c, &name);
	else
		while (c->i < c->n && (is_word((unsigned char)c->s[c->i]) ||
		    c->s[c->i] == FOLD_GAP))
			buf_addc(&name, c->s[c->i++]);
	mark = next_mark(c);
	if (mark == '(' || mark == '|' || name.len == 0) {
		report_flow(j, FLOW_COMPUTED_PATH, node, "SQL", NULL);
		return false;
	}
	v = value_new(j->arena, memchr(name.data, FOLD_GAP, name.len) ?
	    VALUE_PARTIAL : VALUE_STR, node);
	v->text.bytes = arena_strndup(j->arena, name.data, name.len);
	v->text.n = name.len;
	check_place(j, 'o', vset_one(j->arena, v), &vset_unknown, node);
	return false;
}

/* What is put into a text, whatever it is: f"...{x}", "..." + x, x.format(y). */
static void
check_pieces(struct judge *j, uint32_t node)
{
	uint32_t child;

	switch (j->nodes[node].kind) {
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
	case NODE_INTERPOLATION:
	case NODE_PARENTHESIZED:
	case NODE_BINARY:
	case NODE_TUPLE:
	case NODE_LIST:
	case NODE_ARGUMENTS:
		TREE_CHILDREN(j->nodes, node, child)
			check_pieces(j, child);
		break;
	case NODE_CALL:
		if (j->nodes[node + 1].kind == NODE_ATTRIBUTE &&
		    eval(j, node + 2)->n > 0)
			check_pieces(j, tree_last(j->nodes, node));
		/* fall through */
	case NODE_IDENTIFIER:
	case NODE_ATTRIBUTE:
	case NODE_SUBSCRIPT:
		check_place(j, 'o', eval(j, node), &vset_unknown, node);
		break;
	}
}

/* The parameters of a statement: a tuple, a dict, or rows of these. */
static void
check_parameters(struct judge *j, const struct vset *set, uint32_t node)
{
	size_t i, k;

	check_place(j, 'o', set, &vset_unknown, node);
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		/* Its class says what it is to SQL: register_adapter(). */
		if (v->kind == VALUE_OBJECT)
			report_flow(j, FLOW_COMPUTED_PATH, node, "SQL", v);
		if (v->kind == VALUE_LIST)
			for (k = 0; k < v->items.n; k++)
				check_parameters(j, v->items.list[k], node);
		if (v->kind == VALUE_DICT)
			for (k = 1; k < v->items.n; k += 2)
				check_parameters(j, v->items.list[k], node);
	}
}

/* The n-th element of what the stars unpack; *ret_n: less what it holds. */
static const struct vset *
unpacked(struct judge *j, uint32_t splat, size_t *ret_n)
{
	const struct vset *set = eval(j, splat), *all = &vset_none;
	size_t n = *ret_n, least = SIGNATURE_MAX, i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind != VALUE_LIST || v->flags & VALUE_OPEN)
			continue;
		if (n < v->items.n)
			all = vset_join(j->arena, all, v->items.list[n]);
		if (v->items.n < least)
			least = v->items.n;
	}
	if (all->n > 0 || all->unknown)
		return all;
	*ret_n -= least < n ? least : n;
	return set->n > 0 && !set->unknown ? &vset_none : &vset_unknown;
}

/* The n-th argument; also one of a list that the stars unpack. */
static const struct vset *
argument(struct judge *j, uint32_t call, size_t n, uint32_t *ret_node)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set;

	*ret_node = site_argument(j, call, n);
	if (*ret_node != 0)
		return eval(j, *ret_node);
	if (j->nodes[list].kind == NODE_ARGUMENTS && n < SIGNATURE_MAX)
		TREE_CHILDREN(j->nodes, list, child) {
			if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
			    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
				continue;
			*ret_node = child;
			if (j->nodes[child].kind != NODE_LIST_SPLAT) {
				if (n-- == 0)
					return eval(j, child);
				continue;
			}
			set = unpacked(j, child, &n);
			if (set->n > 0 || set->unknown)
				return set;
		}
	*ret_node = 0;
	return &vset_none;
}

/* All that stands behind the text, in a call of which nobody knows more. */
static void
check_behind_text(struct judge *j, uint32_t call, size_t n, uint32_t text)
{
	static const char keywords[][16] = { "params", "parameters" };
	const struct vset *set;
	bool found = false;
	uint32_t node;
	size_t i;

	for (;; n++) {
		set = argument(j, call, n, &node);
		if (node == 0 || (set->n == 0 && !set->unknown))
			break;
		found = true;
		check_parameters(j, set, node);
	}
	for (i = 0; i < ARRAY_SIZE(keywords); i++) {
		node = site_keyword(j, call, keywords[i]);
		if (node != 0)
			check_parameters(j, eval(j, node), node);
		found |= node != 0;
	}
	if (!found)
		report_flow(j, FLOW_COMPUTED_PATH, text, "SQL", NULL);
}

/* Behind the `;` that ends the statement at the cursor, if one does. */
static bool
next_statement(struct cursor *c)
{
	auto_buf struct buf skipped = BUF_INIT;
	char mark;

	while ((mark = next_mark(c)) != '\0')
		if (strchr("'\"`[", mark) != NULL)
			read_quoted(c, &skipped);
		else if (c->s[c->i++] == ';')
			return true;
	return false;
}

/* A statement that begins at the cursor. */
static void
check_statement(struct judge *j, uint32_t call, size_t n,
    const struct value *text, struct cursor *c, uint32_t node)
{
	if (!opens_file(c))
		return;
	if (text->kind == VALUE_PARTIAL)
		check_pieces(j, text->place);
	if (check_name(j, c, node))
		check_behind_text(j, call, n + 1, node);
}

/* `text` is the n-th argument of the call, or one of several there. */
static void
check_statements(struct judge *j, uint32_t call, size_t n,
    const struct value *text, uint32_t node)
{
	struct cursor c = { text->text.bytes, text->text.n, 0 };
	const char *end = c.s;

	if (text->kind != VALUE_PARTIAL) {
		do
			check_statement(j, call, n, text, &c, node);
		while (next_statement(&c));
		return;
	}
	/* What is put into it may end a text in quotes, or begin one. */
	do {
		c.i = (size_t)(end - c.s);
		check_statement(j, call, n, text, &c, node);
		end = memchr(end, ';', c.n - (size_t)(end - c.s));
	} while (end++ != NULL);
}

static void
check_texts(struct judge *j, uint32_t call, size_t n, const struct vset *set,
    uint32_t node)
{
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_STR || v->kind == VALUE_PARTIAL)
			check_statements(j, call, n, v, node);
		/* map(con.execute, [text], [parameters]) */
		if (v->kind == VALUE_LIST && n > 0)
			for (k = 0; k < v->items.n; k++)
				check_texts(j, call, n, v->items.list[k],
				    node);
	}
}

static bool
leads_far(const struct vset *set)
{
	const struct value *v = vset_only(set, VALUE_STR);

	return v != NULL && v->text.n > 1 && (v->text.bytes[0] == '/' ||
	    v->text.bytes[0] == '~' || memcmp(v->text.bytes, "..", 2) == 0);
}

/* A statement that nobody knows gets a path of the host for a parameter. */
static void
check_far(struct judge *j, uint32_t call, size_t n)
{
	const struct vset *const *items;
	const struct vset *set;
	uint32_t node;
	size_t count, i;

	set = argument(j, call, n, &node);
	items = node == 0 ? NULL : fold_elements(j, set, &count);
	for (i = 0; items != NULL && i < count; i++)
		if (leads_far(items[i]))
			check_place(j, 'o', items[i], &vset_unknown, node);
}

void
check_sql(struct judge *j, uint32_t call, const char *method, bool behind)
{
	static const char methods[][16] = { "execute", "executemany",
	    "executescript", "read_sql", "read_sql_query" };
	const struct vset *set;
	uint32_t node;
	size_t n;

	if ((method[0] != 'e' && method[0] != 'r') ||
	    !IS_ONE_OF(method, methods))
		return;
	/* Connection.execute(con, text); map(con.execute, texts) */
	for (n = behind; n < 2; n++) {
		set = argument(j, call, n, &node);
		if (node == 0)
			break;
		check_texts(j, call, n, set, node);
		if (set->n == 0 || set->v[0]->kind == VALUE_RESULT)
			check_far(j, call, n + 1);
	}
}
