/*
 * One table with nothing left to look up: includes, sets and hints spelled
 * out. What it prints is a table itself, with the same meaning.
 */
#include "../cmd_rules.h"

#include <getopt.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/rules_load.h"
#include "rules_text.h"

#define WIDTH	80

static int rules_show_run(int, char **);

const struct cmd_word rules_show = {
	.name = "show",
	.usage = "[--profile P | --rules F] [--json] [KIND]",
	.summary = "one table with its includes and sets spelled out",
	.help =
	"    --profile P          minimal (the default), data, extended, agent,\n"
	"                         or a path\n"
	"    --rules FILE         a table of your own\n"
	"    --json               as one document\n"
	"    KIND                 import, call, read, syscall, ...; else all rows\n",
	.run = rules_show_run,
};

/* Words in lines of WIDTH, each indented by a tab. */
static void
add_wrapped(struct buf *out, const struct ruleset *rs, size_t i, size_t n,
    size_t skip)
{
	auto_buf struct buf word = BUF_INIT;
	size_t k, column = WIDTH;

	for (k = i; k < i + n; k++) {
		const struct rules_row *row = rules_at(rs, k);

		word.len = 0;
		if (skip > 0)
			buf_adds(&word, rules_text(rs, row->subject) + skip);
		else
			rules_add_subject(&word, rs, row);
		if (column + word.len + 1 > WIDTH) {
			buf_adds(out, "\n\t");
			column = 8;
		} else {
			buf_addc(out, ' ');
			column++;
		}
		buf_adds(out, buf_str(&word));
		column += word.len;
	}
	buf_addc(out, '\n');
}

static void
add_tail(struct buf *out, const struct ruleset *rs,
    const struct rules_row *row)
{
	const struct rules_example *ex;
	const char *text;
	size_t i;

	if (row->id != 0)
		buf_addf(out, " %s", rules_text(rs, row->id));
	rules_add_attrs(out, row);
	if (row->why != 0 && row->kind != RULES_MODEL)
		buf_addf(out, " : %s", rules_text(rs, row->why));
	if (row->hint != 0)
		buf_addf(out, " -> %s", rules_text(rs, row->hint));
	buf_addc(out, '\n');
	for (i = 0; (ex = rules_example(rs, row, i)) != NULL; i++) {
		buf_adds(out, ex->is_bad ? "  bad:   " : "  ok:    ");
		for (text = rules_text(rs, ex->text); *text != '\0'; text++) {
			buf_addc(out, *text);
			if (*text == '\n')
				buf_adds(out, "  | ");
		}
		buf_addc(out, '\n');
	}
}

/* The rows of one line; many subjects become a set of their own. */
static void
add_rows(struct buf *out, const struct ruleset *rs, size_t i, size_t n,
    unsigned *sets)
{
	const struct rules_row *row = rules_at(rs, i);
	auto_buf struct buf subjects = BUF_INIT;
	size_t k;

	for (k = i; k < i + n && !row->has_members; k++) {
		if (k > i)
			buf_addc(&subjects, ' ');
		rules_add_subject(&subjects, rs, rules_at(rs, k));
	}
	if (subjects.len > WIDTH && !row->is_regex) {
		buf_addf(out, "set SHOWN_%u = {", ++*sets);
		add_wrapped(out, rs, i, n, 0);
		buf_addf(out, "}\n");
		subjects.len = 0;
		buf_addf(&subjects, "$SHOWN_%u", *sets);
	}
	if (row->kind == RULES_MODEL) {
		const char *text = rules_text(rs, row->why);

		buf_addf(out, "model    %s%s", buf_str(&subjects), text +
		    (strncmp(text, "() ", 3) == 0 ? 2 : 0));
		add_tail(out, rs, row);
		return;
	}
	if (row->is_default)
		buf_adds(out, "default  ");
	buf_addf(out, row->is_default ? "%s %s" : "%-8s %-8s ",
	    rules_verb_name(row->verb), rules_kind_name(row->kind));
	if (row->has_members) {
		rules_add_subject(out, rs, row);
		buf_adds(out, " {");
		add_wrapped(out, rs, i + 1, n - 1,
		    strlen(rules_text(rs, row->subject)) + 1);
		buf_addc(out, '}');
	} else if (!row->is_default) {
		buf_adds(out, buf_str(&subjects));
	}
	add_tail(out, rs, row);
}

