/*
 * Who calls which of the submission's own functions, and what changes the
 * thing that a name stands for: found once, when it is first asked for.
 */
#include "obscure.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../names/known.h"
#include "../places/signatures.h"
#include "../values/eval.h"
#include "../values/site.h"

static void
add_use(struct judge *j, uint32_t *first, uint32_t node, bool given)
{
	struct use *u;

	u = MEM_PUSH(j->uses, j->nuses, j->uses_cap);
	u->node = node;
	u->given = given;
	u->next = *first;
	*first = (uint32_t)j->nuses;
}

#define BASES_DEEP	6

static uint32_t
own_initializer(const struct judge *j, uint32_t class)
{
	uint32_t i, child;

	for (i = class + 1; i < j->nodes[class].skip; i++) {
		if (j->nodes[i].kind != NODE_FUNCTION)
			continue;
		TREE_CHILDREN(j->nodes, i, child)
			if (j->nodes[child].kind == NODE_IDENTIFIER) {
				if (judge_is_named(j, child, "__init__"))
					return i;
				break;
			}
	}
	return 0;
}

/*
 * A call that makes one of this class: what it gives goes to the first
 * __init__ that is written out, else by @dataclass or NamedTuple to the fields
 * of the class and of those it is made of.
 */
static void
add_made(struct judge *j, uint32_t class, uint32_t call, bool given,
    unsigned depth)
{
	uint32_t function = own_initializer(j, class), list, base;
	const struct value *v;

	add_use(j, &j->first_use[class], call, given);
	if (function != 0) {
		add_use(j, &j->first_use[function], call, given);
		return;
	}
	list = tree_child(j->nodes, class, NODE_ARGUMENTS);
	if (list == 0 || depth > BASES_DEEP)
		return;
	TREE_CHILDREN(j->nodes, list, base) {
		v = vset_only(eval(j, j->nodes[base].kind == NODE_SUBSCRIPT ?
		    base + 1 : base), VALUE_CLASS);
		if (v != NULL && v->node != class)
			add_made(j, v->node, call, given, depth + 1);
	}
}

/*
 * d[k].append(y), d.setdefault(k, []).append(y), d.loc[k] = y: it is d that
 * changes.
 */
static uint32_t
changed_object(const struct judge *j, uint32_t object)
{
	static const char hands_out[][16] = { "get", "setdefault",
	    "__getitem__" };
	static const char views[][8] = { "at", "flat", "iat", "iloc", "loc",
	    "values" };
	uint32_t method;

	for (;;) {
		switch (j->nodes[object].kind) {
		case NODE_SUBSCRIPT:
		case NODE_PARENTHESIZED:
			object++;
			continue;
		case NODE_CALL:
			method = object + 1;
			if (j->nodes[method].kind != NODE_ATTRIBUTE ||
			    !IS_ONE_OF(names_text(j->names, j->nodes[
			    tree_last(j->nodes, method)].name), hands_out))
				return object;
			object = method + 1;
			continue;
		case NODE_ATTRIBUTE:
			method = j->nodes[tree_last(j->nodes, object)].name;
			if (!IS_ONE_OF(names_text(j->names, method), views) ||
			    scopes_find(&j->scopes, 0, method) != 0)
				return object;
			object++;
			continue;
		default:
			return object;
		}
	}
}

static uint32_t
binding_of(const struct judge *j, uint32_t object)
{
	uint32_t found;

	for (;; object++) {
		object = changed_object(j, object);
		if (j->nodes[object].kind == NODE_IDENTIFIER)
			return judge_binding(j, object);
		if (j->nodes[object].kind != NODE_ATTRIBUTE)
			return 0;
		found = scopes_find(&j->scopes, 0, j->nodes[tree_last(
		    j->nodes, object)].name);
		/* image.info[k] = y, where nobody binds `info`: the image. */
		if (found != 0)
			return found;
	}
}

/* image.title = y, d.index.name = y: what is made of either may tell it. */
static uint32_t
told_binding(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent, object = at + 1;

	if (j->nodes[at].kind != NODE_ATTRIBUTE ||
	    j->nodes[at].role != ROLE_STORE ||
	    j->nodes[parent].kind != NODE_ASSIGNMENT || at != parent + 1)
		return 0;
	while (j->nodes[object].kind == NODE_ATTRIBUTE)
		object++;
	return j->nodes[object].kind == NODE_IDENTIFIER ?
	    judge_binding(j, object) : 0;
}

