#include "run_explore.h"

#include "run_common.h"
#include "run_where.h"

#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"

/*
 * What the operator can give beyond a default row. Looking at a file is
 * permitted with reading it.
 */
static const struct {
	enum rules_kind	kind;
	const char	*option, *argument;
} given[] = {
	{ RULES_READ, "--read", "path" },
	{ RULES_STAT, "--read", "path" },
	{ RULES_WRITE, "--write", "path" },
	{ RULES_EXEC, "--allow-exec", "path" },
	{ RULES_CONNECT, "--connect", "sockaddr" },
};

struct count {
	const char	*rule, *message;
	int64_t		 n;
};

static const char *
option_for(const struct ruleset *rules, const char *rule,
    const char **ret_argument)
{
	const struct rules_row *row;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(given); i++) {
		row = rules_default(rules, given[i].kind);
		if (row == NULL || strcmp(rules_text(rules, row->id), rule) !=
		    0)
			continue;
		*ret_argument = given[i].argument;
		return given[i].option;
	}
	return NULL;
}

static int
compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct json *
options_of(const struct run_setup *setup, const struct json *violations)
{
	char **list = NULL;
	struct json *out = js_arr();
	size_t n = 0, cap = 0, i;

	for (i = 0; i < js_len(violations); i++) {
		const struct json *v = js_at(violations, i);
		const char *rule = js_get_str(v, "rule"), *argument, *option;
		const char *value;
		auto_buf struct buf text = BUF_INIT;

		option = rule != NULL ? option_for(setup->opts.rules, rule,
		    &argument) : NULL;
		value = option != NULL ? js_get_str(js_get(v, "arguments"),
		    argument) : NULL;
		if (value == NULL || value[0] == '\0')
			continue;
		buf_addf(&text, "%s %s", option, value);
		*MEM_PUSH(list, n, cap) = buf_steal(&text);
	}
	if (n > 0)
		qsort(list, n, sizeof(*list), compare);
	for (i = 0; i < n; i++) {
		if (i == 0 || strcmp(list[i], list[i - 1]) != 0)
			js_add(out, js_str(list[i]));
	}
	for (i = 0; i < n; i++)
		free(list[i]);
	free(list);
	return out;
}

static struct json *
rules_of(const struct json *violations)
{
	struct count *counts = NULL;
	struct json *out = js_arr(), *one;
	size_t n = 0, cap = 0, i, k;

	for (i = 0; i < js_len(violations); i++) {
		const struct json *v = js_at(violations, i);
		const char *rule = js_get_str(v, "rule");

		for (k = 0; k < n; k++)
			if (strcmp(counts[k].rule, rule) == 0)
				break;
		if (k == n) {
			MEM_PUSH(counts, n, cap);
			counts[k] = (struct count){ rule,
			    js_get_str(v, "message"), 0 };
		}
		counts[k].n += js_get_num(v, "count");
	}
	for (k = 0; k < n; k++) {
		one = js_obj();
		js_put_str(one, "rule", counts[k].rule);
		js_put_num(one, "count", counts[k].n);
		js_put_str(one, "message", counts[k].message);
		js_add(out, one);
	}
	free(counts);
	return out;
}

void
run_explore_note(const struct run_setup *setup, struct json *record)
{
	const struct json *violations = js_get(record, "violations");
	struct json *note;

	if (!setup->opts.explore)
		return;
	note = js_obj();
	js_put(note, "options", options_of(setup, violations));
	js_put(note, "rules", rules_of(violations));
	js_put(record, "explore", note);
}

void
run_explore_text(struct buf *out, const struct json *record)
{
	const struct json *note = js_get(record, "explore");
	const struct json *list = js_get(note, "rules");
	size_t i;

	if (note == NULL)
		return;
	buf_addf(out, "explored: %zu rule%s refused something\n", js_len(list),
	    js_len(list) == 1 ? "" : "s");
	for (i = 0; i < js_len(list); i++) {
		const struct json *one = js_at(list, i);

		buf_addf(out, "    %s, %lld time%s: ", js_get_str(one, "rule"),
		    (long long)js_get_num(one, "count"),
		    js_get_num(one, "count") == 1 ? "" : "s");
		run_add_visible(out, js_get_str(one, "message"));
		buf_addc(out, '\n');
	}
	list = js_get(note, "options");
	if (js_len(list) > 0)
		buf_adds(out, "to permit what only the default refuses:\n");
	for (i = 0; i < js_len(list); i++) {
		buf_adds(out, "    ");
		run_add_visible(out, js_as_str(js_at(list, i)));
		buf_addc(out, '\n');
	}
}