static void
add_amount(struct buf *out, enum rules_limit limit, int64_t value)
{
	static const struct {
		int64_t		 factor;
		const char	*name;
	} sizes[] = { { 1 << 30, "G" }, { 1 << 20, "M" }, { 1 << 10, "K" } };
	size_t i;

	if (rules_limit_form(limit) == RULES_FORM_TIME) {
		buf_addf(out, value % 1000 ? "%lldms" : "%llds",
		    (long long)(value % 1000 ? value : value / 1000));
		return;
	}
	if (rules_limit_form(limit) == RULES_FORM_PART) {
		buf_addf(out, "%lld.%03lld", (long long)(value / 1000),
		    (long long)(value % 1000));
		return;
	}
	for (i = 0; i < ARRAY_SIZE(sizes) &&
	    rules_limit_form(limit) == RULES_FORM_SIZE; i++) {
		if (value % sizes[i].factor == 0) {
			buf_addf(out, "%lld%s",
			    (long long)(value / sizes[i].factor),
			    sizes[i].name);
			return;
		}
	}
	buf_addf(out, "%lld", (long long)value);
}

/* The names of one `surface` list: its own, then those with a home. */
static void
add_list(struct buf *out, const struct ruleset *rs, const char *module)
{
	const char *name, *home, *last;
	size_t i, start = out->len;

	buf_addf(out, "surface %s {", module);
	for (i = 0; (name = rules_listed(rs, module, i, &home)) != NULL; i++) {
		if (*home != '\0')
			continue;
		if (out->len - start + strlen(name) > WIDTH) {
			buf_addc(out, '\n');
			start = out->len;
		}
		buf_addf(out, " %s", name);
	}
	buf_adds(out, " }\n");
	for (i = 0; (name = rules_listed(rs, module, i, &home)) != NULL; i++) {
		last = strrchr(home, '.');
		if (last != NULL)
			buf_addf(out, "surface %s = %.*s { %s=%s }\n", module,
			    (int)(last - home), home, name, last + 1);
	}
}

static void
show_text(struct buf *out, const struct ruleset *rs, int kind)
{
	struct hash hash;
	char hex[HASH_HEX];
	const char *module;
	unsigned sets = 0;
	size_t i, n;
	bool end;

	rules_hash(rs, &hash);
	hash_hex(&hash, hex);
	buf_addf(out, "sallyport-rules %d\n# %s, %zu rows\n# sha256 %s\n",
	    RULES_VERSION, rules_profile_name(rs), rules_count(rs), hex);
	for (i = 0; i < rules_count(rs); i += n) {
		n = rules_line_rows(rs, i);
		if (kind == RULES_KIND_NONE || rules_at(rs, i)->kind == kind ||
		    (kind == RULES_MEMBER && rules_at(rs, i)->has_members))
			add_rows(out, rs, i, n, &sets);
	}
	if (kind != RULES_KIND_NONE)
		return;
	for (i = 0, end = false; !end; i++) {
		module = rules_listed_module(rs, i, &end);
		if (module != NULL)
			add_list(out, rs, module);
	}
	for (i = 0; i < RULES_NLIMITS; i++) {
		if (rules_limit(rs, i) < 0)
			continue;
		buf_addf(out, "limit %s ", rules_limit_name(i));
		add_amount(out, i, rules_limit(rs, i));
		buf_addc(out, '\n');
	}
	for (i = 0; rules_alias(rs, i) != NULL; i++)
		buf_addf(out, "alias %s%s -> %s\n",
		    rules_text(rs, rules_alias(rs, i)->name),
		    rules_alias(rs, i)->shown ? " [shown]" : "",
		    rules_text(rs, rules_alias(rs, i)->target));
	if (rules_environment(rs)[0] != '\0')
		buf_addf(out, "environment %s\n", rules_environment(rs));
	if (rules_alerts(rs) != RULES_ALERT_DEFAULT) {
		buf_adds(out, "alert on");
		for (i = 0; rules_alert_names[i] != NULL; i++)
			if (rules_alerts(rs) & 1u << i)
				buf_addf(out, " %s", rules_alert_names[i]);
		buf_addc(out, '\n');
	}
	if (rules_judge_reads_by_landlock(rs))
		buf_adds(out, "judge reads by landlock\n");
	buf_addf(out, "require tier %c\n", rules_tier(rs));
}

