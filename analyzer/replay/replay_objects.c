/*
 * What the methods of own classes make of operators: `len(x)`, `x[i]`,
 * `a < b`, `for y in x`, `with x`.
 */
#include "replay_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../report.h"

#define FAR	2147483647	/* an item that no sequence has */

bool
replay_special(struct replay *r, struct thing object, const char *name,
    struct thing *ret)
{
	uint32_t id = names_lookup(r->j->names, name, strlen(name));
	struct thing member;

	if (object.kind != THING_OBJECT || id == 0 || !replay_member(r,
	    object.heap->node, id, 0, &member))
		return false;
	*ret = thing_unknown();
	if (member.kind != THING_FUNCTION)
		return true;
	*ret = thing_new(r, THING_METHOD, 2);
	thing_push(r, *ret, object);
	thing_push(r, *ret, member);
	return true;
}

bool
replay_ask(struct replay *r, struct thing object, const char *name,
    const struct thing *args, size_t n, struct thing *ret)
{
	struct thing method;

	if (!replay_special(r, object, name, &method))
		return false;
	if (++r->nest > NEST_MAX)
		*ret = replay_lost(r);
	else
		*ret = method.kind == THING_UNKNOWN ? thing_doubtful(r) :
		    replay_apply(r, method, args, n);
	r->nest--;
	return true;
}

int
replay_object_truth(struct replay *r, struct thing object)
{
	struct thing is;

	if (!replay_class_is_plain(r, object.heap->node, 0))
		return -1;
	if (!replay_ask(r, object, "__bool__", NULL, 0, &is) && !replay_ask(r,
	    object, "__len__", NULL, 0, &is))
		return 1;
	return is.kind == THING_OBJECT ? -1 : thing_truth(r, is);
}

/* 1, 0; -1: not known. */
int
replay_object_same(struct replay *r, struct thing a, struct thing b)
{
	struct thing is;

	if ((a.kind == THING_OBJECT && !replay_class_is_plain(r,
	    a.heap->node, 0)) || (b.kind == THING_OBJECT &&
	    !replay_class_is_plain(r, b.heap->node, 0)))
		return -1;
	if (replay_ask(r, a, "__eq__", &b, 1, &is) || replay_ask(r, b,
	    "__eq__", &a, 1, &is))
		return is.kind == THING_OBJECT ? -1 : thing_truth(r, is);
	if (a.kind == b.kind && a.heap == b.heap)
		return 1;
	if (a.kind == b.kind && (replay_is_record(r, a.heap->node) ||
	    replay_is_record(r, b.heap->node)))
		return -1;
	return 0;
}

bool
replay_object_operator(struct replay *r, const char *op, struct thing a,
    struct thing b, struct thing *ret)
{
	static const struct {
		char	op[4], name[16], back[16];
	} all[] = {
		{ "**", "__pow__", "__rpow__" },
		{ "//", "__floordiv__", "__rfloordiv__" },
		{ "+", "__add__", "__radd__" }, { "-", "__sub__", "__rsub__" },
		{ "*", "__mul__", "__rmul__" },
		{ "/", "__truediv__", "__rtruediv__" },
		{ "%", "__mod__", "__rmod__" }, { "<=", "__le__", "__ge__" },
		{ ">=", "__ge__", "__le__" }, { "<", "__lt__", "__gt__" },
		{ ">", "__gt__", "__lt__" }, { "|", "__or__", "__ror__" },
		{ "&", "__and__", "__rand__" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(all); i++)
		if (strncmp(op, all[i].op, strlen(all[i].op)) == 0)
			return replay_ask(r, a, all[i].name, &b, 1, ret) ||
			    replay_ask(r, b, all[i].back, &a, 1, ret);
	return false;
}

/* Asked for one after the other, until there are no more. */
static bool
by_index(struct replay *r, struct thing object, struct thing items)
{
	struct thing index, item;
	uint32_t doubts = r->doubts, here = r->here;
	int64_t i;

	for (i = 0; r->flow == GOES_ON; i++) {
		/* What has so many has them all. */
		index = thing_int(i < 64 ? i : i < 68 ? FAR - i : FAR * i);
		if (!replay_ask(r, object, "__getitem__", &index, 1, &item))
			return false;
		if (r->flow == GOES_ON && doubts != r->doubts)
			return false;
		if (r->flow == GOES_ON && i > 70 && !r->probing) {
			report_flow(r->j, FLOW_ENDLESS_LOOP, here,
			    "what never comes", NULL);
			r->reported = true;
			replay_lost(r);
		}
		if (i >= 64 && r->flow == RAISES) {
			r->flow = GOES_ON;
			return false;
		}
		if (r->flow == GOES_ON)
			thing_push(r, items, item);
	}
	return r->flow == RAISES;
}

static bool
by_next(struct replay *r, struct thing object, struct thing items)
{
	struct thing item;
	uint32_t doubts = r->doubts;

	while (r->flow == GOES_ON) {
		if (!replay_ask(r, object, "__next__", NULL, 0, &item) ||
		    doubts != r->doubts)
			return false;
		if (r->flow == GOES_ON)
			thing_push(r, items, item);
	}
	return r->flow == RAISES;
}

bool
replay_object_items(struct replay *r, struct thing object,
    struct thing *ret_list)
{
	static const char ends[][16] = { "IndexError", "StopIteration" };
	struct thing items = thing_new(r, THING_LIST, 0), over = object;
	bool indexed;

