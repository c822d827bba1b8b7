/*
 * Where the values of a replay are kept: attributes of own objects, items,
 * slices; and the targets that bind them.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"

bool
replay_member(struct replay *r, uint32_t class, uint32_t name,
    unsigned depth, struct thing *ret)
{
	const struct judge *j = r->j;
	uint32_t body = tree_last(j->nodes, class), binding, base, child;
	struct thing t;

	binding = scopes_find(&j->scopes, j->nodes[body].scope, name);
	if (binding != 0 && j->scopes.bindings[binding].scope ==
	    j->nodes[body].scope) {
		*ret = r->slots[binding].now;
		return true;
	}
	TREE_CHILDREN(j->nodes, class, base) {
		if (j->nodes[base].kind != NODE_ARGUMENTS)
			continue;
		TREE_CHILDREN(j->nodes, base, child) {
			if (j->nodes[child].kind != NODE_IDENTIFIER ||
			    depth > 4)
				return false;
			binding = judge_binding(j, child);
			t = binding == 0 ? thing_unknown() :
			    r->slots[binding].now;
			if (t.kind == THING_CLASS && replay_member(r, t.node,
			    name, depth + 1, ret))
				return true;
		}
	}
	return false;
}

/* No methods that attributes call, and no class that it is made of but own. */
bool
replay_class_is_plain(struct replay *r, uint32_t class, unsigned depth)
{
	/* Behind the two that they all begin with. */
	static const char magic[][24] = { "del__", "delattr__", "get__",
	    "getattr__", "getattribute__", "init_subclass__",
	    "metaclass__", "new__", "post_init__", "set__",
	    "set_name__", "setattr__" };
	const struct judge *j = r->j;
	const struct scopes *s = &j->scopes;
	uint32_t body = tree_last(j->nodes, class), b, base, child;
	struct thing t;
	const char *name;

	for (b = s->list[j->nodes[body].scope].bindings; b != 0;
	    b = s->bindings[b].sibling) {
		name = names_text(j->names, s->bindings[b].name);
		r->steps++;
		if (name[0] == '_' && name[1] == '_' && IS_ONE_OF(name + 2,
		    magic))
			return false;
	}
	TREE_CHILDREN(j->nodes, class, base) {
		if (j->nodes[base].kind != NODE_ARGUMENTS)
			continue;
		TREE_CHILDREN(j->nodes, base, child) {
			b = j->nodes[child].kind != NODE_IDENTIFIER ||
			    depth > 4 ? 0 : scopes_resolve(s,
			    j->nodes[child].scope, j->nodes[child].name);
			t = b == 0 ? thing_unknown() : r->slots[b].now;
			if (t.kind != THING_CLASS || !replay_class_is_plain(r,
			    t.node, depth + 1))
				return false;
		}
	}
	return true;
}

/* What @staticmethod and @classmethod make of it. */
static struct thing
handed_on(struct replay *r, struct thing decorated, uint32_t class)
{
	struct thing ret;

	if (decorated.heap->node != 'c')
		return decorated.heap->v[0];
	ret = thing_new(r, THING_METHOD, 2);
	thing_push(r, ret, (struct thing){ .kind = THING_CLASS,
	    .node = class });
	thing_push(r, ret, decorated.heap->v[0]);
	return ret;
}