/* x.write = y, write=y: what is printed to x goes to y. */
static bool
is_named_write(const struct judge *j, uint32_t target)
{
	if (j->nodes[target].kind == NODE_ATTRIBUTE)
		target = tree_last(j->nodes, target);
	return j->nodes[target].kind == NODE_IDENTIFIER &&
	    judge_is_named(j, target, "write");
}

/* Is this method only named here: given away, or a decorator? */
static bool
is_given_away(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	return j->nodes[at].role == ROLE_LOAD &&
	    (j->nodes[parent].kind == NODE_ARGUMENTS ||
	    j->nodes[parent].kind == NODE_DECORATOR ||
	    ((j->nodes[parent].kind == NODE_ASSIGNMENT ||
	    j->nodes[parent].kind == NODE_KEYWORD_ARGUMENT) &&
	    is_named_write(j, parent + 1)));
}

/* x.split("/"): texts have it, and nothing that it would change. */
static bool
only_asks_text(const struct judge *j, uint32_t name)
{
	static const char all[][16] = { "endswith", "partition", "rpartition",
	    "rsplit", "split", "startswith" };
	uint32_t scope;

	if (!IS_ONE_OF(names_text(j->names, name), all))
		return false;
	for (scope = 0; scope < j->scopes.n; scope++)
		if (j->scopes.list[scope].kind == SCOPE_CLASS &&
		    scopes_find(&j->scopes, scope, name) != 0)
			return false;
	return true;
}

/* x.append(y), x[k] = y: the binding of x, or 0 if this is no such thing. */
static uint32_t
changed_binding(const struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;

	if (j->nodes[at].kind == NODE_ATTRIBUTE ?
	    (j->nodes[parent].kind != NODE_CALL || at != parent + 1) &&
	    !is_given_away(j, at) :
	    j->nodes[at].kind != NODE_SUBSCRIPT ||
	    j->nodes[at].role != ROLE_STORE)
		return 0;
	/* What goes into the file of a path changes no path. */
	if (j->nodes[at].kind == NODE_ATTRIBUTE) {
		uint32_t name = j->nodes[tree_last(j->nodes, at)].name;

		if (name == KNOWN(write_bytes) || name == KNOWN(write_text) ||
		    only_asks_text(j, name))
			return 0;
	}
	return binding_of(j, at + 1);
}

/* getattr(x, "append")(y), of a method that puts something into x. */
static uint32_t
binding_fetched_from(struct judge *j, uint32_t callee)
{
	static const char puts[][16] = { "append", "appendleft", "extend",
	    "insert", "put", "read_dict", "read_string", "set", "setdefault",
	    "update", "write", "writelines" };
	uint32_t object;

	return IS_ONE_OF(site_attribute(j, callee, &object), puts) &&
	    object != 0 ? binding_of(j, object) : 0;
}

/* json.dump(x, buffer): the binding of a buffer among these; or 0. */
static uint32_t
buffer_given(struct judge *j, uint32_t list)
{
	static const char buffers[][16] = { "io.BytesIO", "io.StringIO" };
	const struct value *v;
	uint32_t child, at;

	TREE_CHILDREN(j->nodes, list, child) {
		at = j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ?
		    tree_last(j->nodes, child) : child;
		v = j->nodes[at].kind != NODE_IDENTIFIER ? NULL :
		    vset_only(eval(j, at), VALUE_RESULT);
		if (v != NULL && IS_ONE_OF(names_text(j->names, v->name),
		    buffers))
			return binding_of(j, at);
	}
	return 0;
}

/* frame.to_csv(buffer); not an own function, whose parameter it becomes. */
static uint32_t
buffer_of_method(struct judge *j, uint32_t call)
{
	const struct vset *set = eval(j, call + 1);
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_FUNCTION ||
		    set->v[i]->kind == VALUE_CLASS)
			return 0;
	return j->nodes[call + 1].kind != NODE_ATTRIBUTE ? 0 :
	    buffer_given(j, tree_last(j->nodes, call));
}

static bool
is_print(struct judge *j, uint32_t node)
{
	const struct value *v = vset_only(eval(j, node), VALUE_PATH);

	return v != NULL && v->name == KNOWN(print);
}