static void
show_json(struct buf *out, const struct ruleset *rs, int kind)
{
	struct json *js = js_obj(), *limits = js_obj(), *rows = js_arr(),
	    *aliases = js_obj(), *alerts = js_arr();
	char hex[HASH_HEX], tier[2] = { rules_tier(rs), '\0' };
	struct hash hash;
	size_t i;

	rules_hash(rs, &hash);
	hash_hex(&hash, hex);
	for (i = 0; i < RULES_NLIMITS; i++) {
		if (rules_limit(rs, i) >= 0)
			js_put_num(limits, rules_limit_name(i),
			    rules_limit(rs, i));
	}
	for (i = 0; i < rules_count(rs); i++) {
		if (kind == RULES_KIND_NONE || rules_at(rs, i)->kind == kind)
			js_add(rows, rules_row_json(rs, rules_at(rs, i)));
	}
	js_put_str(js, "schema", "sallyport/rules/1");
	js_put_str(js, "profile", rules_profile_name(rs));
	js_put_str(js, "sha256", hex);
	js_put_str(js, "tier", tier);
	js_put_flag(js, "judge_reads_by_landlock",
	    rules_judge_reads_by_landlock(rs));
	js_put_str(js, "environment", rules_environment(rs)[0] != '\0' ?
	    rules_environment(rs) : NULL);
	for (i = 0; rules_alias(rs, i) != NULL; i++)
		js_put_str(aliases, rules_text(rs, rules_alias(rs, i)->name),
		    rules_text(rs, rules_alias(rs, i)->target));
	for (i = 0; rules_alert_names[i] != NULL; i++)
		if (rules_alerts(rs) & 1u << i)
			js_add(alerts, js_str(rules_alert_names[i]));
	js_put(js, "limits", limits);
	js_put(js, "alert_on", alerts);
	js_put(js, "aliases", aliases);
	js_put(js, "rows", rows);
	js_write(js, out);
	buf_addc(out, '\n');
	js_free(js);
}

static int
kind_by_name(const char *name)
{
	const char *names[RULES_NKINDS], *near;
	int kind;

	for (kind = RULES_SOURCE; kind < RULES_NKINDS; kind++) {
		names[kind - RULES_SOURCE] = rules_kind_name(kind);
		if (strcmp(names[kind - RULES_SOURCE], name) == 0)
			return kind;
	}
	names[RULES_NKINDS - RULES_SOURCE] = NULL;
	near = cmd_nearest(name, names);
	if (near != NULL)
		cmd_usage(&cmd_rules, "unknown kind '%s'; did you mean "
		    "%s?", name, near);
	else
		cmd_usage(&cmd_rules, "unknown kind '%s'", name);
	return -1;
}

static int
rules_show_run(int argc, char **argv)
{
	enum { PROFILE = 1, RULES, JSON };
	static const struct option longs[] = {
		{ "profile", required_argument, NULL, PROFILE },
		{ "rules", required_argument, NULL, RULES },
		{ "json", no_argument, NULL, JSON },
		{ NULL, 0, NULL, 0 }
	};
	const char *profile = NULL, *rules = NULL;
	auto_buf struct buf out = BUF_INIT;
	const struct ruleset *rs;
	int c, kind = RULES_KIND_NONE;
	bool json = false;

	while ((c = cmd_getopt(&cmd_rules, argc, argv, longs)) != -1) {
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
		default:
			return 2;
		}
	}
	if (argc - optind > 1)
		return cmd_usage(&cmd_rules, "one KIND at most");
	if (argc - optind == 1 && (kind = kind_by_name(argv[optind])) < 0)
		return 2;
	if (cmd_load_rules(&cmd_rules, profile, rules, &rs) < 0)
		return 2;
	if (json)
		show_json(&out, rs, kind);
	else
		show_text(&out, rs, kind);
	return cmd_print(&cmd_rules, &out) == 0 ? 0 : 2;
}
