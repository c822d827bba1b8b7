/*
 * Is a text that could not be folded made by the submission out of nothing
 * but constants? Then nobody but its author knows what it says, and why it is
 * computed at all is a fair question. Texts that hold what is read, typed in,
 * or handed over as an argument are another matter: nobody can know those.
 *
 * One query goes from a use backwards through names, parameters, containers
 * and own functions to everything that may be in the text, each node once.
 */
#include "obscure.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "behind.h"
#include "manners.h"
#include "obscure_sets.h"

enum {
	FROM_OUTSIDE = 1,	/* depends on what is no constant */
	HAS_SLASH = 2,		/* could hold a path's separator */
	IS_MADE = 4,		/* put together, not only chosen */
	IS_SPELLED = 8,		/* out of numbers: chr(), bytes([...]) */
};

#define DEPTH_MAX	400	/* of what a text is made of */

/* Bits of judge.seen. */
enum {
	SEEN = 1,
	SEEN_AS_NUMBER = 2,
	SEEN_QUIETLY = 4,
};

struct query {
	struct judge	*j;
	unsigned	 found;		/* FROM_OUTSIDE and the like */
	/*
	 * judge.seen holds nodes, nodes that only a number depends on, then
	 * bindings, then names of attributes: where each of these begins.
	 */
	size_t		 numbers, bindings, attributes;
	unsigned	 depth;
	/* What stands around the part in the whole text: see behind.h. */
	unsigned	 around;
	struct behind	*behind;	/* NULL: nobody asks for the texts */
	bool		 quiet;		/* only the texts are of interest */
};

/*
 * Adds to query.found what the text owes to this node. `number`: only a number
 * that the text is made with depends on it, an index or a width. A number has
 * no letters, so of all there is to note, only "from outside" counts.
 */
static void visit(struct query *, uint32_t node, bool number);
static void visit_binding(struct query *, uint32_t index, bool number);

/* Attributes of modules that are constants, and hold a separator. */
static const char constants[][24] = {
	"os.altsep", "os.extsep", "os.pardir", "os.path.altsep",
	"os.path.pardir", "os.path.sep", "os.sep", "os.devnull",
	"string.printable", "string.punctuation",
};

/* Attributes of a Path that are, or hold, one. */
static const char of_paths[][8] = { "anchor", "parent", "parents" };

/* What is marked is listed: a query costs what it sees, not what there is. */
static bool
mark(struct query *q, size_t at, uint8_t with)
{
	struct judge *j = q->j;

	if (j->seen[at] & with)
		return false;
	if (j->seen[at] == 0)
		*MEM_PUSH(j->marked, j->nmarked, j->marked_cap) = (uint32_t)at;
	j->seen[at] |= with;
	return true;
}

static void
note(struct query *q, unsigned what, bool number)
{
	if (!q->quiet)
		q->found |= number ? what & FROM_OUTSIDE : what;
}

/* Of what a callable of this manner gives. */
static void
note_manner(struct query *q, enum manner manner, bool number)
{
	static const unsigned found[] = {
		[MANNER_OUTSIDE] = FROM_OUTSIDE,
		[MANNER_MAKES] = IS_MADE,
		[MANNER_DECODES] = IS_MADE | HAS_SLASH,
		[MANNER_SPELLS] = IS_MADE | HAS_SLASH | IS_SPELLED,
	};

	note(q, found[manner], number);
}

/* For query.behind: the texts among these values, as parts of a path. */
static void
keep_texts(struct query *q, uint32_t at, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && (q->quiet ||
		    memchr(set->v[i]->text.bytes, ' ', set->v[i]->text.n) ||
		    memchr(set->v[i]->text.bytes, '\n', set->v[i]->text.n)))
			behind_add_parts(q->j, q->behind, set->v[i]->place,
			    set->v[i]->text.bytes, set->v[i]->text.n);
		else if (set->v[i]->kind == VALUE_STR ||
		    set->v[i]->kind == VALUE_BYTES)
			behind_add(q->j, q->behind, q->around,
			    set->v[i]->place, set->v[i]->text.bytes,
			    set->v[i]->text.n, set->v[i]->from);
		else if (set->v[i]->kind == VALUE_PATH)
			behind_add_library(q->j, q->behind, q->around, at,
			    names_text(q->j->names, set->v[i]->name));
}