/* heappush(x, y), print(y, file=x): the binding of x; or 0. */
static uint32_t
binding_changed_by(struct judge *j, uint32_t call)
{
	static const char first[][28] = { "bisect.insort",
	    "bisect.insort_left", "bisect.insort_right",
	    "contextlib.redirect_stderr", "contextlib.redirect_stdout",
	    "dict.setdefault", "dict.update", "heapq.heappush",
	    "heapq.heappushpop", "heapq.heapreplace", "list.append",
	    "list.extend", "list.insert", "logging.StreamHandler",
	    "numpy.copyto", "numpy.place", "numpy.put", "numpy.putmask",
	    "operator.iadd", "operator.iconcat", "operator.setitem",
	    "setattr" };
	uint32_t list = tree_last(j->nodes, call), child, name;
	const struct value *v;
	const char *callee;

	if (j->nodes[list].kind != NODE_ARGUMENTS ||
	    list + 1 >= j->nodes[list].skip)
		return 0;
	if (j->nodes[call + 1].kind == NODE_CALL)
		return binding_fetched_from(j, call + 1);
	v = vset_only(eval(j, call + 1), VALUE_PATH);
	if (v == NULL)
		return buffer_of_method(j, call);
	callee = names_text(j->names, v->name);
	if (v->name != KNOWN(print) && !(v->name == KNOWN(partial) &&
	    is_print(j, list + 1))) {
		if (strcmp(callee, "struct.pack_into") == 0)
			return binding_of(j, j->nodes[list + 1].skip);
		return (strchr(callee, '.') != NULL ||
		    v->name == KNOWN(setattr)) && IS_ONE_OF(callee, first) ?
		    binding_of(j, list + 1) : buffer_given(j, list);
	}
	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			name = j->nodes[child + 1].name;
			if (strcmp(names_text(j->names, name), "file") == 0)
				return binding_of(j, tree_last(j->nodes,
				    child));
		}
	return 0;
}

/* isinstance(x, Job) hands x to no Job. */
static bool
only_asks(const struct judge *j, uint32_t callee)
{
	static const char asks[][16] = { "field", "isinstance", "issubclass",
	    "fields", "super" };

	return j->nodes[callee].kind == NODE_IDENTIFIER && IS_ONE_OF(
	    names_text(j->names, j->nodes[callee].name), asks);
}

/* A number, a text, a container: no function, whatever is in it. */
static bool
is_no_function(unsigned kind)
{
	switch (kind) {
	case NODE_BINARY: case NODE_COMPARISON: case NODE_DICTIONARY:
	case NODE_DICTIONARY_COMPREHENSION: case NODE_FLOAT:
	case NODE_GENERATOR: case NODE_INTEGER: case NODE_LIST:
	case NODE_LIST_COMPREHENSION: case NODE_NONE: case NODE_NOT:
	case NODE_SET: case NODE_SET_COMPREHENSION: case NODE_STRING:
	case NODE_TUPLE: case NODE_UNARY:
		return true;
	default:
		return false;
	}
}

/* re.Scanner([("a", lambda s, t: t)]) */
static void
find_lambdas(struct judge *j, uint32_t call, uint32_t display)
{
	uint32_t i;

	for (i = display; i < j->nodes[display].skip; i++)
		if (j->nodes[i].kind == NODE_LAMBDA)
			add_use(j, &j->first_use[i], call, true);
}

static void
find_calls(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set = eval(j, call + 1);
	size_t k;

	for (k = 0; k < set->n; k++)
		if (set->v[k]->kind == VALUE_CLASS)
			add_made(j, set->v[k]->node, call, false, 0);
		else if (set->v[k]->kind == VALUE_FUNCTION)
			add_use(j, &j->first_use[set->v[k]->node], call,
			    false);
	if (j->nodes[list].kind != NODE_ARGUMENTS || only_asks(j, call + 1))
		return;
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_LIST ||
		    j->nodes[child].kind == NODE_DICTIONARY)
			find_lambdas(j, call, child);
		if (is_no_function(j->nodes[child].kind))
			continue;
		set = eval(j, child);
		for (k = 0; k < set->n; k++)
			if (set->v[k]->kind == VALUE_FUNCTION)
				add_use(j, &j->first_use[set->v[k]->node],
				    call, true);
			else if (set->v[k]->kind == VALUE_CLASS)
				add_made(j, set->v[k]->node, call, true, 0);
	}
}

/* @f: f is given what stands below. */
static void
find_decorated(struct judge *j, uint32_t decorator)
{
	const struct vset *set = eval(j, decorator + 1);
	size_t k;

	for (k = 0; k < set->n; k++)
		if (set->v[k]->kind == VALUE_FUNCTION)
			add_use(j, &j->first_use[set->v[k]->node], decorator,
			    true);
}