struct thing
replay_attribute(struct replay *r, struct thing object, uint32_t name,
    bool *ret_found)
{
	struct thing *own, member, ret;

	*ret_found = false;
	if (object.kind == THING_WAITER) {
		/* Whoever has it may set it. */
		*ret_found = true;
		ret = thing_new(r, THING_METHOD, 2);
		thing_push(r, ret, object);
		thing_push(r, ret, thing_unknown());
		return ret;
	}
	if (object.kind == THING_CLASS)
		*ret_found = replay_member(r, object.node, name, 0, &member);
	if (*ret_found && member.kind == THING_DECORATED)
		return member.heap->node == 'p' ? thing_doubtful(r) :
		    handed_on(r, member, object.node);
	if (object.kind != THING_OBJECT || !thing_has_items(r, object) ||
	    !replay_class_is_plain(r, object.heap->node, 0))
		return *ret_found ? member : thing_doubtful(r);
	*ret_found = true;
	own = thing_find(r, object, thing_int(name));
	if (own != NULL)
		return *own;
	if (!replay_member(r, object.heap->node, name, 0, &member)) {
		replay_raise(r, "AttributeError");
		return thing_unknown();
	}
	/* A property, or what a decorator made of it. */
	if (member.kind == THING_UNKNOWN) {
		thing_lose(r, object, 1);
		return thing_doubtful(r);
	}
	if (member.kind == THING_DECORATED) {
		if (member.heap->node == 'p')
			return replay_apply(r, member.heap->v[0], &object, 1);
		return handed_on(r, member, object.heap->node);
	}
	if (member.kind != THING_FUNCTION)
		return member;
	ret = thing_new(r, THING_METHOD, 2);
	thing_push(r, ret, object);
	thing_push(r, ret, member);
	return ret;
}

static bool
slice_part(struct replay *r, const char *s, const char *end, uint32_t *at,
    uint32_t last, int64_t *ret, bool *ret_given, bool *ret_rough)
{
	struct thing t;

	*ret_given = false;
	while (s < end && *s == ' ')
		s++;
	if (*at >= last || s >= end || *s == ':' || *s == ']')
		return true;
	t = replay_eval(r, *at);
	*at = r->j->nodes[*at].skip;
	*ret_given = t.kind != THING_NONE;
	*ret = t.integer;
	*ret_rough |= thing_is_bound(t);
	return t.kind == THING_NONE || thing_is_whole(t) || thing_is_bound(t);
}

/* x[a:b:c] */
static struct thing
sliced(struct replay *r, struct thing of, uint32_t slice)
{
	const struct node *node = &r->j->nodes[slice];
	const char *s = r->j->source.bytes + node->start;
	const char *end = r->j->source.bytes + node->end;
	int64_t parts[3] = { 0, 0, 1 }, n, i;
	bool given[3] = { false, false, false }, rough = false;
	uint32_t at = slice + 1, before;
	struct thing ret;
	double length = thing_length(r, of);
	size_t k;

	for (k = 0; k < 3 && s <= end; k++) {
		before = at;
		if (!slice_part(r, s, end, &at, node->skip, &parts[k],
		    &given[k], &rough))
			return thing_doubtful(r);
		if (at != before)
			s = r->j->source.bytes + r->j->nodes[before].end;
		while (s < end && *s != ':')
			s++;
		s++;
	}
	if ((of.kind != THING_TEXT && of.kind != THING_LIST && of.kind !=
	    THING_TUPLE) || length < 0 || r->flow != GOES_ON)
		return of.kind == THING_RANGE ? thing_unknown() : thing_doubtful(r);
	/* From somewhere to somewhere. */
	if (rough) {
		ret = thing_new(r, of.kind, 0);
		ret.heap->is_lost = true;
		return of.kind == THING_TEXT || given[2] ? thing_unknown() :
		    ret;
	}
	if (!given[2])
		parts[2] = 1;
	if (parts[2] == 0)
		return thing_doubtful(r);
	n = (int64_t)length;
	for (k = 0; k < 2; k++) {
		if (!given[k]) {
			parts[k] = (k == 0) == (parts[2] > 0) ? 0 : n;
			if (parts[2] < 0)
				parts[k] = k == 0 ? n - 1 : -1;
			continue;
		}
		if (parts[k] < 0)
			parts[k] += n;
		if (parts[k] < 0)
			parts[k] = parts[2] < 0 ? -1 : 0;
		if (parts[k] >= n)
			parts[k] = parts[2] < 0 ? n - 1 : n;
	}
	if (of.kind == THING_TEXT && of.s == NULL)
		return thing_long_text(parts[2] == 1 && parts[1] > parts[0] ?
		    (double)(parts[1] - parts[0]) : 0);
	if (of.kind == THING_TEXT && parts[2] == 1)
		return thing_text(of.s + parts[0], parts[1] > parts[0] ?
		    (size_t)(parts[1] - parts[0]) : 0);
	if (of.kind == THING_TEXT || !thing_has_items(r, of))
		return thing_unknown();
	ret = thing_new(r, of.kind, 0);
	for (i = parts[0]; (parts[2] > 0 ? i < parts[1] : i > parts[1]) &&
	    i >= 0 && i < n; i += parts[2])
		thing_push(r, ret, of.heap->v[i]);
	return ret;
}

