/*
 * Calls of a replay: own functions and classes. Of any other that is not
 * known, what it is handed is lost sight of.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../report.h"
#include "../values/site.h"

#define NO_LIST		UINT32_MAX	/* called, but by no call */
#define ZEROS_MAX	10	/* that a hash may begin with */

/* f(*x) */
static bool
splat_args(struct replay *r, uint32_t node, struct args *args)
{
	struct thing items = replay_eval(r, node);
	size_t i;

	if (!thing_items(r, items, &items))
		return false;
	for (i = 0; i < items.heap->n; i++) {
		if (args->n == ARGS_MAX)
			return false;
		args->v[args->n++] = items.heap->v[i];
	}
	return true;
}

/* Plain arguments; of any other kind: false, and all that they are is lost. */
bool
replay_args(struct replay *r, uint32_t list, struct args *args)
{
	const struct node *nodes = r->j->nodes;
	uint32_t child;
	struct thing t;
	bool plain = true;

	args->n = args->nnames = 0;
	args->named = false;
	args->v[0] = thing_unknown();
	if (nodes[list].kind == NODE_GENERATOR) {
		args->v[args->n++] = replay_eval(r, list);
		return r->flow == GOES_ON;
	}
	TREE_CHILDREN(nodes, list, child) {
		if (nodes[child].kind == NODE_KEYWORD_ARGUMENT) {
			args->named = true;
			t = replay_eval(r, tree_last(nodes, child));
			if (args->nnames == ARRAY_SIZE(args->names))
				plain = false;
			else {
				args->names[args->nnames] =
				    nodes[child + 1].name;
				args->by_name[args->nnames++] = t;
			}
		} else if (nodes[child].kind == NODE_LIST_SPLAT) {
			plain &= splat_args(r, child + 1, args);
		} else if (tree_is_splat(nodes, child) ||
		    nodes[child].kind == NODE_DICTIONARY_SPLAT) {
			plain = false;
			replay_forget(r, child);
		} else {
			t = replay_eval(r, child);
			if (args->n == ARGS_MAX)
				plain = false;
			else
				args->v[args->n++] = t;
		}
	}
	return plain && r->flow == GOES_ON;
}

struct thing
replay_named(struct replay *r, const struct args *args, const char *name)
{
	size_t i;

	for (i = 0; i < args->nnames; i++)
		if (strcmp(names_text(r->j->names, args->names[i]), name) == 0)
			return args->by_name[i];
	return thing_unknown();
}

/* What is not followed may change whatever it is given, and raise. */
static struct thing
call_unknown(struct replay *r, uint32_t call)
{
	const struct node *nodes = r->j->nodes;
	uint32_t list = tree_last(nodes, call), child, value;

	thing_doubt(r);
	if (call == 0) {
		thing_lose_all(r);
		return thing_unknown();
	}
	TREE_CHILDREN(nodes, list, child) {
		value = child;
		if (nodes[child].kind == NODE_KEYWORD_ARGUMENT)
			value = tree_last(nodes, child);
		if (nodes[value].kind == NODE_IDENTIFIER ||
		    nodes[value].kind == NODE_ATTRIBUTE ||
		    nodes[value].kind == NODE_LAMBDA)
			thing_lose(r, replay_eval(r, value), 0);
		else
			replay_forget(r, value);
	}
	return thing_unknown();
}

/* The parameter of this index: its name, its default, is it a pack? */
static uint32_t
parameter_name(const struct node *nodes, uint32_t parameter,
    uint32_t *ret_default)
{
	*ret_default = 0;
	switch (nodes[parameter].kind) {
	case NODE_IDENTIFIER:
		return parameter;
	case NODE_TYPED_PARAMETER:
		return nodes[parameter + 1].kind == NODE_IDENTIFIER ?
		    parameter + 1 : 0;
	case NODE_DEFAULT_PARAMETER:
	case NODE_TYPED_DEFAULT_PARAMETER:
		*ret_default = tree_last(nodes, parameter);
		return parameter + 1;
	default:
		return 0;
	}
}

/* Made once, when the function is: here, when it is first asked for. */
static struct thing
default_of(struct replay *r, uint32_t binding, uint32_t node)
{
	uint32_t def = r->j->scopes.bindings[binding].first;
	struct thing *kept = &r->defaults[def];

	if (kept->kind == THING_UNKNOWN)
		*kept = replay_eval(r, node);
	return *kept;
}