	if (!replay_class_is_plain(r, object.heap->node, 0))
		return false;
	indexed = !replay_ask(r, object, "__iter__", NULL, 0, &over);
	if (r->flow != GOES_ON || over.kind == THING_UNKNOWN)
		return false;
	if (!indexed && over.kind != THING_OBJECT)
		return thing_items(r, over, ret_list);
	if (indexed ? !by_index(r, object, items) : !by_next(r, over, items))
		return false;
	if (r->value.kind != THING_TEXT || r->value.s == NULL ||
	    strcmp(r->value.s, ends[indexed ? 0 : 1]) != 0)
		return false;
	r->flow = GOES_ON;
	*ret_list = items;
	return true;
}

/* ---- classes that are records ---- */

/* @dataclass */
bool
replay_is_record(struct replay *r, uint32_t class)
{
	const struct judge *j = r->j;
	uint32_t parent = j->nodes[class].parent, child, i;

	if (j->nodes[parent].kind != NODE_DECORATED)
		return false;
	TREE_CHILDREN(j->nodes, parent, child)
		for (i = child; child < class && i < j->nodes[child].skip; i++)
			if (j->nodes[i].kind == NODE_IDENTIFIER &&
			    judge_is_named(j, i, "dataclass"))
				return true;
	return false;
}

bool
replay_record_is_plain(struct replay *r, uint32_t class)
{
	static const char other[][16] = { "ClassVar", "InitVar", "KW_ONLY",
	    "init", "kw_only" };
	const struct judge *j = r->j;
	uint32_t child;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(other); i++)
		if (names_lookup(j->names, other[i], strlen(other[i])) != 0)
			return false;
	TREE_CHILDREN(j->nodes, class, child)
		if (j->nodes[child].kind == NODE_ARGUMENTS)
			return false;
	return true;
}

/* field(default_factory=list): what it makes; 0: it is no such call. */
static struct thing
made_by_default(struct replay *r, uint32_t value)
{
	const struct node *nodes = r->j->nodes;
	uint32_t factory;
	struct thing of;

	if (nodes[value].kind != NODE_CALL || nodes[value + 1].kind !=
	    NODE_IDENTIFIER || strcmp(names_text(r->j->names,
	    nodes[value + 1].name), "field") != 0)
		return replay_eval(r, value);
	factory = replay_keyword(r, tree_last(nodes, value),
	    "default_factory");
	if (factory != 0) {
		of = replay_eval(r, factory);
		return replay_apply(r, of, NULL, 0);
	}
	factory = replay_keyword(r, tree_last(nodes, value), "default");
	return factory == 0 ? thing_doubtful(r) : replay_eval(r, factory);
}

/* What a record is made of: its fields, in the order they stand there. */
struct thing
replay_record(struct replay *r, uint32_t class, const struct args *args)
{
	const struct node *nodes = r->j->nodes;
	struct thing object = thing_new(r, THING_OBJECT, 8), value;
	uint32_t body = tree_last(nodes, class), child, field;
	size_t i = 0, k;

	object.heap->node = class;
	TREE_CHILDREN(nodes, body, child) {
		field = child + 1;
		if (nodes[child].kind != NODE_EXPRESSION_STATEMENT ||
		    nodes[field].kind != NODE_ASSIGNMENT || nodes[nodes[
		    field + 1].skip].kind != NODE_TYPE)
			continue;
		for (k = 0; k < args->nnames; k++)
			if (args->names[k] == nodes[field + 1].name)
				break;
		if (i < args->n)
			value = args->v[i++];
		else if (k < args->nnames)
			value = args->by_name[k];
		else if (nodes[tree_last(nodes, field)].kind != NODE_TYPE)
			value = made_by_default(r, tree_last(nodes, field));
		else {
			replay_raise(r, "TypeError");
			return object;
		}
		thing_put(r, object, thing_int(nodes[field + 1].name), value);
	}
	return object;
}
