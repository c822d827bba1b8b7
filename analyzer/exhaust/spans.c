/*
 * How many moments there are between two dates: date_range() and what fills
 * an index up, resample() and asfreq().
 */
#include "sizes_parts.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"

#define DAY	86400.0

/* "15min": its seconds; 0: not known. */
static double
seconds_of(const struct value *v)
{
	static const struct {
		char	unit[8];
		double	seconds;
	} all[] = { { "ns", 1e-9 }, { "N", 1e-9 }, { "us", 1e-6 },
	    { "U", 1e-6 }, { "ms", 1e-3 }, { "L", 1e-3 }, { "s", 1 },
	    { "S", 1 }, { "min", 60 }, { "T", 60 }, { "h", 3600 },
	    { "H", 3600 }, { "D", DAY }, { "d", DAY }, { "B", DAY },
	    { "W", 7 * DAY } };
	double count = 0;
	size_t i = 0, k;

	while (v != NULL && i < v->text.n && i < 9 && v->text.bytes[i] >= '0' &&
	    v->text.bytes[i] <= '9')
		count = count * 10 + v->text.bytes[i++] - '0';
	for (k = 0; v != NULL && k < ARRAY_SIZE(all); k++)
		if (v->text.n - i == strlen(all[k].unit) && memcmp(
		    v->text.bytes + i, all[k].unit, v->text.n - i) == 0)
			return (i == 0 ? 1 : count) * all[k].seconds;
	return 0;
}

/* timedelta(days=45): its seconds; 0: not known. */
double
seconds_of_delta(struct judge *j, uint32_t node, unsigned depth)
{
	static const struct {
		char	name[16];
		double	seconds;
	} parts[] = { { "days", DAY }, { "seconds", 1 },
	    { "microseconds", 1e-6 }, { "milliseconds", 1e-3 },
	    { "minutes", 60 }, { "hours", 3600 }, { "weeks", 7 * DAY } };
	double all = 0, n;
	uint32_t arg;
	size_t i;

	if (depth > DEPTH_MAX)
		return 0;
	if (j->nodes[node].kind == NODE_IDENTIFIER && only_definition(j,
	    node) != 0)
		return seconds_of_delta(j, only_definition(j, node),
		    depth + 1);
	if (j->nodes[node].kind == NODE_ATTRIBUTE && only_attribute(j, node) !=
	    0)
		return seconds_of_delta(j, only_attribute(j, node), depth + 1);
	if (j->nodes[node].kind != NODE_CALL || strcmp(site_callee(j, node),
	    "datetime.timedelta") != 0)
		return 0;
	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		arg = site_keyword(j, node, parts[i].name);
		if (arg == 0)
			arg = site_argument(j, node, i);
		if (arg != 0 && !number_of(j, arg, depth + 1, &n))
			return 0;
		all += arg == 0 ? 0 : n * parts[i].seconds;
	}
	return all;
}

/* "2024-05-01", roughly, in seconds; 0: none. */
static double
moment_of(const struct value *v)
{
	double parts[3] = { 0, 1, 1 };
	size_t i, k = 0;

	if (v == NULL || v->text.n < 4)
		return 0;
	for (i = 0; i < v->text.n && k < 3; i++) {
		char c = v->text.bytes[i];

		if (c >= '0' && c <= '9') {
			parts[k] = (k > 0 && i > 0 && v->text.bytes[i - 1] ==
			    '-' ? 0 : parts[k]) * 10 + c - '0';
		} else if (c == '-')
			k++;
		else
			break;
	}
	return parts[0] < 1600 ? 0 : (parts[0] * 365.25 + parts[1] * 30.4 +
	    parts[2]) * DAY;
}

static const struct value *
text_given(struct judge *j, uint32_t call, size_t n, const char *name)
{
	uint32_t node = site_keyword(j, call, name);

	if (node == 0)
		node = site_argument(j, call, n);
	return node == 0 ? NULL : vset_only(eval(j, node), VALUE_STR);
}

double
moments_of_range(struct judge *j, uint32_t call)
{
	double first = moment_of(text_given(j, call, 0, "start"));
	double last = moment_of(text_given(j, call, 1, "end"));
	double step = seconds_of(text_given(j, call, 3, "freq"));

	return first > 0 && last > first && step > 0 ? (last - first) / step :
	    0;
}

/* The least and the largest of texts in a list. */
static double
span_of_list(struct judge *j, uint32_t list)
{
	double least = 0, most = 0, n;
	const struct vset *const *items;
	size_t count, i;

	items = fold_elements(j, eval(j, list), &count);
	for (i = 0; items != NULL && i < count; i++) {
		n = moment_of(vset_only(items[i], VALUE_STR));
		if (n <= 0)
			return 0;
		least = least == 0 || n < least ? n : least;
		most = n > most ? n : most;
	}
	return most - least;
}

/* The seconds that an index, or a table with one, spans; 0: not known. */
static double
span_of(struct judge *j, uint32_t node, unsigned depth)
{
	static const char lists[][24] = { "pandas.DatetimeIndex",
	    "pandas.to_datetime" };
	const char *name;
	uint32_t index, periods;
	double first, last, n;

	if (depth > DEPTH_MAX)
		return 0;
	if (j->nodes[node].kind == NODE_IDENTIFIER)
		return only_definition(j, node) == 0 ? 0 : span_of(j,
		    only_definition(j, node), depth + 1);
	if (j->nodes[node].kind == NODE_SUBSCRIPT)
		return span_of(j, node + 1, depth + 1);
	name = site_callee(j, node);
	if (strcmp(name, "pandas.Series") == 0 || strcmp(name,
	    "pandas.DataFrame") == 0) {
		index = site_keyword(j, node, "index");
		if (index == 0)
			index = site_argument(j, node, 1);
		return index == 0 ? 0 : span_of(j, index, depth + 1);
	}
	if (IS_ONE_OF(name, lists))
		return site_argument(j, node, 0) == 0 ? 0 : span_of_list(j,
		    site_argument(j, node, 0));
	if (strcmp(name, "pandas.date_range") != 0)
		return 0;
	first = moment_of(text_given(j, node, 0, "start"));
	last = moment_of(text_given(j, node, 1, "end"));
	if (first > 0 && last > first)
		return last - first;
	periods = site_keyword(j, node, "periods");
	first = seconds_of(text_given(j, node, 3, "freq"));
	return periods == 0 || !number_of(j, periods, 0, &n) ? 0 :
	    n * (first > 0 ? first : DAY);
}

double
moments_filled(struct judge *j, uint32_t call, uint32_t object)
{
	double step = seconds_of(text_given(j, call, 0, "rule"));

	if (step <= 0)
		step = seconds_of(text_given(j, call, 0, "freq"));
	return step <= 0 ? 0 : span_of(j, object, 0) / step;
}