/* A text that is known: could it, as a part of a path, lead elsewhere? */
static void
visit_known(struct query *q, const struct vset *set, bool inside, bool number)
{
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];
		const char *s = v->text.bytes;
		size_t n;

		if (v->kind != VALUE_STR && v->kind != VALUE_BYTES)
			continue;
		n = v->text.n;
		if (n == 0)
			continue;
		if (s[0] == '/' || s[0] == '~' || memmem(s, n, "..", 2) ||
		    (inside && memchr(s, '/', n) != NULL) ||
		    memmem(s, n, "%c", 2) || memmem(s, n, ":c}", 3))
			note(q, HAS_SLASH, number);
	}
}

/* Part of a text, with something before or after it. */
static void
visit_part(struct query *q, uint32_t node, unsigned around, bool number)
{
	unsigned saved = q->around;

	q->around |= around;
	visit(q, node, number);
	q->around = saved;
}

static void
visit_children(struct query *q, uint32_t node, bool number)
{
	uint32_t child;

	TREE_CHILDREN(q->j->nodes, node, child)
		visit(q, child, number);
}

/* What a function gives: its returns, and what it yields. */
static void
visit_function(struct query *q, uint32_t function, bool number)
{
	struct judge *j = q->j;
	uint32_t scope = j->nodes[tree_last(j->nodes, function)].scope, def, i;

	for (def = j->scopes.list[scope].returns; def != 0;
	    def = j->scopes.defs[def].next)
		visit(q, j->scopes.defs[def].expr, number);
	if (j->scopes.list[scope].yields)
		for (i = function; i < j->nodes[function].skip; i++)
			if (j->nodes[i].kind == NODE_YIELD)
				visit_children(q, i, number);
}

/* An object of an own class: what its methods give may become its text. */
static void
visit_class(struct query *q, uint32_t class, bool number)
{
	struct judge *j = q->j;
	uint32_t i;

	for (i = class; i < j->nodes[class].skip; i++)
		if (j->nodes[i].kind == NODE_FUNCTION && mark(q, i, SEEN))
			visit_function(q, i, number);
}

/* What a call hands to the n-th parameter, of this name. */
static void
visit_argument(struct query *q, const struct use *u, const struct def *d,
    bool number)
{
	struct judge *j = q->j;
	uint32_t list = tree_last(j->nodes, u->node), child, position = 0;
	bool method;

	if (j->nodes[list].kind != NODE_ARGUMENTS) {
		visit(q, list, number);
		return;
	}
	method = j->scopes.list[j->nodes[d->owner].scope].kind == SCOPE_CLASS;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			if (d->kind == DEF_PACK || u->given ||
			    j->nodes[child + 1].name == j->nodes[d->node].name)
				visit(q, tree_last(j->nodes, child), number);
			continue;
		}
		if (u->given && set_holds_function(eval(j, child)))
			continue;
		if (d->kind == DEF_PACK || u->given ||
		    tree_is_splat(j->nodes, child) ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT ||
		    position == d->index ||
		    (method && position + 1 == d->index))
			visit(q, child, number);
		position++;
	}
}

/*
 * `self`, and what Python itself hands to __truediv__ and the like: operands,
 * which are looked at where the operator stands.
 */
