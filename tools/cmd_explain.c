/*
 * sallyport explain: what a rule is, why, and what to do instead.
 */
#include "cmd.h"

#include <ctype.h>
#include <getopt.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "rules/rules_text.h"

static int cmd_explain_run(int, char **);

const struct cmd cmd_explain = {
	.name = "explain",
	.usage = "[--profile P | --rules F] [--json] ID... | --list",
	.summary = "a rule: why it is there, a bad and a good example",
	.failure = 2,
	.run = cmd_explain_run,
	.help = "\n"
	    "  --list         every rule with an id, one a line\n"
	    "  --profile P    of this profile (default: of all that are "
	    "shipped)\n"
	    "  --rules F      of this table\n"
	    "  --json         as JSON\n",
};

/* The tables asked for: one, or all that are shipped. */
struct tables {
	const struct ruleset	*list[16];
	size_t			 n;
};

static int
open_tables(const char *profile, const char *rules, struct tables *t)
{
	const char *const *names = rules_builtin_names();

	if (profile != NULL || rules != NULL) {
		t->n = 1;
		return cmd_load_rules(&cmd_explain, profile, rules,
		    &t->list[0]);
	}
	/* The default profile first: its hints are the ones shown. */
	if (rules_builtin("minimal", &t->list[0]) < 0)
		return -1;
	for (t->n = 1; *names != NULL && t->n < ARRAY_SIZE(t->list); names++) {
		if (strcmp(*names, "minimal") == 0)
			continue;
		if (rules_builtin(*names, &t->list[t->n++]) < 0)
			return -1;
	}
	return 0;
}

/* Every subject of the id's row, wrapped by commas. */
static void
add_subjects(struct buf *out, const struct ruleset *rs,
    const struct rules_row *row)
{
	const struct rules_row *other;
	size_t i, start = out->len, shown = 0, all = 0;

	for (i = 0; i < rules_count(rs); i++) {
		other = rules_at(rs, i);
		if (other->id != row->id || other->kind != row->kind)
			continue;
		all++;
		if (out->len - start > 400)
			continue;
		if (shown++ > 0)
			buf_addc(out, ' ');
		if (other->is_default)
			buf_adds(out, "(whatever has no row)");
		else
			rules_add_subject(out, rs, other);
	}
	if (shown < all)
		buf_addf(out, " and %zu more", all - shown);
}

static void
add_examples(struct buf *out, const struct ruleset *rs,
    const struct rules_row *row)
{
	const struct rules_example *ex;
	const char *text;
	size_t i;

	for (i = 0; (ex = rules_example(rs, row, i)) != NULL; i++) {
		buf_addf(out, "  %-9s", ex->is_bad ? "bad" : "good");
		for (text = rules_text(rs, ex->text); *text != '\0'; text++) {
			buf_addc(out, *text);
			if (*text == '\n')
				buf_addf(out, "%11s", "");
		}
		buf_addc(out, '\n');
	}
}

static void
explain_text(struct buf *out, const struct tables *t, const char *id)
{
	const struct ruleset *rs = NULL;
	const struct rules_row *row = NULL;
	size_t i;

	for (i = 0; i < t->n && row == NULL; i++) {
		rs = t->list[i];
		row = rules_by_id(rs, id);
	}
	buf_addf(out, "%s  %s\n", id, *rules_text(rs, row->why) ?
	    rules_text(rs, row->why) : "(no reason is given)");
	buf_addf(out, "  %-9s%s", "row", row->is_default ? "default " : "");
	buf_addf(out, "%s %s ", rules_verb_name(row->verb),
	    rules_kind_name(row->kind));
	add_subjects(out, rs, row);
	buf_addf(out, "\n  %-9sclass %s, severity %s, decision %s", "finding",
	    rules_class_name(row->class),
	    rules_severity_name(rules_row_severity(row)),
	    rules_row_decision(row));
	if (row->err != 0)
		buf_addf(out, ", the call returns %s", rules_row_errno(row));
	if (row->kill)
		buf_adds(out, ", the run is ended");
	if (row->quiet)
		buf_adds(out, ", not recorded");
	if (row->lookup)
		buf_adds(out, ", recorded as a lookup");
	buf_addc(out, '\n');
	if (row->hint != 0)
		buf_addf(out, "  %-9s%s\n", "instead",
		    rules_text(rs, row->hint));
	add_examples(out, rs, row);
	buf_addf(out, "  %-9s%s:%u, in", "stands", rules_text(rs, row->file),
	    row->line);
	for (i = 0; i < t->n; i++) {
		if (rules_by_id(t->list[i], id) != NULL)
			buf_addf(out, " %s", rules_profile_name(t->list[i]));
	}
	buf_addc(out, '\n');
}