void
uses_find(struct judge *j)
{
	uint32_t i, binding;

	j->first_use = arena_alloc(j->arena, (j->tree.n + 1) *
	    sizeof(*j->first_use));
	j->first_change = arena_alloc(j->arena, (j->scopes.nbindings + 1) *
	    sizeof(*j->first_change));
	for (i = 0; i < j->tree.n && !j->too_complex && !j->late; i++) {
		binding = changed_binding(j, i);
		if (binding == 0)
			binding = told_binding(j, i);
		if (j->nodes[i].kind == NODE_DECORATOR)
			find_decorated(j, i);
		if (j->nodes[i].kind == NODE_CALL) {
			find_calls(j, i);
			binding = binding_changed_by(j, i);
			if (binding != 0)
				add_use(j, &j->first_change[binding], i + 1,
				    false);
			continue;
		}
		if (binding != 0)
			add_use(j, &j->first_change[binding], i, false);
	}
}

#define STEPS_MAX	4	/* of functions that hand on what they got */
#define HANDED_MAX	64	/* uses looked at for one answer */

/* The argument and, of a list or a display, each of its elements. */
static const struct vset *
with_elements(struct judge *j, const struct vset *set)
{
	const struct vset *const *items;
	const struct vset *all = set;
	size_t n, i;

	items = fold_elements(j, set, &n);
	for (i = 0; items != NULL && i < n && i < 64; i++)
		all = vset_join(j->arena, all, items[i]);
	return all;
}

/*
 * map(f, xs), pool.submit(f, x): what stands behind the function is given to
 * it, as it is or one by one.
 */
static uint32_t
given_behind(struct judge *j, uint32_t call, uint32_t function, size_t index)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set;
	bool behind = false;
	size_t k;

	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    tree_is_splat(j->nodes, child))
			return 0;
		if (behind && index-- == 0)
			return child;
		set = eval(j, child);
		for (k = 0; k < set->n && !behind; k++)
			behind = set->v[k]->kind == VALUE_FUNCTION &&
			    set->v[k]->node == function;
	}
	return 0;
}

static bool
is_decorated_with(const struct judge *j, uint32_t function, uint32_t name)
{
	uint32_t parent = j->nodes[function].parent, child;

	if (j->nodes[parent].kind == NODE_DECORATED)
		TREE_CHILDREN(j->nodes, parent, child)
			if (j->nodes[child].kind == NODE_DECORATOR &&
			    j->nodes[child + 1].name == name)
				return true;
	return false;
}

/* How many parameters a call does not write: the object, in a method's. */
static uint32_t
unwritten(struct judge *j, const struct use *u, uint32_t function)
{
	uint32_t callee = u->node + 1;

	if (j->scopes.list[j->nodes[function].scope].kind != SCOPE_CLASS ||
	    is_decorated_with(j, function, KNOWN(staticmethod)))
		return 0;
	/* Class.method(object, x) */
	return u->given || j->nodes[callee].kind != NODE_ATTRIBUTE ||
	    vset_only(eval(j, callee + 1), VALUE_CLASS) == NULL ||
	    is_decorated_with(j, function, KNOWN(classmethod));
}

/* What *args is in this call, as one list. */
static const struct vset *
given_packed(struct judge *j, uint32_t call, uint32_t from)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset **args;
	size_t n = 0;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return &vset_unknown;
	args = arena_alloc(j->arena, SIGNATURE_MAX * sizeof(*args));
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			continue;
		if (j->nodes[child].kind == NODE_LIST_SPLAT && from == 0 &&
		    n == 0 && j->nodes[child].skip == j->nodes[list].skip)
			return eval(j, child);
		if (n == SIGNATURE_MAX || tree_is_splat(j->nodes, child))
			return &vset_unknown;
		if (from > 0)
			from--;
		else
			args[n++] = eval(j, child);
	}
	return fold_list(j, call, args, n);
}