/* Of a Counter, or a defaultdict, which has it from now on. */
static struct thing
replay_missing(struct replay *r, struct thing dict, struct thing key)
{
	struct thing made;

	if (dict.heap->missing->kind == THING_INT)
		return *dict.heap->missing;
	made = replay_apply(r, *dict.heap->missing, NULL, 0);
	if (r->flow == GOES_ON)
		thing_put(r, dict, key, made);
	return made;
}

struct thing
replay_subscript(struct replay *r, uint32_t node)
{
	const struct node *nodes = r->j->nodes;
	struct thing of = replay_eval(r, node + 1), key, item, *at;
	uint32_t index = nodes[node + 1].skip;
	double n;
	int64_t i;

	if (nodes[index].skip != nodes[node].skip)
		return thing_doubtful(r);
	if (nodes[index].kind == NODE_SLICE)
		return sliced(r, of, index);
	key = replay_eval(r, index);
	if (r->flow != GOES_ON)
		return thing_unknown();
	if (of.kind == THING_OBJECT && replay_class_is_plain(r,
	    of.heap->node, 0) && replay_ask(r, of, "__getitem__", &key, 1,
	    &item))
		return item;
	if (of.kind == THING_DICT) {
		if (!thing_has_items(r, of) || key.kind == THING_UNKNOWN)
			return thing_doubtful(r);
		at = thing_find(r, of, key);
		if (at == NULL && of.heap->missing != NULL)
			return replay_missing(r, of, key);
		if (at == NULL)
			replay_raise(r, "KeyError");
		return at == NULL ? thing_unknown() : *at;
	}
	if (of.kind == THING_LIST && key.kind == THING_INT && key.integer ==
	    -1 && of.heap->ends && of.heap->born >= r->lost)
		return of.heap->v[0];
	n = thing_length(r, of);
	if (n < 0 || !thing_is_whole(key) || of.kind == THING_SET)
		return thing_doubtful(r);
	i = key.integer < 0 ? key.integer + (int64_t)n : key.integer;
	if (i < 0 || i >= n) {
		replay_raise(r, "IndexError");
		return thing_unknown();
	}
	if (of.kind == THING_TEXT)
		return of.s == NULL ? thing_unknown() : thing_text(of.s + i,
		    1);
	if (of.kind == THING_RANGE)
		return thing_int(of.heap->v[0].integer + i *
		    of.heap->v[2].integer);
	return thing_has_items(r, of) ? of.heap->v[i] : thing_unknown();
}

/* ---- targets ---- */

static void
bind_parts(struct replay *r, uint32_t target, struct thing value)
{
	const struct node *nodes = r->j->nodes;
	uint32_t child, n = tree_count(nodes, target), star = n, i = 0;
	struct thing rest;
	size_t k, more;

	TREE_CHILDREN(nodes, target, child) {
		if (nodes[child].kind == NODE_LIST_SPLAT_PATTERN)
			star = i;
		i++;
	}
	if (!thing_items(r, value, &value) || (star == n ? value.heap->n != n :
	    value.heap->n + 1 < n)) {
		if (thing_has_items(r, value) && value.kind <= THING_LIST)
			replay_raise(r, "ValueError");
		thing_doubt(r);
		replay_forget(r, target);
		return;
	}
	more = value.heap->n - n + 1;
	i = 0;
	k = 0;
	TREE_CHILDREN(nodes, target, child) {
		if (i++ != star) {
			replay_bind(r, child, value.heap->v[k++]);
			continue;
		}
		rest = thing_new(r, THING_LIST, more);
		for (; more > 0; more--)
			thing_push(r, rest, value.heap->v[k++]);
		replay_bind(r, child + 1, rest);
	}
}

