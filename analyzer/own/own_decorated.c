/*
 * Decorators that call the function below them with what they are called with
 * themselves, and let nobody else have it: functools.lru_cache, contextlib's,
 * and the submission's own that do
 *
 *	def timed(func):
 *		@functools.wraps(func)
 *		def wrapper(*args, **kwargs):
 *			return func(*args, **kwargs)
 *		return wrapper
 *
 * Each mention of `func`, `wrapper`, `args` and `kwargs` is looked at; one that
 * could do anything else, and nothing is said.
 */
#include "own.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../values/eval.h"

/* What a decorator of one's own takes, and makes. */
struct hander {
	uint32_t	wrapper;	/* what it returns */
	uint32_t	taken;		/* the binding of its parameter */
	uint32_t	args, kwargs;	/* those of the wrapper's; or 0 */
};

static uint32_t
body_scope(const struct judge *j, uint32_t function)
{
	return j->nodes[tree_last(j->nodes, function)].scope;
}

static bool
is_decorated(const struct judge *j, uint32_t function)
{
	return j->nodes[j->nodes[function].parent].kind == NODE_DECORATED;
}

/* The function that this name stands for, and nothing else; or 0. */
static uint32_t
only_function(const struct judge *j, uint32_t at)
{
	const struct def *d = j->nodes[at].kind == NODE_IDENTIFIER ?
	    judge_only_def(j, at) : NULL;

	return d == NULL || d->kind != DEF_FUNCTION ? 0 : d->node;
}

/* The function in its body that this one returns, and nothing else; or 0. */
static uint32_t
only_returned(const struct judge *j, uint32_t function)
{
	uint32_t scope = body_scope(j, function), inner;
	const struct scope *s = &j->scopes.list[scope];

	if (s->kind != SCOPE_FUNCTION || s->node != function || s->yields ||
	    j->source.bytes[j->nodes[function].start] == 'a' ||
	    s->returns == 0 || j->scopes.defs[s->returns].next != 0)
		return 0;
	inner = only_function(j, j->scopes.defs[s->returns].expr);
	return inner != 0 && j->nodes[inner].scope == scope ? inner : 0;
}

/* Is the function's name there only to return it, or for what it is called? */
static bool
is_only_returned(struct judge *j, uint32_t function)
{
	uint32_t name = tree_first(j->nodes, function, NODE_IDENTIFIER), i;
	uint32_t binding = judge_binding(j, name), parent;

	for (i = own_first_of(j, j->nodes[name].name); i != 0;
	    i = j->own_next[i]) {
		if (i == name || j->nodes[i].role == ROLE_NAME ||
		    judge_binding(j, i) != binding)
			continue;
		parent = j->nodes[i].parent;
		if ((j->nodes[parent].kind != NODE_RETURN || j->nodes[i].scope
		    != j->nodes[function].scope) &&
		    !own_is_plain_attribute(j, i))
			return false;
	}
	return true;
}

bool
own_is_plain_attribute(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	return j->nodes[parent].kind == NODE_ATTRIBUTE && at == parent + 1 &&
	    names_text(j->names, j->nodes[tree_last(j->nodes,
	    parent)].name)[0] != '_';
}

/* The only parameter of a decorator; or 0. */
static uint32_t
only_parameter(const struct judge *j, uint32_t function)
{
	uint32_t list = tree_child(j->nodes, function, NODE_PARAMETERS), at;

	if (list == 0 || tree_count(j->nodes, list) != 1)
		return 0;
	at = list + 1;
	if (j->nodes[at].kind == NODE_TYPED_PARAMETER)
		at++;
	return j->nodes[at].kind == NODE_IDENTIFIER &&
	    judge_only_def(j, at) != NULL ? judge_binding(j, at) : 0;
}