static bool
is_called_by_python(const struct judge *j, const struct def *d)
{
	uint32_t child;

	if (j->scopes.list[j->nodes[d->owner].scope].kind != SCOPE_CLASS)
		return false;
	if (d->index == 0)
		return true;
	TREE_CHILDREN(j->nodes, d->owner, child)
		if (j->nodes[child].kind == NODE_IDENTIFIER) {
			const char *s = names_text(j->names,
			    j->nodes[child].name);

			return strlen(s) > 4 && memcmp(s, "__", 2) == 0 &&
			    strcmp(s, "__init__") != 0;
		}
	return false;
}

static void
visit_parameter(struct query *q, const struct def *d, bool number)
{
	struct judge *j = q->j;
	uint32_t use;

	if (d->expr != 0 && d->kind == DEF_PARAMETER)
		visit(q, d->expr, number);
	if (q->quiet)
		return;
	use = d->owner < j->tree.n ? j->first_use[d->owner] : 0;
	if (use == 0 && !is_called_by_python(j, d))
		note(q, FROM_OUTSIDE, number);
	for (; use != 0; use = j->uses[use - 1].next) {
		struct use u = j->uses[use - 1];

		visit_argument(q, &u, d, number);
	}
}

/* What is put into this by x.append(y), x[k] = y, and the like. */
static void
visit_changes(struct query *q, uint32_t index, bool number)
{
	struct judge *j = q->j;
	uint32_t use;

	for (use = j->first_change[index]; use != 0;
	    use = j->uses[use - 1].next) {
		uint32_t at = j->uses[use - 1].node;

		visit(q, tree_last(j->nodes, j->nodes[at].parent), number);
	}
}

/* What an exception holds: whatever is raised somewhere. */
static void
visit_raised(struct query *q)
{
	bool was_quiet = q->quiet;
	uint32_t i;

	q->quiet = true;
	for (i = 0; i < q->j->tree.n; i++)
		if (q->j->nodes[i].kind == NODE_RAISE)
			visit_children(q, i, false);
	q->quiet = was_quiet;
}

static void
visit_binding(struct query *q, uint32_t index, bool number)
{
	struct judge *j = q->j;
	uint32_t def;

	if (j->seen[q->bindings + index] & SEEN ||
	    !mark(q, q->bindings + index, q->quiet ? SEEN_QUIETLY : number ?
	    SEEN_AS_NUMBER : SEEN))
		return;
	for (def = j->scopes.bindings[index].first; def != 0;
	    def = j->scopes.defs[def].next) {
		struct def d = j->scopes.defs[def];

		switch (d.kind) {
		case DEF_VALUE:
			visit(q, d.expr, number);
			break;
		case DEF_AUGMENTED:
			note(q, IS_MADE, number);
			visit(q, tree_last(j->nodes, d.expr), number);
			break;
		case DEF_PARAMETER:
		case DEF_PACK:
			visit_parameter(q, &d, number);
			break;
		case DEF_BINDING:
			visit_binding(q, d.expr, number);
			break;
		case DEF_UNKNOWN:
			note(q, FROM_OUTSIDE, number);
			if (q->behind != NULL && !number)
				visit_raised(q);
			break;
		case DEF_STAR:
			note(q, FROM_OUTSIDE, number);
			break;
		default:
			break;
		}
	}
	visit_changes(q, index, number);
}

static void
visit_name(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	uint32_t index = judge_binding(j, at);
	const char *name = names_text(j->names, j->nodes[at].name);

	if (index != 0)
		visit_binding(q, index, number);
	else if (strcmp(name, "__doc__") == 0)
		note(q, HAS_SLASH, number);
	else if (strcmp(name, "__file__") == 0)
		note(q, FROM_OUTSIDE, number);
	else if (!facts_is_builtin(j->facts, j->nodes[at].name) &&
	    strcmp(name, "__name__") != 0)
		note(q, FROM_OUTSIDE, number);
}