uint32_t
replay_keyword(struct replay *r, uint32_t list, const char *name)
{
	uint32_t id = names_lookup(r->j->names, name, strlen(name));

	return id == 0 ? 0 : tree_keyword(r->j->nodes, list, id);
}

#define LOCALS	32

/* f(**options) */
static bool
has_splat(const struct node *nodes, uint32_t list)
{
	uint32_t child;

	if (list == NO_LIST)
		return false;
	TREE_CHILDREN(nodes, list, child)
		if (nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return true;
	return false;
}

/* All arguments in the order of their parameters: f(a, width=5). */
static bool
in_order(struct replay *r, uint32_t parameters, uint32_t list,
    const struct thing *args, size_t *n, struct thing *ret)
{
	const struct node *nodes = r->j->nodes;
	uint32_t child, names = 0, node, value, at = 0;

	if (*n > 0)
		memcpy(ret, args, *n * sizeof(*args));
	if (list == 0 || list == NO_LIST)
		return list == 0 || *n < LOCALS;
	TREE_CHILDREN(nodes, list, child)
		names += nodes[child].kind == NODE_KEYWORD_ARGUMENT;
	if (has_splat(nodes, list) || names > LOCALS - ARGS_MAX)
		return false;
	if (names > 0 && parameters != 0)
		TREE_CHILDREN(nodes, parameters, child) {
			if (at++ < *n)
				continue;
			node = parameter_name(nodes, child, &value);
			value = node == 0 ? 0 : tree_keyword(nodes, list,
			    nodes[node].name);
			if (value == 0)
				break;
			ret[(*n)++] = replay_eval(r, value);
			names--;
		}
	return names == 0;
}

struct heap *
replay_kept(const struct replay *r, uint32_t serial)
{
	return serial < r->kept_cap ? r->kept[serial] : NULL;
}

void
replay_keep(struct replay *r, uint32_t serial, struct heap *names)
{
	uint32_t cap = r->kept_cap;
	struct heap **more;

	if (serial >= cap) {
		while (serial >= cap)
			cap = cap < 64 ? 64 : cap * 2;
		more = arena_alloc(r->j->arena, cap * sizeof(*more));
		if (r->kept_cap > 0)
			memcpy(more, r->kept, r->kept_cap * sizeof(*more));
		r->kept = more;
		r->kept_cap = cap;
	}
	r->kept[serial] = names;
}

/* What all names of a scope hold. */
static struct thing
names_of(struct replay *r, uint32_t scope)
{
	const struct scopes *s = &r->j->scopes;
	struct thing ret = thing_new(r, THING_TUPLE, 0);
	uint32_t b;

	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling)
		thing_push(r, ret, r->slots[b].now);
	return ret;
}

