#include "run_explore.h"

#include "run_common.h"
#include "run_where.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../../supervisor/base/util.h"
#include "../../supervisor/policy/policy.h"

/* What the operator can give. Looking at a file is permitted with reading it. */
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

/* What kind of row refused it; RULES_KIND_NONE if that is not known. */
static enum rules_kind
kind_of(const struct ruleset *rules, const struct json *violation,
    bool by_default)
{
	const char *rule = js_get_str(violation, "rule");
	const struct rules_row *row = rule != NULL && rule[0] != '\0' ?
	    rules_by_id(rules, rule) : NULL;

	return row == NULL || (by_default && !row->is_default) ?
	    RULES_KIND_NONE : (enum rules_kind)row->kind;
}

static bool
is_given(enum rules_kind kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(given); i++)
		if (given[i].kind == kind)
			return true;
	return false;
}

/* Fit for a shell. */
static void
add_word(struct buf *out, const char *word)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789-._/:[]@%+,=";

	if (word[strspn(word, plain)] == '\0') {
		buf_adds(out, word);
		return;
	}
	buf_addc(out, '\'');
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			buf_adds(out, "'\\''");
		else
			buf_addc(out, *word);
	}
	buf_addc(out, '\'');
}

/* A file that can be given: not of the kernel's own, nor of this run's, which
 * the next has not. */
static bool
can_name(const struct ruleset *rules, const struct json *violation,
    const char *path)
{
	static const char own[][8] = { "$WORK", "$HOME", "$INPUT" };
	const char *rule = js_get_str(violation, "rule"), *subject;
	const struct rules_row *row = rule != NULL && rule[0] != '\0' ?
	    rules_by_id(rules, rule) : NULL;
	size_t i;

	if (path[0] != '/' || util_is_below(path, "/proc") ||
	    strstr(path, "/" POLICY_RUN) != NULL)
		return false;
	subject = row != NULL ? rules_text(rules, row->subject) : "";
	for (i = 0; i < ARRAY_SIZE(own); i++)
		if (strncmp(subject, own[i], strlen(own[i])) == 0)
			return false;
	return true;
}

/* ADDR:PORT, perhaps of datagrams; no name of a socket, nor what was asked for
 * before there was an address. */
static bool
is_endpoint(const char *text)
{
	const char *colon = strrchr(text, ':');

	return text[0] != '/' && text[0] != '@' && colon != NULL &&
	    colon[1] != '\0' && colon[1 + strspn(colon + 1, "0123456789")] ==
	    '\0';
}

/*
 * The option that would permit what was refused; false if there is none.
 * `by_default`: only what no row but the kind's default refuses. Nothing is
 * looked at: whether a path is there is not for the document to say.
 */
static bool
permit(const struct ruleset *rules, const struct json *violation,
    bool by_default, struct buf *out)
{
	enum rules_kind kind = kind_of(rules, violation, by_default);
	const char *value;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(given); i++)
		if (given[i].kind == kind)
			break;
	if (i == ARRAY_SIZE(given))
		return false;
	value = js_get_str(js_get(violation, "arguments"), given[i].argument);
	if (value == NULL && kind != RULES_CONNECT)	/* a lookup */
		value = js_get_str(violation, "name");
	if (value == NULL || !(kind == RULES_CONNECT ? is_endpoint(value) :
	    can_name(rules, violation, value)))
		return false;
	buf_addf(out, "%s ", given[i].option);
	add_word(out, value);
	return true;
}

struct json *
run_with_option(const struct run_setup *setup, const struct json *denied)
{
	const struct ruleset *rules = setup->opts.rules;
	const char *name = js_get_str(denied, "name");
	auto_buf struct buf option = BUF_INIT;
	struct json *copy = js_copy(denied);
	bool is_permitted = permit(rules, denied, false, &option);

	/* A socket that was to be made had no address yet. */
	if (!is_permitted && name != NULL && strncmp(name, "AF_INET", 7) == 0 &&
	    kind_of(rules, denied, false) == RULES_CONNECT) {
		buf_adds(&option, "--connect ADDR:PORT");
		is_permitted = true;
	}
	js_put_str(copy, "option", is_permitted ? buf_str(&option) : NULL);
	/* What the table says of it is said to who writes Python. */
	if (setup->cmd == &cmd_exec && is_given(kind_of(rules, denied, false)))
		js_put_str(copy, "hint", "");
	return copy;
}

void
run_add_options(const struct run_setup *setup, struct json *record)
{
	static const char *const lists[] = { "violations", "lookups" };
	size_t i, k;

	for (k = 0; k < ARRAY_SIZE(lists); k++) {
		const struct json *old = js_get(record, lists[k]);
		struct json *list = js_arr();

		for (i = 0; i < js_len(old); i++)
			js_add(list, run_with_option(setup, js_at(old, i)));
		js_put(record, lists[k], list);
	}
}

static struct json *
options_of(const struct run_setup *setup, const struct json *violations)
{
	char **list = NULL;
	struct json *out = js_arr();
	size_t n = 0, cap = 0, i;

	for (i = 0; i < js_len(violations); i++) {
		auto_buf struct buf text = BUF_INIT;

		if (permit(setup->opts.rules, js_at(violations, i), true,
		    &text))
			*MEM_PUSH(list, n, cap) = buf_steal(&text);
	}
	if (n > 0)
		qsort(list, n, sizeof(*list), util_compare_texts);
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

	js_put(record, "explore", js_nul());
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

	if (!js_is_obj(note))
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