/* Stored in an attribute, of any object; bound in the body of a class. */
static void
visit_stored(struct query *q, uint32_t name, bool number)
{
	struct judge *j = q->j;
	uint32_t index, scope;

	/* A name that nobody asked for before is bound nowhere. */
	if (q->quiet || q->attributes + name >= j->seen_cap ||
	    j->seen[q->attributes + name] & SEEN || !mark(q,
	    q->attributes + name, number ? SEEN_AS_NUMBER : SEEN))
		return;
	for (scope = 0; scope < j->scopes.n; scope++)
		if (scope == 0 || j->scopes.list[scope].kind == SCOPE_CLASS) {
			index = scopes_find(&j->scopes, scope, name);
			if (index != 0)
				visit_binding(q, index, number);
		}
}

/* What stands at `at` is this attribute of `object`. */
static void
visit_member(struct query *q, uint32_t at, uint32_t object, uint32_t member,
    bool number)
{
	struct judge *j = q->j;
	const struct vset *set = eval(j, object);
	const char *name = names_text(j->names, member);
	size_t i;

	for (i = 0; i < set->n; i++) {
		const char *full;

		if (set->v[i]->kind != VALUE_MODULE)
			continue;
		full = names_text(j->names, facts_join(j->facts,
		    set->v[i]->name, member));
		if (IS_ONE_OF(full, constants))
			note(q, HAS_SLASH, number);
		else
			note_manner(q, manner_of(full), number);
		return;
	}
	if (strcmp(name, "__doc__") == 0) {
		note(q, HAS_SLASH, number);
		return;
	}
	visit_stored(q, member, number);
	set = eval(j, at);
	if (IS_ONE_OF(name, of_paths) || (set->n == 1 && set->v[0]->kind ==
	    VALUE_LIST && set->v[0]->name == KNOWN(path_parts)))
		note(q, HAS_SLASH | IS_MADE, number);
	visit(q, object, number);
}

/* getattr(x, "name", other) and the like; false if it is none of these. */
static bool
visit_fetched(struct query *q, uint32_t call, bool number)
{
	struct judge *j = q->j;
	uint32_t object, other;
	const char *name = site_attribute(j, call, &object);

	if (name[0] == '\0' || object == 0)
		return false;
	visit_member(q, call, object, names_intern(j->names, name,
	    strlen(name)), number);
	other = site_argument(j, call, 2);
	if (other != 0)
		visit(q, other, number);
	return true;
}

static void
visit_arguments(struct query *q, uint32_t call, bool number)
{
	uint32_t list = tree_last(q->j->nodes, call);

	if (q->j->nodes[list].kind == NODE_ARGUMENTS)
		visit_children(q, list, number);
	else
		visit(q, list, number);
}

/* All texts that are written in the arguments, wherever in them. */
static void
visit_texts(struct query *q, uint32_t call, bool number)
{
	struct judge *j = q->j;
	uint32_t i, list = tree_last(j->nodes, call);

	for (i = list; i < j->nodes[list].skip; i++)
		if (j->nodes[i].kind == NODE_STRING)
			visit_known(q, eval(j, i), true, number);
}

/* What a callable or method of this name and manner is called with. */
static void
follow(struct query *q, uint32_t call, const char *name, enum manner manner,
    bool number)
{
	unsigned saved = q->around;
	uint32_t object;

	note_manner(q, manner, number);
	if (manner == MANNER_OUTSIDE) {
		/* A parser, a database: what it was given may come out. */
		if (q->behind != NULL && !number) {
			bool was_quiet = q->quiet;

			q->quiet = true;
			visit_arguments(q, call, number);
			site_attribute(q->j, call + 1, &object);
			if (object != 0)
				visit(q, object, number);
			q->quiet = was_quiet;
		}
		return;
	}
	if (manner == MANNER_MAKES && strcmp(name, "os.path.join") != 0 &&
	    strcmp(name, "join") != 0 && strcmp(name, "format") != 0 &&
	    strncmp(name, "pathlib.", 8) != 0)
		visit_texts(q, call, number);
	/* os.path.join and pathlib begin anew at an absolute part. */
	if (strcmp(name, "join") == 0 || strcmp(name, "format") == 0)
		q->around |= BEFORE_SOMETHING | AFTER_SOMETHING;
	else if (strcmp(name, "os.path.join") == 0 ||
	    strcmp(name, "joinpath") == 0)
		q->around |= BEFORE_SOMETHING | AFTER_SLASH;
	else if (strncmp(name, "os.path.", 8) == 0)
		q->around |= BEFORE_SOMETHING;
	visit_arguments(q, call, number || manner == MANNER_NUMBER);
	q->around = saved;
}

