/*
 * Rows of tables: how many different values a column has, what a merge makes
 * of two of them.
 */
#include "sizes_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"

static const struct value *
keyword_text(struct judge *j, uint32_t call, const char *name)
{
	uint32_t node = site_keyword(j, call, name);

	return node == 0 ? NULL : vset_only(eval(j, node), VALUE_STR);
}

static bool
is_text(const struct value *v, const char *text)
{
	return v != NULL && value_is_text(v, text);
}

/* What the name is first bound to, before any loop goes on with it; or 0. */
static uint32_t
first_definition(struct judge *j, uint32_t name)
{
	uint32_t binding = judge_binding(j, name), d, first = 0;

	for (d = binding == 0 ? 0 : j->scopes.bindings[binding].first; d != 0;
	    d = j->scopes.defs[d].next)
		if (j->scopes.defs[d].kind == DEF_VALUE &&
		    j->scopes.defs[d].steps == NULL &&
		    (first == 0 || j->scopes.defs[d].expr < first))
			first = j->scopes.defs[d].expr;
	return first;
}

/* How many different values there can be in this column; 0: not known. */
static double
kinds_in(struct judge *j, uint32_t column, unsigned depth)
{
	static const char constant[][16] = { "numpy.full", "numpy.ones",
	    "numpy.zeros" };
	const char *name = site_callee(j, column), *method;
	uint32_t first = site_argument(j, column, 0), object;
	const struct vset *set;
	double low, high;

	if (depth > DEPTH_MAX)
		return 0;

	switch (j->nodes[column].kind) {
	case NODE_BINARY:
		if (site_operator(j, column + 1, tree_last(j->nodes,
		    column)) == '%')
			return number_of(j, tree_last(j->nodes, column), 0,
			    &high) ? high : 0;
		return j->nodes[column + 1].kind == NODE_LIST ?
		    tree_count(j->nodes, column + 1) : 0;
	case NODE_LIST_COMPREHENSION:
		return kinds_in(j, column + 1, depth + 1);
	case NODE_CALL:
		break;
	default:
		set = eval(j, column);
		return !set->unknown && set->n == 1 && (set->v[0]->kind ==
		    VALUE_INT || set->v[0]->kind == VALUE_STR ||
		    set->v[0]->kind == VALUE_NONE);
	}
	method = site_method(j, column, &object);
	if (IS_ONE_OF(name, constant))
		return 1;
	if (strcmp(name, "range") == 0 || strcmp(name, "numpy.arange") == 0)
		return size_of(j, column, depth + 1);
	if (first == 0)
		return 0;
	if (strcmp(name, "pandas.Series") == 0)
		return kinds_in(j, first, depth + 1);
	if (strcmp(method, "choice") == 0 || strcmp(method, "choices") == 0)
		return j->nodes[first].kind == NODE_LIST ? size_of(j, first,
		    depth + 1) : 0;
	if (strcmp(method, "integers") != 0 && strcmp(method, "randint") != 0)
		return 0;
	object = site_argument(j, column, 1);
	if (object == 0 || !number_of(j, object, depth, &high))
		return number_of(j, first, depth, &high) ? high : 0;
	return number_of(j, first, depth, &low) && high > low ? high - low : 0;
}

/* table["key"] = 1, somewhere */
static double
kinds_stored(struct judge *j, uint32_t table, const struct value *name,
    unsigned depth)
{
	uint32_t i, parent, index;
	const struct value *v;

	for (i = own_first_of(j, j->nodes[table].name); i != 0;
	    i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		if (j->nodes[parent].kind != NODE_SUBSCRIPT || i != parent +
		    1 || j->nodes[j->nodes[parent].parent].kind !=
		    NODE_ASSIGNMENT || j->nodes[parent].parent + 1 != parent)
			continue;
		index = j->nodes[i].skip;
		v = vset_only(eval(j, index), VALUE_STR);
		if (v != NULL && value_same(v, name))
			return kinds_in(j, tree_last(j->nodes,
			    j->nodes[parent].parent), depth);
	}
	return 0;
}