/* The bindings of (*args, **kwargs); false if it takes anything else. */
static bool
find_packs(const struct judge *j, struct hander *h)
{
	uint32_t list = tree_child(j->nodes, h->wrapper, NODE_PARAMETERS), at;
	uint32_t child, binding;

	if (list == 0)
		return false;
	TREE_CHILDREN(j->nodes, list, child) {
		at = child;
		if (j->nodes[at].kind == NODE_TYPED_PARAMETER)
			at++;
		if ((j->nodes[at].kind != NODE_LIST_SPLAT_PATTERN &&
		    j->nodes[at].kind != NODE_DICTIONARY_SPLAT_PATTERN) ||
		    judge_only_def(j, at + 1) == NULL)
			return false;
		binding = judge_binding(j, at + 1);
		if (j->nodes[at].kind == NODE_LIST_SPLAT_PATTERN)
			h->args = binding;
		else
			h->kwargs = binding;
	}
	return h->args != 0 || h->kwargs != 0;
}

/* func(*args, **kwargs), in the wrapper: all that it was called with. */
static bool
hands_all_on(const struct judge *j, const struct hander *h, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child, args = 0, kwargs = 0;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_LIST_SPLAT && args == 0)
			args = judge_binding(j, child + 1);
		else if (j->nodes[child].kind == NODE_DICTIONARY_SPLAT &&
		    kwargs == 0)
			kwargs = judge_binding(j, child + 1);
		else
			return false;
	return args == h->args && kwargs == h->kwargs;
}

/* @functools.wraps(func), above the wrapper. */
static bool
is_wrapped(struct judge *j, const struct hander *h, uint32_t at)
{
	uint32_t list = j->nodes[at].parent, call = j->nodes[list].parent;
	const struct value *v;

	if (j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_count(j->nodes, list) != 1 ||
	    j->nodes[call].kind != NODE_CALL ||
	    j->nodes[j->nodes[call].parent].kind != NODE_DECORATOR ||
	    j->nodes[j->nodes[call].parent].parent !=
	    j->nodes[h->wrapper].parent)
		return false;
	v = vset_only(eval(j, call + 1), VALUE_PATH);
	return v != NULL && strcmp(names_text(j->names, v->name),
	    "functools.wraps") == 0;
}

/* func.__name__: a text. */
static bool
is_named(const struct judge *j, uint32_t at)
{
	static const char texts[][16] = { "__doc__", "__module__", "__name__",
	    "__qualname__" };
	uint32_t parent = j->nodes[at].parent;

	return j->nodes[parent].kind == NODE_ATTRIBUTE && at == parent + 1 &&
	    j->nodes[parent].role == ROLE_LOAD && IS_ONE_OF(names_text(
	    j->names, j->nodes[tree_last(j->nodes, parent)].name), texts);
}

/* Is this mention of the function that is decorated harmless? */
static bool
is_handled(struct judge *j, const struct hander *h, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	if (j->nodes[parent].kind == NODE_CALL && at == parent + 1)
		return j->nodes[at].scope == body_scope(j, h->wrapper) &&
		    hands_all_on(j, h, parent);
	return is_named(j, at) || is_wrapped(j, h, at);
}

/* Is this mention of *args or **kwargs? */
static bool
is_only_handed(struct judge *j, const struct hander *h, uint32_t at)
{
	uint32_t splat = j->nodes[at].parent, list = j->nodes[splat].parent;
	uint32_t call = j->nodes[list].parent;

	if ((j->nodes[splat].kind == NODE_LIST_SPLAT ||
	    j->nodes[splat].kind == NODE_DICTIONARY_SPLAT) &&
	    j->nodes[list].kind == NODE_ARGUMENTS &&
	    j->nodes[call].kind == NODE_CALL &&
	    judge_binding(j, call + 1) == h->taken)
		return true;
	return own_is_shown(j, at);
}

typedef bool is_harmless(struct judge *, const struct hander *, uint32_t at);

static bool
each_is(struct judge *j, const struct hander *h, uint32_t binding,
    is_harmless *harmless)
{
	uint32_t name = j->scopes.bindings[binding].name, i;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i])
		if (j->nodes[i].role != ROLE_NAME &&
		    j->nodes[i].role != ROLE_STORE &&
		    judge_binding(j, i) == binding && !harmless(j, h, i))
			return false;
	return true;
}