static void
visit_call(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	const struct vset *set = eval(j, at + 1);
	uint32_t object;
	bool done = false;
	enum manner manner;
	const char *name;
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		switch (v->kind) {
		case VALUE_FUNCTION:
			visit_function(q, v->node, number);
			done = true;
			break;
		case VALUE_CLASS:
			visit_class(q, v->node, number);
			visit_arguments(q, at, number);
			done = true;
			break;
		case VALUE_PATH:
			/* A method of a result, pathlib.Path.with_name. */
			if (v->from != NULL && v->from->kind == VALUE_RESULT)
				break;
			name = names_text(j->names, v->name);
			manner = manner_of(name);
			/* str(b"...", "ascii", "ignore") */
			if (v->name == KNOWN(str) && tree_count(j->nodes,
			    tree_last(j->nodes, at)) > 1)
				manner = MANNER_DECODES;
			follow(q, at, name, manner, number);
			done = true;
			break;
		}
	}
	name = done ? "" : site_attribute(j, at + 1, &object);
	if (name[0] != '\0' && object != 0) {
		manner = manner_of_method(name);
		if (manner == MANNER_OUTSIDE && set_is_of_memory(j, set))
			manner = MANNER_MAKES;
		follow(q, at, name, manner, number);
		if (manner != MANNER_OUTSIDE)
			visit(q, object, number);
		return;
	}
	if (!done || set->unknown) {
		visit(q, at + 1, number);
		visit_arguments(q, at, number);
		if (!done)
			note(q, IS_MADE, number);
	}
}

static void
visit_string(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	uint32_t i;

	for (i = at + 1; i < j->nodes[at].skip; ) {
		if (j->nodes[i].kind == NODE_INTERPOLATION) {
			note(q, IS_MADE, number);
			visit_part(q, i + 1, BEFORE_SOMETHING | (j->nodes[
			    i].start > j->nodes[at].start + 2 ?
			    AFTER_SOMETHING : 0), number);
			if (tree_first(j->nodes, i, NODE_FORMAT_SPECIFIER)) {
				size_t n;
				const char *s = judge_text(j, i, &n);

				if (memmem(s, n, ":c", 2) != NULL)
					note(q, HAS_SLASH | IS_SPELLED,
					    number);
			}
			i = j->nodes[i].skip;
		} else
			i++;
	}
}

