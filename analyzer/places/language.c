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
#include "signatures.h"

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

/*
 * Text that a method takes for code of its own: SQL, an expression, the name
 * of a module. Known texts are judged where they are written.
 */
void
check_language(struct judge *j, uint32_t call, const char *method)
{
	static const char all[][16] = { "query", "eval", "execute",
	    "executescript", "executemany", "read_sql", "read_sql_query",
	    "use", "context", "agg", "aggregate", "apply", "rc_context",
	    "set_option", "set_theme", "switch_backend", "transform" };
	uint32_t list = tree_last(j->nodes, call), first = list + 1;
	const struct vset *set;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all) && strcmp(all[i], method) != 0; i++)
		;
	if (i == ARRAY_SIZE(all) || j->nodes[list].kind != NODE_ARGUMENTS ||
	    first >= j->nodes[list].skip)
		return;
	/* An interpreter of the submission's own has a method eval(), too. */
	if (j->nodes[call + 1].kind == NODE_ATTRIBUTE &&
	    eval(j, call + 2)->n == 0 && scopes_find(&j->scopes, 0,
	    j->nodes[tree_last(j->nodes, call + 1)].name) != 0)
		return;
	set = eval(j, first);
	if ((place_is_unsure(set) || vset_only(set, VALUE_DICT) != NULL) &&
	    !is_function(j, set) && is_obscure(j, first))
		report_flow(j, FLOW_TEXT_AS_CODE, first, method, NULL);
	/* df.agg("to_pickle", path="x") calls the method of that name. */
	if (i >= METHOD_BY_NAME && place_is_unsure(set))
		check_behind_name(j, list);
	if (i >= METHOD_BY_NAME)
		check_names_of_methods(j, first, set, method);
	if (strcmp(method, "use") == 0 || strcmp(method, "context") == 0)
		check_style(j, call, set, first);
}