/* Is nothing above the wrapper but functools.wraps()? */
static bool
is_only_wrapped(struct judge *j, const struct hander *h)
{
	uint32_t parent = j->nodes[h->wrapper].parent, child;

	if (j->nodes[parent].kind != NODE_DECORATED)
		return true;
	TREE_CHILDREN(j->nodes, parent, child)
		if (j->nodes[child].kind == NODE_DECORATOR &&
		    (j->nodes[child + 1].kind != NODE_CALL ||
		    !is_wrapped(j, h, tree_last(j->nodes, child + 1) + 1)))
			return false;
	return true;
}

/* Does this decorator of one's own hand on what its function is given? */
static bool
hands_on(struct judge *j, uint32_t function)
{
	struct hander h = { .args = 0 };

	if (is_decorated(j, function))
		return false;
	h.wrapper = only_returned(j, function);
	h.taken = only_parameter(j, function);
	return h.wrapper != 0 && h.taken != 0 && find_packs(j, &h) &&
	    is_only_wrapped(j, &h) && is_only_returned(j, h.wrapper) &&
	    each_is(j, &h, h.taken, is_handled) &&
	    (h.args == 0 || each_is(j, &h, h.args, is_only_handed)) &&
	    (h.kwargs == 0 || each_is(j, &h, h.kwargs, is_only_handed));
}

/* The name of the library's decorator, as it is, or called; or "". */
static const char *
library_name(struct judge *j, uint32_t decorator)
{
	const struct value *v = vset_only(eval(j, decorator + 1 +
	    (j->nodes[decorator + 1].kind == NODE_CALL)), VALUE_PATH);

	return v == NULL ? "" : names_text(j->names, v->name);
}

static bool
makes_context(struct judge *j, uint32_t decorator)
{
	static const char all[][32] = { "contextlib.asynccontextmanager",
	    "contextlib.contextmanager" };

	return j->nodes[decorator].kind == NODE_DECORATOR &&
	    IS_ONE_OF(library_name(j, decorator), all);
}

/* @lru_cache, @lru_cache(maxsize=None); lru_cache(f) would be one of f. */
static bool
makes_cache(struct judge *j, uint32_t decorator)
{
	const char *name = library_name(j, decorator);
	uint32_t list, child;

	if (strcmp(name, "functools.cache") != 0 &&
	    strcmp(name, "functools.lru_cache") != 0)
		return false;
	if (j->nodes[decorator + 1].kind != NODE_CALL)
		return true;
	list = tree_last(j->nodes, decorator + 1);
	if (name[10] == 'c' || j->nodes[list].kind != NODE_ARGUMENTS)
		return false;
	TREE_CHILDREN(j->nodes, list, child)
		switch (j->nodes[j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ?
		    tree_last(j->nodes, child) : child].kind) {
		case NODE_FALSE: case NODE_INTEGER: case NODE_NONE:
		case NODE_TRUE:
			break;
		default:
			return false;
		}
	return true;
}

/* @timed, @retry(3): a decorator of one's own, or what it returns. */
static bool
makes_wrapper(struct judge *j, uint32_t decorator)
{
	bool called = j->nodes[decorator + 1].kind == NODE_CALL;
	uint32_t made = only_function(j, decorator + 1 + called);

	if (made == 0 || !called)
		return made != 0 && hands_on(j, made);
	if (is_decorated(j, made))
		return false;
	made = only_returned(j, made);
	return made != 0 && is_only_returned(j, made) && hands_on(j, made);
}

bool
own_makes_context(struct judge *j, uint32_t function)
{
	uint32_t parent = j->nodes[function].parent;

	/* What else stands there would get hold of the object. */
	return is_decorated(j, function) && tree_count(j->nodes, parent) ==
	    2 && makes_context(j, parent + 1) &&
	    j->nodes[parent + 2].kind != NODE_CALL;
}

bool
own_hands_on(struct judge *j, uint32_t function)
{
	uint32_t parent = j->nodes[function].parent, child;

	if (!is_decorated(j, function) || own_makes_context(j, function))
		return true;
	if (!own_may_look(j))
		return false;
	TREE_CHILDREN(j->nodes, parent, child)
		if (j->nodes[child].kind == NODE_DECORATOR &&
		    !makes_cache(j, child) && !makes_wrapper(j, child))
			return false;
	return true;
}
