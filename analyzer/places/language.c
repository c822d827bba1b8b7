/*
 * Texts that a method takes for code of its own, whatever it is called on:
 * expressions, SQL, the name of a module or of another method.
 */
#include "places.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../obscure/pieces.h"
#include "../report.h"
#include "../values/eval.h"

#define METHOD_BY_NAME	9	/* the first of those, in check_language */

/* Is this a method of a frame that names files or code? */
static bool
calls_by_name(const char *s, size_t n)
{
	return (n > 3 && memcmp(s, "to_", 3) == 0 && memcmp(s, "to_numpy",
	    n < 8 ? n : 8) != 0) || (n == 4 && memcmp(s, "eval", 4) == 0) ||
	    (n == 5 && memcmp(s, "query", 5) == 0) ||
	    (n == 4 && memcmp(s, "pipe", 4) == 0);
}

/* Those that a text is, or a list or dict of them; or what they are put of. */
static void
check_names_of_methods(struct judge *j, uint32_t node, const struct vset *set,
    const char *method)
{
	const struct vset *names = set;
	const struct value *found = NULL;
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		/* Of a dict not the keys: those are columns. */
		for (k = 1; v->kind == VALUE_DICT && k < v->items.n; k += 2)
			names = vset_join(j->arena, names,
			    v->items.list[k]);
		if (v->kind == VALUE_LIST)
			names = vset_join(j->arena, names, value_any(j->arena,
			    v));
	}
	for (i = 0; i < names->n; i++)
		if (names->v[i]->kind == VALUE_LIST && names != set)
			names = vset_join(j->arena, names, value_any(j->arena,
			    names->v[i]));
	for (i = 0; i < names->n && found == NULL; i++)
		if (names->v[i]->kind == VALUE_STR && calls_by_name(
		    names->v[i]->text.bytes, names->v[i]->text.n))
			found = names->v[i];
	if (found != NULL || (place_is_unsure(set) && pieces_behind(j, node) &
	    PIECE_NAMES_FILE))
		report_flow(j, FLOW_TEXT_AS_CODE, node, method, found);
}

/* style.use("package.style"): looks into that package, and so imports it. */
static void
check_style(struct judge *j, uint32_t call, const struct vset *set,
    uint32_t node)
{
	static const char ending[] = ".mplstyle";
	const struct value *callee = vset_only(eval(j, call + 1), VALUE_PATH);
	const char *s;
	size_t i, n;

	if (callee == NULL || strncmp(names_text(j->names, callee->name),
	    "matplotlib.", 11) != 0)
		return;
	if (place_is_unsure(set) && pieces_behind(j, node) & PIECE_DOTTED)
		report_flow(j, FLOW_TEXT_AS_CODE, node, "a style", NULL);
	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind == VALUE_LIST)
			check_style(j, call, value_any(j->arena, set->v[i]),
			    node);
		s = set->v[i]->text.bytes;
		n = set->v[i]->text.n;
		if (set->v[i]->kind != VALUE_STR || memchr(s, '/', n) != NULL ||
		    memchr(s, '.', n) == NULL || (n >= sizeof(ending) - 1 &&
		    memcmp(s + n - (sizeof(ending) - 1), ending,
		    sizeof(ending) - 1) == 0))
			continue;
		report_flow(j, FLOW_TEXT_AS_CODE, node, "a style",
		    set->v[i]);
	}
}

/* attrgetter("n"), partial(f, 2): a function, however it is made. */
static bool
is_function(struct judge *j, const struct vset *set)
{
	static const char makers[][24] = { "operator.attrgetter",
	    "operator.itemgetter", "operator.methodcaller",
	    "functools.partial" };
	const struct value *v = vset_only(set, VALUE_RESULT);

	return v != NULL && IS_ONE_OF(names_text(j->names, v->name), makers);
}

/*
 * df.agg(name, 0, path): the method of a name that nobody knows gets what
 * stands behind it.
 */
static void
check_behind_name(struct judge *j, uint32_t list)
{
	uint32_t child = list + 1;

	while ((child = j->nodes[child].skip) < j->nodes[list].skip)
		check_if_of_host(j, eval(j, j->nodes[child].kind ==
		    NODE_KEYWORD_ARGUMENT ? tree_last(j->nodes, child) :
		    child), child);
}

/* Which of those methods this is; false if it is none. */
static bool
takes_code(const char *method, size_t *ret_i)
{
	static const char all[][16] = { "query", "eval", "execute",
	    "executescript", "executemany", "read_sql", "read_sql_query",
	    "use", "context", "agg", "aggregate", "apply", "rc_context",
	    "set_option", "set_theme", "switch_backend", "transform" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all) && util_compare(all[i], method) != 0; i++)
		;
	*ret_i = i;
	return i < ARRAY_SIZE(all);
}

/* An interpreter of the submission's own has a method eval(), too. */
static bool
is_own_method(struct judge *j, uint32_t callee)
{
	return j->nodes[callee].kind == NODE_ATTRIBUTE &&
	    eval(j, callee + 1)->n == 0 && scopes_find(&j->scopes, 0,
	    j->nodes[tree_last(j->nodes, callee)].name) != 0;
}

static void
check_code(struct judge *j, uint32_t node, const char *method, bool by_name)
{
	const struct vset *set = eval(j, node);

	if ((place_is_unsure(set) || vset_only(set, VALUE_DICT) != NULL) &&
	    !is_function(j, set) && is_obscure(j, node))
		report_flow(j, FLOW_TEXT_AS_CODE, node, method, NULL);
	if (by_name)
		check_names_of_methods(j, node, set, method);
}

/*
 * Text that a method takes for code of its own: SQL, an expression, the name
 * of a module. Known texts are judged where they are written.
 */
void
check_language(struct judge *j, uint32_t call, const char *method)
{
	uint32_t list = tree_last(j->nodes, call), first = list + 1;
	size_t i;

	if (!takes_code(method, &i) || j->nodes[list].kind != NODE_ARGUMENTS ||
	    first >= j->nodes[list].skip || is_own_method(j, call + 1))
		return;
	/* df.agg("to_pickle", path="x") calls the method of that name. */
	if (i >= METHOD_BY_NAME && place_is_unsure(eval(j, first)))
		check_behind_name(j, list);
	check_code(j, first, method, i >= METHOD_BY_NAME);
	if (strcmp(method, "use") == 0 || strcmp(method, "context") == 0)
		check_style(j, call, eval(j, first), first);
}

/* map(df.eval, [text]), pool.submit(df.query, text): `callee` is handed on. */
void
check_language_behind(struct judge *j, uint32_t callee, const char *method)
{
	uint32_t list = j->nodes[callee].parent, at, child;
	size_t i;

	if (!takes_code(method, &i) || is_own_method(j, callee))
		return;
	for (at = j->nodes[callee].skip; at < j->nodes[list].skip;
	    at = j->nodes[at].skip) {
		if (j->nodes[at].kind == NODE_LIST ||
		    j->nodes[at].kind == NODE_TUPLE)
			TREE_CHILDREN(j->nodes, at, child)
				check_code(j, child, method, i >=
				    METHOD_BY_NAME);
		else if (j->nodes[at].kind != NODE_KEYWORD_ARGUMENT)
			check_code(j, at, method, i >= METHOD_BY_NAME);
	}
}