const struct vset *
uses_given(struct judge *j, const struct use *u, const struct def *d,
    uint32_t *ret_node)
{
	uint32_t less = unwritten(j, u, d->owner), index = d->index;
	struct signature one;

	*ret_node = 0;
	if (index < less)
		return &vset_none;
	index -= index == PARAMETER_BY_NAME ? 0 : less;
	if (d->kind == DEF_PACK)
		return u->given ? &vset_none : given_packed(j, u->node, index);
	if (index >= SIGNATURE_MAX)
		return &vset_none;
	one = (struct signature){ .n = index + 1 };
	one.parameters[index].name = names_text(j->names,
	    j->nodes[d->node].name);
	one.parameters[index].n = names_length(j->names,
	    j->nodes[d->node].name);
	*ret_node = u->given ? given_behind(j, u->node, d->owner, index) :
	    signature_argument(j, u->node, &one, index);
	if (*ret_node == SIGNATURE_UNKNOWN)
		*ret_node = 0;
	if (*ret_node == 0)
		return &vset_none;
	return u->given ? with_elements(j, eval(j, *ret_node)) :
	    eval(j, *ret_node);
}

static bool
is_parameter(const struct judge *j, const struct def *d)
{
	return d->kind == DEF_PARAMETER || (d->kind == DEF_PACK &&
	    j->nodes[j->nodes[d->node].parent].kind ==
	    NODE_LIST_SPLAT_PATTERN);
}

static const struct vset *handed(struct judge *, uint32_t at, unsigned steps,
    bool at_first, unsigned *looked);

/* self.root = root; for r in roots: what the value was handed. */
static const struct vset *
handed_on(struct judge *j, uint32_t def, uint32_t at, unsigned steps,
    bool at_first, unsigned *looked)
{
	const struct vset *set = &vset_none, *got;

	for (; def != 0 && steps < STEPS_MAX; def = j->scopes.defs[def].next) {
		const struct def *d = &j->scopes.defs[def];

		if (d->kind != DEF_VALUE || ++*looked > HANDED_MAX)
			continue;
		got = handed(j, d->expr, steps + 1, at_first, looked);
		if (d->steps != NULL && got->n > 0)
			got = eval_steps(j, got, d->steps, at);
		set = vset_join(j->arena, set, got);
	}
	return set;
}

/* The binding that x, *x or self.x stands for; or 0. */
static uint32_t
named_by(const struct judge *j, uint32_t at)
{
	if (tree_is_splat(j->nodes, at))
		at++;
	return j->nodes[at].kind == NODE_ATTRIBUTE ? scopes_find(&j->scopes,
	    0, j->nodes[tree_last(j->nodes, at)].name) : judge_binding(j, at);
}

static const struct vset *
handed(struct judge *j, uint32_t at, unsigned steps, bool at_first,
    unsigned *looked)
{
	const struct vset *set = &vset_none, *got;
	uint32_t index = named_by(j, at), use, node;
	const struct def *d;

	if (tree_is_splat(j->nodes, at))
		at++;
	if (index == 0 || j->scopes.bindings[index].first == 0)
		return set;
	d = &j->scopes.defs[j->scopes.bindings[index].first];
	if (d->kind == DEF_VALUE && (d->next == 0 ||
	    j->nodes[at].kind == NODE_ATTRIBUTE))
		return handed_on(j, j->scopes.bindings[index].first, at,
		    steps, at_first, looked);
	while (at_first && !is_parameter(j, d) && d->next != 0)
		d = &j->scopes.defs[d->next];
	if (!is_parameter(j, d) || (d->next != 0 && !at_first))
		return set;
	if (j->first_use == NULL)
		uses_find(j);
	for (use = j->first_use[d->owner]; use != 0 && set->n < 64;
	    use = j->uses[use - 1].next) {
		j->work++;
		if (++*looked > HANDED_MAX)
			break;
		got = uses_given(j, &j->uses[use - 1], d, &node);
		set = vset_join(j->arena, set, got);
		if (got->unknown && node != 0 && steps < STEPS_MAX)
			set = vset_join(j->arena, set, handed(j, node,
			    steps + 1, at_first, looked));
	}
	return set;
}

const struct vset *
handed_over(struct judge *j, uint32_t at)
{
	uint32_t index = named_by(j, at);
	const struct vset *set;
	unsigned looked = 0;

	if (index == 0)
		return &vset_none;
	if (j->handed_over == NULL)
		j->handed_over = arena_alloc(j->arena,
		    (j->scopes.nbindings + 1) * sizeof(*j->handed_over));
	set = j->overrides == NULL ? j->handed_over[index] : NULL;
	if (set == NULL)
		set = handed(j, at, 0, false, &looked);
	if (j->overrides == NULL && j->lowest == UINT32_MAX)
		j->handed_over[index] = set;
	return set;
}

const struct vset *
handed_at_first(struct judge *j, uint32_t at)
{
	unsigned looked = 0;

	return handed(j, at, 0, true, &looked);
}