static void
bind_item(struct replay *r, uint32_t target, struct thing value)
{
	const struct node *nodes = r->j->nodes;
	uint32_t index = nodes[target + 1].skip;
	struct thing of = replay_eval(r, target + 1), key;
	int64_t i;
	double n;

	if (nodes[index].kind == NODE_SLICE || nodes[index].skip !=
	    nodes[target].skip) {
		thing_doubt(r);
		thing_lose(r, of, 1);
		return;
	}
	key = replay_eval(r, index);
	if (r->flow != GOES_ON)
		return;
	if (of.kind == THING_OBJECT && replay_class_is_plain(r,
	    of.heap->node, 0) && replay_ask(r, of, "__setitem__",
	    (struct thing[]){ key, value }, 2, &key))
		return;
	if (of.kind == THING_DICT && key.kind != THING_UNKNOWN) {
		thing_put(r, of, key, value);
		return;
	}
	/* Which of them is not known: there are as many as before. */
	if (of.kind == THING_LIST && of.heap->born >= r->lost &&
	    !of.heap->is_bag) {
		n = thing_length(r, of);
		if (n >= 0 && (of.heap->is_lost || !thing_is_whole(key))) {
			thing_doubt(r);
			thing_before_write(r, of.heap);
			of.heap->is_lost = true;
			of.heap->length = n;
			return;
		}
	}
	if (of.kind != THING_LIST || !thing_has_items(r, of) || !thing_is_whole(
	    key)) {
		thing_doubt(r);
		thing_lose(r, of, 1);
		return;
	}
	i = key.integer < 0 ? key.integer + of.heap->n : key.integer;
	if (i < 0 || i >= of.heap->n) {
		replay_raise(r, "IndexError");
		return;
	}
	thing_before_write(r, of.heap);
	of.heap->v[i] = value;
}

static __attribute__((noinline)) void
bind_otherwise(struct replay *r, uint32_t target, struct thing value)
{
	const struct node *nodes = r->j->nodes;
	struct thing of;

	switch (nodes[target].kind) {
	case NODE_PARENTHESIZED:
		replay_bind(r, target + 1, value);
		return;
	case NODE_PATTERN_LIST:
	case NODE_TUPLE_PATTERN:
	case NODE_LIST_PATTERN:
	case NODE_TUPLE:
	case NODE_LIST:
		bind_parts(r, target, value);
		return;
	case NODE_SUBSCRIPT:
		bind_item(r, target, value);
		return;
	case NODE_ATTRIBUTE:
		of = replay_eval(r, target + 1);
		if (r->flow != GOES_ON)
			return;
		if (of.kind == THING_OBJECT && replay_class_is_plain(r,
		    of.heap->node, 0))
			thing_put(r, of, thing_int(nodes[tree_last(nodes,
			    target)].name), value);
		else if (of.kind == THING_WAITER)
			;	/* t.daemon = True */
		else if (of.kind == THING_CLASS)
			thing_lose_all(r);
		else {
			thing_doubt(r);
			thing_lose(r, of, 1);
		}
		return;
	default:
		thing_doubt(r);
	}
}

/* Names are most of what is bound. */
void
replay_bind(struct replay *r, uint32_t target, struct thing value)
{
	uint32_t binding;

	if (r->flow != GOES_ON)
		return;
	if (r->j->nodes[target].kind != NODE_IDENTIFIER) {
		bind_otherwise(r, target, value);
		return;
	}
	binding = replay_binding(r, target);
	if (binding != 0)
		slot_set(r, binding, value);
}
