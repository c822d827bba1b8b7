/*
 * What a parser of a library's hands to the methods of a class below it: what
 * it was fed. Where all of that is written in the source, so is every text
 * that those methods get.
 */
#include "obscure_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"

#define BASES_DEEP	6

/* A class, and the name of what is called with the text that it goes through. */
static const struct { char class[40], feeder[16]; } parsers[] = {
	{ "ast.NodeTransformer", "parse" }, { "ast.NodeVisitor", "parse" },
	{ "html.parser.HTMLParser", "feed" },
	{ "xml.sax.ContentHandler", "parseString" },
	{ "xml.sax.handler.ContentHandler", "parseString" },
};

static const char *
feeder_of(struct judge *j, uint32_t class, unsigned depth)
{
	uint32_t list = tree_child(j->nodes, class, NODE_ARGUMENTS), base;
	const char *found = NULL, *name;
	const struct vset *set;
	size_t i, k;

	if (list == 0 || depth > BASES_DEEP)
		return NULL;
	TREE_CHILDREN(j->nodes, list, base) {
		set = eval(j, base);
		for (i = 0; i < set->n && found == NULL; i++) {
			if (set->v[i]->kind == VALUE_CLASS)
				found = feeder_of(j, set->v[i]->node, depth +
				    1);
			if (set->v[i]->kind != VALUE_PATH)
				continue;
			name = names_text(j->names, set->v[i]->name);
			for (k = 0; k < ARRAY_SIZE(parsers); k++)
				if (strcmp(parsers[k].class, name) == 0)
					found = parsers[k].feeder;
		}
	}
	return found;
}

/* "<a>/</a>": a slash that is a text of its own, or begins one. */
static bool
shows_slash(const char *s, size_t n)
{
	size_t i;

	for (i = 1; i + 1 < n; i++)
		if (s[i] == '/' && memchr("> \t\n", s[i - 1], 4) != NULL &&
		    s[i + 1] != '>' && s[i + 1] != '/')
			return true;
	return false;
}

bool
query_fed(struct query *q, uint32_t function, bool number)
{
	struct judge *j = q->j;
	uint32_t scope = j->nodes[function].scope, i, list;
	const char *feeder = j->scopes.list[scope].kind != SCOPE_CLASS ? NULL :
	    feeder_of(j, j->scopes.list[scope].node, 0);
	const struct vset *set;
	bool found = false;
	size_t k;

	if (feeder == NULL || eval_has_no_time(j))
		return false;
	for (i = own_first_named(j, feeder); i != 0; i = j->own_next[i]) {
		list = own_arguments_of(j, i);
		if (list == 0 && j->nodes[j->nodes[i].parent].kind ==
		    NODE_ATTRIBUTE)
			list = own_arguments_of(j, j->nodes[i].parent);
		if (list == 0 || list + 1 >= j->nodes[list].skip)
			continue;
		set = eval(j, list + 1);
		for (k = 0; k < set->n; k++)
			if ((set->v[k]->kind == VALUE_STR ||
			    set->v[k]->kind == VALUE_BYTES) && shows_slash(
			    set->v[k]->text.bytes, set->v[k]->text.n))
				query_note(q, HAS_SLASH, number);
		query_note(q, IS_MADE, number);
		query_visit(q, list + 1, number);
		found = true;
	}
	return found;
}