struct thing
replay_function(struct replay *r, uint32_t function, uint32_t call,
    const struct thing *args, size_t n, uint32_t list)
{
	const struct node *nodes = r->j->nodes;
	const struct scopes *s = &r->j->scopes;
	uint32_t body = tree_last(nodes, function), scope = nodes[body].scope;
	uint32_t child, b, parameters = 0, given, node, count = 0, serial;
	struct thing old[LOCALS], ret = thing_unknown(), *kept, value;
	struct thing bound[LOCALS];
	uint32_t names[LOCALS], nbound = 0, passed = r->passed;
	bool by_name = false, generates, runs;
	size_t i = 0;

	TREE_CHILDREN(nodes, function, child)
		if (nodes[child].kind == NODE_PARAMETERS ||
		    nodes[child].kind == NODE_LAMBDA_PARAMETERS)
			parameters = child;
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling)
		count++;
	generates = r->generates;
	runs = r->runs_task;
	r->generates = r->runs_task = false;
	if (!runs && !s->list[scope].yields && strncmp(r->j->source.bytes +
	    nodes[function].start, "async", 5) == 0) {
		if (count > LOCALS || r->serials[nodes[function].scope] !=
		    r->serials[s->list[scope].parent] || !in_order(r,
		    parameters, list, args, &n, old)) {
			r->strangers = true;
			replay_forget(r, function);
			return thing_doubtful(r);
		}
		return replay_coroutine(r, (struct thing){ .kind =
		    THING_FUNCTION, .node = function, .n =
		    r->serials[nodes[function].scope] }, old, n);
	}
	if (s->list[scope].yields && !generates && count <= LOCALS &&
	    r->serials[nodes[function].scope] == r->serials[s->list[
	    scope].parent] && in_order(r, parameters, list, args, &n, old))
		return yields_make(r, (struct thing){ .kind = THING_FUNCTION,
		    .node = function, .n = r->serials[nodes[function].scope] },
		    old, n);
	if ((s->list[scope].yields && !generates) || count > LOCALS) {
		replay_forget(r, function);
		return thing_doubtful(r);
	}
	if (r->nframes == FRAMES || r->nest > NEST_MAX * 2 / 3) {
		r->flow = IS_LOST;
		return ret;
	}
	if (parameters != 0)
		TREE_CHILDREN(nodes, parameters, child) {
			if (nodes[child].kind == NODE_POSITIONAL_SEPARATOR)
				continue;
			if (nodes[child].kind == NODE_KEYWORD_SEPARATOR) {
				by_name = true;
				continue;
			}
			node = parameter_name(nodes, child, &given);
			if (nodes[child].kind == NODE_LIST_SPLAT_PATTERN &&
			    list != 0)
				node = child + 1;
			b = node == 0 ? 0 : scopes_find(s, scope,
			    nodes[node].name);
			if (b == 0) {
				replay_forget(r, function);
				return thing_doubtful(r);
			}
			if (nodes[child].kind == NODE_LIST_SPLAT_PATTERN) {
				value = thing_new(r, THING_TUPLE, n);
				while (i < n)
					thing_push(r, value, args[i++]);
				by_name = true;
			} else if (i < n && !by_name)
				value = args[i++];
			else if (list != 0 && list != NO_LIST && tree_keyword(nodes, list,
			    nodes[node].name) != 0)
				value = replay_eval(r, tree_keyword(nodes,
				    list, nodes[node].name));
			else if (given != 0)
				value = default_of(r, b, given);
			else {
				value = thing_unknown();
				if (list != 0 && has_splat(nodes, list))
					thing_doubt(r);
				else if (list != 0)
					replay_raise(r, "TypeError");
			}
			names[nbound] = b;
			bound[nbound++] = value;
		}
	if (i < n)
		replay_raise(r, "TypeError");
	if (r->flow != GOES_ON)
		return ret;
	kept = thing_new(r, THING_TUPLE, nbound + 1).heap->v;
	memcpy(kept, bound, nbound * sizeof(*kept));
	count = 0;
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling) {
		old[count++] = r->slots[b].now;
		slot_set(r, b, thing_unknown());
	}
	for (i = 0; i < nbound; i++)
		slot_set(r, names[i], bound[i]);
	serial = r->serials[scope];
	r->serials[scope] = ++r->serial;
	r->frames[r->nframes++] = (struct frame){ function, call, kept,
	    nbound };
	r->entered[scope] = 1;
	r->huge_at = r->huge_at == 0 ? call : r->huge_at;
	r->calls++;
	if (nodes[function].kind == NODE_LAMBDA)
		ret = replay_eval(r, body);
	else {
		replay_block(r, body);
		if (r->flow == RETURNS) {
			ret = r->value;
			r->flow = GOES_ON;
		} else if (r->flow == GOES_ON)
			ret = thing_none();
	}
	if (r->huge_at == call)
		r->huge_at = 0;
	r->passed = passed;
	if (r->flow == IS_LOST)
		replay_probe(r);
	r->nframes--;
	if (r->is_around[scope] && r->flow != IS_LOST)
		replay_keep(r, r->serials[scope], names_of(r, scope).heap);
	r->serials[scope] = serial;
	count = 0;
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling)
		slot_set(r, b, old[count++]);
	return ret;
}

/*
 * Of a function whose names around it are gone, or belong to another call by
 * now, these are not known.
 */
static struct thing
call_function(struct replay *r, struct thing function, uint32_t call,
    const struct thing *args, size_t n)
{
	const struct scopes *s = &r->j->scopes;
	uint32_t scope = r->j->nodes[function.node].scope, b, count = 0;
	uint32_t list = call == 0 ? NO_LIST : tree_last(r->j->nodes, call);
	struct thing old[LOCALS], ret;
	struct heap *kept;
	uint32_t serial;

	if (thing_is_current(r, function))
		return replay_function(r, function.node, call, args, n, list);
	/* The names around those are not kept. */
	kept = s->list[s->list[scope].parent].kind == SCOPE_FUNCTION ? NULL :
	    replay_kept(r, function.n);
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling) {
		if (count == LOCALS || s->list[scope].kind !=
		    SCOPE_FUNCTION) {
			r->flow = IS_LOST;
			return thing_unknown();
		}
		old[count] = r->slots[b].now;
		slot_set(r, b, kept != NULL && count < kept->n ?
		    kept->v[count] : thing_unknown());
		count++;
	}
	serial = r->serials[scope];
	if (kept != NULL) {
		r->serials[scope] = function.n;
		kept->looked = ++r->reads;
	}
	ret = replay_function(r, function.node, call, args, n, list);
	r->serials[scope] = serial;
	if (kept != NULL) {
		thing_before_write(r, kept);
		kept->v = names_of(r, scope).heap->v;
		kept->cap = kept->n;
	}
	count = 0;
	for (b = s->list[scope].bindings; b != 0; b = s->bindings[b].sibling)
		slot_set(r, b, old[count++]);
	return ret;
}