/* By what it is: nothing is known of its value. */
static void
visit_kind(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;

	switch (j->nodes[at].kind) {
	case NODE_IDENTIFIER:
		visit_name(q, at, number);
		break;
	case NODE_ATTRIBUTE:
		visit_member(q, at, at + 1, j->nodes[tree_last(j->nodes,
		    at)].name, number);
		break;
	case NODE_CALL:
		if (!visit_fetched(q, at, number))
			visit_call(q, at, number);
		break;
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		visit_string(q, at, number);
		break;
	case NODE_BINARY:
		note(q, IS_MADE, number);
		visit_part(q, at + 1, BEFORE_SOMETHING, number);
		visit_part(q, tree_last(j->nodes, at), set_is_blank(eval(j, at +
		    1)) ? 0 : site_operator(j, at + 1, tree_last(j->nodes,
		    at)) == '/' ? AFTER_SLASH : AFTER_SOMETHING, number);
		break;
	case NODE_SUBSCRIPT:
		if (tree_first(j->nodes, at, NODE_SLICE) ||
		    !set_holds_container(eval(j, at + 1)))
			note(q, IS_MADE, number);
		visit(q, at + 1, number);
		visit(q, tree_last(j->nodes, at), true);
		break;
	case NODE_LAMBDA:
		visit(q, tree_last(j->nodes, at), number);
		break;
	case NODE_COMPARISON:
	case NODE_NOT:
	case NODE_SLICE:
	case NODE_UNARY:
		visit_children(q, at, true);
		break;
	case NODE_CONDITIONAL:
		visit(q, at + 1, number);
		visit(q, tree_last(j->nodes, at), number);
		break;
	case NODE_NAMED_EXPRESSION:
	case NODE_KEYWORD_ARGUMENT:
	case NODE_ASSIGNMENT:
		visit(q, tree_last(j->nodes, at), number);
		break;
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_DICTIONARY_COMPREHENSION:
	case NODE_GENERATOR:
		visit(q, at + 1, number);
		break;
	case NODE_COMMENT:
	case NODE_INTEGER:
	case NODE_FLOAT:
	case NODE_TRUE:
	case NODE_FALSE:
	case NODE_NONE:
	case NODE_ELLIPSIS:
		break;
	default:
		visit_children(q, at, number);
	}
}

static void
visit_value(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	const struct vset *set = eval(j, at);
	unsigned parent = j->nodes[j->nodes[at].parent].kind;

	if (set_is_connection(j, set)) {
		note(q, FROM_OUTSIDE, number);
		return;
	}
	if (q->behind != NULL && !number)
		keep_texts(q, at, set);
	if (set_gives_letters(j, set, at))
		note(q, HAS_SLASH | IS_MADE, number);
	if (set_is_known(set))
		visit_known(q, set, parent != NODE_BINARY &&
		    parent != NODE_INTERPOLATION && parent != NODE_ARGUMENTS &&
		    parent != NODE_ASSIGNMENT, number);
	else
		visit_kind(q, at, number);
}

static void
visit(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;

	if (j->seen[at] & (q->quiet ? ~0U : ~(unsigned)SEEN_QUIETLY) ||
	    !mark(q, number ? q->numbers + at : at,
	    q->quiet ? SEEN_QUIETLY : SEEN))
		return;
	/* Too much to follow is taken for the worst. */
	if (j->too_complex || j->late || q->depth > DEPTH_MAX) {
		q->found |= IS_SPELLED | IS_MADE | HAS_SLASH;
		return;
	}
	q->depth++;
	visit_value(q, at, number);
	q->depth--;
}

bool
is_obscure_behind(struct judge *j, uint32_t at, struct behind *ret_behind)
{
	size_t n = j->tree.n + 1, attributes = 2 * n + j->scopes.nbindings;
	size_t all = attributes + names_count(j->names), i;
	struct query q = { .j = j, .numbers = n, .bindings = 2 * n,
	    .attributes = attributes, .behind = ret_behind };

	if (j->first_use == NULL)
		uses_find(j);
	if (j->seen_cap < all) {
		j->seen = mem_resize(j->seen, all, 1);
		memset(j->seen + j->seen_cap, 0, all - j->seen_cap);
		j->seen_cap = all;
	}
	j->work += (uint32_t)(n / 128);
	visit(&q, at, false);
	for (i = 0; i < j->nmarked; i++)
		j->seen[j->marked[i]] = 0;
	j->nmarked = 0;
	if (q.found & IS_SPELLED)
		return true;
	return !(q.found & FROM_OUTSIDE) && q.found & IS_MADE &&
	    q.found & HAS_SLASH;
}

bool
is_obscure(struct judge *j, uint32_t at)
{
	return is_obscure_behind(j, at, NULL);
}