/* How many different values the column of this name has; 0: not known. */
static double
kinds_of(struct judge *j, uint32_t table, const struct value *name,
    unsigned depth)
{
	const struct value *v;
	uint32_t dict, pair, object;
	struct handing handing;
	char key[32];
	double n;

	if (depth > DEPTH_MAX || !sizes_have_time(j, depth))
		return 0;
	if (j->nodes[table].kind == NODE_IDENTIFIER) {
		n = kinds_stored(j, table, name, depth + 1);
		if (n > 0)
			return n;
		object = first_definition(j, table);
		if (object != 0)
			return kinds_of(j, object, name, depth + 1);
		handing_begin(j, table, &handing);
		while (n == 0 && (object = handing_next(j, &handing)) != 0)
			n = kinds_of(j, object, name, depth + 4);
		handing_end(j);
		return n;
	}
	if (strcmp(site_callee(j, table), "pandas.DataFrame") != 0) {
		if (name->text.n >= sizeof(key) || strcmp(site_method(j,
		    table, &object), "assign") != 0 || object == 0)
			return 0;
		memcpy(key, name->text.bytes, name->text.n);
		key[name->text.n] = '\0';
		pair = site_keyword(j, table, key);
		return pair != 0 ? kinds_in(j, pair, depth + 1) :
		    kinds_of(j, object, name, depth + 1);
	}
	dict = site_argument(j, table, 0);
	if (dict == 0 || j->nodes[dict].kind != NODE_DICTIONARY)
		return 0;
	TREE_CHILDREN(j->nodes, dict, pair) {
		v = vset_only(eval(j, pair + 1), VALUE_STR);
		if (v != NULL && value_same(v, name))
			return kinds_in(j, tree_last(j->nodes, pair), depth +
			    1);
	}
	return 0;
}

double
size_merged(struct judge *j, uint32_t call, uint32_t left, uint32_t right,
    double n, double m, unsigned depth)
{
	const struct value *on = keyword_text(j, call, "on"), *other = on;
	double kinds, others;

	if (is_text(keyword_text(j, call, "how"), "cross"))
		return n * m;
	if (on == NULL) {
		on = keyword_text(j, call, "left_on");
		other = keyword_text(j, call, "right_on");
	}
	if (on == NULL || other == NULL)
		return 0;
	kinds = kinds_of(j, left, on, depth + 1);
	others = kinds_of(j, right, other, depth + 1);
	if (kinds <= 0 || others <= 0)
		return 0;
	return n * m / (kinds > others ? kinds : others);
}

double
size_of_merge(struct judge *j, uint32_t call, uint32_t left, uint32_t right,
    unsigned depth)
{
	return left == 0 || right == 0 || depth > DEPTH_MAX ? 0 :
	    size_merged(j, call, left, right, rows_of(j, left, depth + 2),
	    rows_of(j, right, depth + 2), depth);
}

/* pd.get_dummies(df["x"]): a column for each different value. */
static double
size_of_dummies(struct judge *j, uint32_t call, unsigned depth)
{
	uint32_t column = site_argument(j, call, 0), table;
	const struct value *v;
	double kinds;

	if (column == 0)
		return 0;
	if (j->nodes[column].kind != NODE_SUBSCRIPT) {
		kinds = kinds_in(j, column, depth + 1);
		return kinds * rows_of(j, column, depth + 1);
	}
	table = column + 1;
	v = vset_only(eval(j, j->nodes[table].skip), VALUE_STR);
	return v == NULL || j->nodes[table].kind != NODE_IDENTIFIER ? 0 :
	    kinds_of(j, table, v, depth + 1) * rows_of(j, table, depth +
	    1);
}

double
size_of_pivot(struct judge *j, uint32_t call, uint32_t table)
{
	const struct value *rows = keyword_text(j, call, "index");
	const struct value *columns = keyword_text(j, call, "columns");

	return table == 0 || rows == NULL || columns == NULL ? 0 :
	    kinds_of(j, table, rows, 0) * kinds_of(j, table, columns, 0);
}

double
size_of_table(struct judge *j, uint32_t call, const char *name,
    unsigned depth)
{
	static const char keep[][16] = { "add_prefix", "add_suffix", "assign",
	    "astype", "copy", "drop", "fillna", "rename", "reset_index",
	    "set_index", "sort_index", "sort_values" };
	uint32_t object;
	const char *method;

	if (strcmp(name, "pandas.merge") == 0)
		return size_of_merge(j, call, site_argument(j, call, 0),
		    site_argument(j, call, 1), depth);
	if (strcmp(name, "pandas.get_dummies") == 0)
		return size_of_dummies(j, call, depth);
	if (strcmp(name, "pandas.crosstab") == 0)
		return site_argument(j, call, 1) == 0 ? 0 : kinds_in(j,
		    site_argument(j, call, 0), depth) * kinds_in(j,
		    site_argument(j, call, 1), depth);
	method = site_method(j, call, &object);
	if (object == 0 || depth > DEPTH_MAX)
		return 0;
	if (strcmp(method, "merge") == 0)
		return size_of_merge(j, call, object, site_argument(j, call,
		    0), depth);
	return IS_ONE_OF(method, keep) ? rows_of(j, object, depth + 1) : 0;
}