static struct thing
make_object(struct replay *r, uint32_t class, uint32_t call,
    struct args *args)
{
	struct thing object, init, all[ARGS_MAX + 1];
	uint32_t name = names_lookup(r->j->names, "__init__", 8);

	if (!replay_class_is_plain(r, class, 0))
		return call_unknown(r, call);
	if (name == 0 || !replay_member(r, class, name, 0, &init)) {
		/* A record's fields, and those of one that it is made of. */
		if (replay_is_record(r, class))
			return replay_record_is_plain(r, class) ?
			    replay_record(r, class, args) : call_unknown(r,
			    call);
		if (names_lookup(r->j->names, "dataclass", 9) != 0 &&
		    tree_first(r->j->nodes, class, NODE_ARGUMENTS) ==
		    class + 2)
			return call_unknown(r, call);
	}
	object = thing_new(r, THING_OBJECT, 4);
	object.heap->node = class;
	if (name == 0 || !replay_member(r, class, name, 0, &init))
		return object;
	if (init.kind != THING_FUNCTION)
		return call_unknown(r, call);
	all[0] = object;
	memcpy(all + 1, args->v, args->n * sizeof(*all));
	replay_function(r, init.node, call, all, args->n + 1, call == 0 ?
	    NO_LIST : tree_last(r->j->nodes, call));
	return object;
}

struct thing
replay_apply(struct replay *r, struct thing callee, const struct thing *v,
    size_t n)
{
	struct thing ret = thing_unknown();
	struct args args = { .n = 0 };

	if (callee.kind == THING_METHOD) {
		args.v[args.n++] = callee.heap->v[0];
		callee = callee.heap->v[1];
	}
	if (args.n + n > ARGS_MAX)
		return thing_doubtful(r);
	if (n > 0)
		memcpy(args.v + args.n, v, n * sizeof(*v));
	args.n += n;
	switch (callee.kind) {
	case THING_BUILTIN:
		if (!replay_builtin(r, names_text(r->j->names,
		    r->j->nodes[callee.node].name), &args, &ret))
			break;
		return ret;
	case THING_FUNCTION:
		return call_function(r, callee, 0, args.v, args.n);
	case THING_CLASS:
		return make_object(r, callee.node, 0, &args);
	}
	return call_unknown(r, 0);
}

static struct thing
call_thing(struct replay *r, struct thing callee, uint32_t call)
{
	const struct node *nodes = r->j->nodes;
	uint32_t list = tree_last(nodes, call);
	struct thing all[ARGS_MAX + 1];
	struct args args;
	size_t shift = 0;

	switch (callee.kind) {
	case THING_BUILTIN:
		if (!replay_args(r, list, &args))
			return thing_doubtful(r);
		r->here = call;
		return replay_builtin(r, names_text(r->j->names,
		    nodes[callee.node].name), &args, &all[0]) ? all[0] :
		    call_unknown(r, call);
	case THING_METHOD:
		all[shift++] = callee.heap->v[0];
		callee = callee.heap->v[1];
		/* fall through */
	case THING_FUNCTION:
		if (!replay_args(r, list, &args) || args.n + shift > ARGS_MAX)
			break;
		memcpy(all + shift, args.v, args.n * sizeof(*all));
		return call_function(r, callee, call, all, args.n + shift);
	case THING_OBJECT:
		if (!replay_class_is_plain(r, callee.heap->node, 0) ||
		    !replay_member(r, callee.heap->node, names_lookup(
		    r->j->names, "__call__", 8), 0, &all[1]) ||
		    all[1].kind != THING_FUNCTION || !replay_args(r, list,
		    &args) || args.n == ARGS_MAX)
			break;
		all[0] = callee;
		callee = all[1];
		memcpy(all + 1, args.v, args.n * sizeof(*all));
		return call_function(r, callee, call, all, args.n + 1);
	case THING_CLASS:
		if (!replay_args(r, list, &args))
			break;
		return make_object(r, callee.node, call, &args);
	}
	return r->flow == GOES_ON ? call_unknown(r, call) : thing_unknown();
}

