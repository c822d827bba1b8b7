/*
 * What `except E as e` catches: what is raised here, or what Python and the
 * libraries say of themselves.
 */
#include "obscure_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval_parts.h"

/* What this raises: also x.throw(here), in a generator; sys.exit(here); or 0. */
static uint32_t
raised(const struct judge *j, uint32_t at)
{
	static const char raises[][8] = { "athrow", "exit", "throw" };
	uint32_t list, last;

	if (j->nodes[at].kind == NODE_RAISE)
		return at + 1 < j->nodes[at].skip ? at + 1 : 0;
	if (j->nodes[at].kind != NODE_CALL ||
	    j->nodes[at + 1].kind != NODE_ATTRIBUTE)
		return 0;
	last = tree_last(j->nodes, at + 1);
	if (!IS_ONE_OF(names_text(j->names, j->nodes[last].name), raises))
		return 0;
	list = tree_last(j->nodes, at);
	return j->nodes[list].kind == NODE_ARGUMENTS && list + 1 <
	    j->nodes[list].skip ? list + 1 : 0;
}

/* Is this raised so that `except` here may catch it? */
static bool
may_catch(struct judge *j, uint32_t except, uint32_t raise, uint32_t class)
{
	uint32_t try = j->nodes[except].parent, i;

	if (raise > try && raise < j->nodes[try + 1].skip)
		return true;
	if (j->nodes[class].kind == NODE_CALL)
		class++;
	if (j->nodes[class].kind != NODE_IDENTIFIER)
		return false;
	for (i = except + 1; i < j->nodes[except].skip &&
	    j->nodes[i].kind != NODE_BLOCK; i++)
		if (j->nodes[i].kind == NODE_IDENTIFIER &&
		    j->nodes[i].name == j->nodes[class].name)
			return true;
	return false;
}

static bool
catches_stop(const struct judge *j, uint32_t except)
{
	size_t n;
	const char *s = judge_text(j, except, &n);

	return memmem(s, n < 60 ? n : 60, "StopIteration", 13) != NULL;
}

/* except StopIteration as e: e.value is what a generator returned. */
static void
visit_generators(struct query *q, uint32_t except, bool number)
{
	struct judge *j = q->j;
	size_t i;

	if (!catches_stop(j, except))
		return;
	for (i = 0; i < j->scopes.n; i++)
		if (j->scopes.list[i].kind == SCOPE_FUNCTION &&
		    j->scopes.list[i].returns != 0 && (j->scopes.list[i].yields
		    || j->source.bytes[j->nodes[j->scopes.list[i].node].start]
		    == 'a'))
			query_function(q, j->scopes.list[i].node, number);
}

/* int(x), {}[x]: Python says in its message what it was given. */
static void
note_quoted(struct query *q, uint32_t try)
{
	struct judge *j = q->j;
	uint32_t i;

	for (i = try + 1; i < j->nodes[try + 1].skip; i++)
		if (j->nodes[i].kind == NODE_CALL ||
		    j->nodes[i].kind == NODE_SUBSCRIPT)
			query_note_call(q, j->nodes[i].kind == NODE_CALL ?
			    i + 1 : 0, tree_last(j->nodes, i));
}

/*
 * except E as e: what is raised as that; if nothing is, it is the library that
 * says what `e` holds. The texts of all that is raised may be meant anyway.
 */
void
query_caught(struct query *q, const struct def *d, bool number)
{
	struct judge *j = q->j;
	uint32_t except = d->node, i, class;
	bool was_quiet = q->quiet, caught, own = false;

	while (except != 0 && j->nodes[except].kind != NODE_EXCEPT)
		except = j->nodes[except].parent;
	if (eval_has_no_time(j))
		return;
	/* All of the source, for each of these. */
	j->work += j->tree.n / 128;
	if (except != 0 && !q->quiet)
		visit_generators(q, except, number);
	for (i = 0; i < j->tree.n; i++) {
		class = raised(j, i);
		if (class == 0)
			continue;
		caught = except != 0 && may_catch(j, except, i, class);
		own |= caught;
		q->quiet = was_quiet || !caught;
		if (caught || (q->behind != NULL && !number))
			query_children(q, j->nodes[class].parent, number);
	}
	q->quiet = was_quiet;
	own |= except != 0 && catches_stop(j, except);
	if (!own) {
		query_note_nowhere(q, number);
		if (except != 0 && !number)
			note_quoted(q, j->nodes[except].parent);
	}
	query_note(q, own ? IS_MADE : FROM_OUTSIDE, number);
}