static struct json *
explain_json(const struct tables *t, const char *id)
{
	struct json *js = NULL, *profiles = js_arr(), *subjects = js_arr();
	const struct rules_row *row, *other;
	size_t i, k;

	for (i = 0; i < t->n; i++) {
		row = rules_by_id(t->list[i], id);
		if (row == NULL)
			continue;
		js_add(profiles, js_str(rules_profile_name(t->list[i])));
		if (js != NULL)
			continue;
		js = rules_row_json(t->list[i], row);
		for (k = 0; k < rules_count(t->list[i]); k++) {
			other = rules_at(t->list[i], k);
			if (other->id == row->id && other->kind == row->kind &&
			    !other->is_default)
				js_add(subjects, js_str(rules_text(t->list[i],
				    other->subject)));
		}
	}
	js_put(js, "subjects", subjects);
	js_put(js, "profiles", profiles);
	return js;
}

static bool
is_known(const struct tables *t, const char *id)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (rules_by_id(t->list[i], id) != NULL)
			return true;
	}
	return false;
}

/* Every id of the tables once, sorted; the caller frees the list. */
static const char **
list_ids(const struct tables *t, size_t *ret_n)
{
	const char **ids = NULL;
	size_t n = 0, cap = 0, i, k, kept = 0;

	for (i = 0; i < t->n; i++) {
		for (k = 0; k < rules_count(t->list[i]); k++) {
			const struct rules_row *row = rules_at(t->list[i], k);

			if (row->id != 0)
				*MEM_PUSH(ids, n, cap) =
				    rules_text(t->list[i], row->id);
		}
	}
	if (n > 0)
		qsort(ids, n, sizeof(*ids), util_compare_texts);
	for (i = 0; i < n; i++) {
		if (kept == 0 || strcmp(ids[kept - 1], ids[i]) != 0)
			ids[kept++] = ids[i];
	}
	*MEM_PUSH(ids, n, cap) = NULL;
	ids[kept] = NULL;
	*ret_n = kept;
	return ids;
}

static void
add_listed(struct buf *out, const struct tables *t, const char *id)
{
	const struct rules_row *row = NULL;
	size_t i;

	for (i = 0; row == NULL; i++)
		row = rules_by_id(t->list[i], id);
	i--;
	buf_addf(out, "%s  %-7s %-8s %-11s %s\n", id,
	    rules_verb_name(row->verb), rules_kind_name(row->kind),
	    rules_class_name(row->class), rules_text(t->list[i], row->why));
}

static int
unknown_id(const struct tables *t, const char *id)
{
	size_t n;
	const char **ids = list_ids(t, &n), *near = cmd_nearest(id, ids);

	if (near != NULL)
		cmd_error(&cmd_explain, "no rule '%s'; the nearest is %s",
		    id, near);
	else
		cmd_error(&cmd_explain, "no rule '%s'; --list shows them all",
		    id);
	free(ids);
	return 1;
}

/* Ids are capitals and digits; g201 is meant well. */
static const char *
spelled(const struct tables *t, const char *given, char *ret, size_t room)
{
	size_t i, n = strlen(given);

	if (is_known(t, given) || n >= room)
		return given;
	for (i = 0; i <= n; i++)
		ret[i] = (char)toupper((unsigned char)given[i]);
	return is_known(t, ret) ? ret : given;
}

static int
explain_all(const struct tables *t, const char *const *ids, size_t n,
    bool list, bool json)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *all = js_arr(), *doc = js_obj();
	int status = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		char room[16];
		const char *id = spelled(t, ids[i], room, sizeof(room));

		if (!is_known(t, id)) {
			status = unknown_id(t, id);
			continue;
		}
		if (json)
			js_add(all, explain_json(t, id));
		else if (list)
			add_listed(&out, t, id);
		else
			explain_text(&out, t, id);
	}
	js_put_str(doc, "schema", "sallyport/explain/1");
	js_put(doc, "rules", all);
	if (json) {
		js_write(doc, &out);
		buf_addc(&out, '\n');
	}
	js_free(doc);
	return cmd_print(&cmd_explain, &out) < 0 ? cmd_explain.failure :
	    status;
}

static int
cmd_explain_run(int argc, char **argv)
{
	enum { PROFILE = 1, RULES, JSON, LIST };
	static const struct option longs[] = {
		{ "profile", required_argument, NULL, PROFILE },
		{ "rules", required_argument, NULL, RULES },
		{ "json", no_argument, NULL, JSON },
		{ "list", no_argument, NULL, LIST },
		{ NULL, 0, NULL, 0 }
	};
	const char *profile = NULL, *rules = NULL, **ids;
	bool json = false, list = false;
	struct tables tables;
	int c, status;
	size_t n;

	while ((c = cmd_getopt(&cmd_explain, argc, argv, longs)) != -1) {
		switch (c) {
		case PROFILE:
			profile = optarg;
			break;
		case RULES:
			rules = optarg;
			break;
		case JSON:
			json = true;
			break;
		case LIST:
			list = true;
			break;
		default:
			return cmd_explain.failure;
		}
	}
	if (list == (optind < argc))
		return cmd_usage(&cmd_explain, list ?
		    "--list takes no id" : "which rule?");
	if (open_tables(profile, rules, &tables) < 0)
		return cmd_explain.failure;
	if (!list)
		return explain_all(&tables, (const char *const *)argv + optind,
		    (size_t)(argc - optind), false, json);
	ids = list_ids(&tables, &n);
	status = explain_all(&tables, ids, n, true, json);
	free(ids);
	return status;
}