/* "0000000000": what nobody finds at the head of a hash. */
static bool
is_zeros(struct thing text)
{
	size_t i;

	if (text.kind != THING_TEXT || text.s == NULL || text.n < ZEROS_MAX)
		return false;
	for (i = 0; i < text.n; i++)
		if (text.s[i] != '0')
			return false;
	return true;
}

/* x.append(1) */
static struct thing
call_method(struct replay *r, uint32_t call)
{
	const struct node *nodes = r->j->nodes;
	uint32_t attribute = call + 1, name = nodes[tree_last(nodes,
	    attribute)].name;
	const char *method = names_text(r->j->names, name);
	struct thing object = replay_eval(r, attribute + 1), callee;
	struct args args;
	bool found;

	if (r->flow != GOES_ON)
		return thing_unknown();
	switch (object.kind) {
	case THING_OBJECT:
	case THING_CLASS:
		callee = replay_attribute(r, object, name, &found);
		if (!found) {
			thing_lose(r, object, 1);
			return call_unknown(r, call);
		}
		return call_thing(r, callee, call);
	case THING_WAITER:
		if (!replay_args(r, tree_last(nodes, call), &args)) {
			r->strangers = true;
			return thing_doubtful(r);
		}
		r->here = call;
		return replay_waiter_method(r, object, method, &args);
	case THING_INT: case THING_ABOVE:
		if (strcmp(method, "to_bytes") == 0 && replay_args(r,
		    tree_last(nodes, call), &args) && args.n > 0 &&
		    args.v[0].kind == THING_INT)
			return thing_buffer(r, (double)args.v[0].integer);
		break;
	case THING_LIST: case THING_SET: case THING_DICT: case THING_TEXT:
	case THING_BYTES: case THING_TUPLE:
		if (!replay_args(r, tree_last(nodes, call), &args)) {
			if (r->flow != GOES_ON)
				return thing_unknown();
			break;
		}
		if (args.named && strcmp(method, "sort") != 0)
			break;
		return replay_method(r, object, method, &args);
	}
	/* A hash that begins with so many zeros is not found. */
	if (object.kind == THING_UNKNOWN && strcmp(method, "startswith") == 0 &&
	    r->looping > 0 && !r->probing && replay_args(r, tree_last(nodes,
	    call), &args) && args.n == 1 && is_zeros(args.v[0])) {
		report_flow(r->j, FLOW_ENDLESS_LOOP, call, "so many zeros",
		    NULL);
		r->reported = true;
		return replay_lost(r);
	}
	if (object.kind == THING_UNKNOWN && replay_writes(r, call, method))
		return thing_doubtful(r);
	if (object.kind == THING_UNKNOWN && strcmp(method, "create_future") ==
	    0)
		return replay_future(r);
	if (object.kind == THING_UNKNOWN && strcmp(method, "enter") == 0 &&
	    names_lookup(r->j->names, "sched", 5) != 0 && replay_args(r,
	    tree_last(nodes, call), &args) && args.n > 2) {
		r->here = call;
		replay_asleep_until(r, args.v[0]);
		return thing_unknown();
	}
	if (thing_is_heap(object))
		thing_lose(r, object, 1);
	return call_unknown(r, call);
}

struct thing
replay_call(struct replay *r, uint32_t call)
{
	const struct node *nodes = r->j->nodes;
	uint32_t callee = call + 1;
	struct thing t;
	bool found = false;

	if (nodes[tree_last(nodes, call)].kind != NODE_ARGUMENTS &&
	    nodes[tree_last(nodes, call)].kind != NODE_GENERATOR)
		return thing_doubtful(r);
	if (nodes[callee].kind == NODE_ATTRIBUTE) {
		/* x.f(), sys.stdout.write() */
		if (nodes[callee + 1].kind == NODE_IDENTIFIER ||
		    (nodes[callee + 1].kind == NODE_ATTRIBUTE &&
		    site_callee(r->j, call)[0] != '\0')) {
			t = replay_eval(r, callee + 1);
			found = t.kind == THING_UNKNOWN && replay_library(r,
			    call, &t);
		}
		return found ? t : call_method(r, call);
	}
	t = replay_eval(r, callee);
	if (r->flow != GOES_ON || (t.kind == THING_UNKNOWN && replay_library(r,
	    call, &t)))
		return t;
	return call_thing(r, t, call);
}
