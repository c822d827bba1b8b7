/*
 * sallyport review list: what waits for a person, tries of one snippet in one
 * row.
 */
#include "review.h"

#include <getopt.h>

#include "review_shape.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"

#define OTHERS_SHOWN	5

struct by_code {
	const char	*sha256;
	char		 shape[HASH_HEX];
};

static int
compare_code(const void *a, const void *b)
{
	return strcmp(((const struct by_code *)a)->sha256,
	    ((const struct by_code *)b)->sha256);
}

/* The shape of each different code, sorted by hash: each is read once. */
static struct by_code *
shapes_of(struct review_log *log, size_t *ret_n)
{
	struct by_code *codes = mem_new(log->n + 1, sizeof(*codes));
	size_t i, n = 0, kept = 0;
	struct hash shape;

	for (i = 0; i < log->n; i++)
		if (log->items[i].wanted)
			codes[n++].sha256 = log->items[i].sha256;
	qsort(codes, n, sizeof(*codes), compare_code);
	for (i = 0; i < n; i++) {
		auto_buf struct buf code = BUF_INIT;

		if (kept > 0 && strcmp(codes[kept - 1].sha256,
		    codes[i].sha256) == 0)
			continue;
		codes[kept].sha256 = codes[i].sha256;
		/* Code that is not kept is a row of its own. */
		if (review_code(log, codes[i].sha256, &code) == 0)
			review_shape(buf_str(&code), code.len, &shape);
		else
			hash_of(codes[i].sha256, strlen(codes[i].sha256),
			    &shape);
		hash_hex(&shape, codes[kept++].shape);
	}
	*ret_n = kept;
	return codes;
}

struct placed {
	struct review_entry	*entry;
	const char		*shape;
};

static int
compare_placed(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int c = strcmp(x->entry->rule, y->entry->rule);

	if (c == 0)
		c = strcmp(x->shape, y->shape);
	if (c == 0)
		c = strcmp(x->entry->sha256, y->entry->sha256);
	if (c != 0)
		return c;
	return x->entry->seq < y->entry->seq ? -1 : 1;
}

static int
compare_groups(const void *a, const void *b)
{
	const struct review_group *g = a, *h = b;
	const struct review_entry *x = g->last, *y = h->last;

	if (x->severity != y->severity)
		return x->severity > y->severity ? -1 : 1;
	if (g->last_ms != h->last_ms)
		return g->last_ms > h->last_ms ? -1 : 1;
	return x->seq > y->seq ? -1 : 1;
}

static bool
is_open(const struct review_log *log, const struct review_entry *e)
{
	const struct approval *a;
	enum review_state state = review_state(log, e, &a);

	/* Who let it run had not seen what it would meet. */
	if (review_kind(e) > REVIEW_BLOCK && state != REVIEW_REJECTED)
		return a == NULL || a->seq < e->met;
	return state == REVIEW_OPEN || state == REVIEW_SPENT;
}

static void
add_try(const struct review_log *log, struct review_group *g,
    struct review_entry *e)
{
	bool open = is_open(log, e);

	if (g->n == 0 || strcmp(g->tries[g->n - 1]->sha256, e->sha256) != 0)
		g->codes++;
	if (g->n == 0 || e->time < g->first_ms)
		g->first_ms = e->time;
	if (g->n == 0 || e->time > g->last_ms)
		g->last_ms = e->time;
	/* What a person can act on stands for the row. */
	if (g->last == NULL || (open && g->open == 0) ||
	    ((open || g->open == 0) && e->seq > g->last->seq))
		g->last = e;
	g->open += open;
	*MEM_PUSH(g->tries, g->n, g->cap) = e;
}

static bool
is_asked(const struct review_filter *f, const struct review_entry *e)
{
	enum review_kind kind = review_kind(e);

	if (kind == REVIEW_NO || e->time < f->since ||
	    (f->rule != NULL && strcmp(f->rule, e->rule) != 0) ||
	    (f->agent != NULL && strcmp(f->agent, e->agent) != 0))
		return false;
	return f->held == f->denied || f->held == (kind == REVIEW_HOLD);
}

int
review_filter_take(struct review_filter *f, int c)
{
	switch (c) {
	case 's':
		if (review_parse_time(optarg, false, &f->since) == 0)
			return 0;
		return cmd_usage(&cmd_review, "--since: no time: '%s'", optarg);
	case 'H':
		f->held = true;
		return 0;
	case 'D':
		f->denied = true;
		return 0;
	case 'R':
		f->rule = optarg;
		return 0;
	case 'g':
		f->agent = optarg;
		return 0;
	default:
		return cmd_review.failure;
	}
}

struct review_group *
review_groups(struct review_log *log, const struct review_filter *filter,
    size_t *ret_n)
{
	struct review_group *groups = NULL, *g = NULL;
	struct placed *all = mem_new(log->n + 1, sizeof(*all));
	struct by_code *codes, *code;
	size_t i, n = 0, ncodes, count = 0, cap = 0;

	for (i = 0; i < log->n; i++)
		log->items[i].wanted = is_asked(filter, &log->items[i]);
	codes = shapes_of(log, &ncodes);
	for (i = 0; i < log->n; i++) {
		struct by_code key = { .sha256 = log->items[i].sha256 };

		if (!log->items[i].wanted)
			continue;
		code = bsearch(&key, codes, ncodes, sizeof(*codes),
		    compare_code);
		all[n].entry = &log->items[i];
		all[n++].shape = code->shape;
	}
	qsort(all, n, sizeof(*all), compare_placed);
	for (i = 0; i < n; i++) {
		if (g == NULL || strcmp(g->rule, all[i].entry->rule) != 0 ||
		    strcmp(g->shape, all[i].shape) != 0) {
			g = MEM_PUSH(groups, count, cap);
			g->rule = all[i].entry->rule;
			memcpy(g->shape, all[i].shape, sizeof(g->shape));
		}
		add_try(log, g, all[i].entry);
	}
	if (count > 0)
		qsort(groups, count, sizeof(*groups), compare_groups);
	free(all);
	free(codes);
	*ret_n = count;
	return groups;
}

void
review_groups_free(struct review_group *groups, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(groups[i].tries);
	free(groups);
}

/* Does one decision reach both? */
static bool
same_key(const struct review_entry *a, const struct review_entry *b)
{
	return strcmp(a->sha256, b->sha256) == 0 &&
	    strcmp(a->policy, b->policy) == 0 &&
	    strcmp(a->profile, b->profile) == 0 &&
	    strcmp(a->grants_hash, b->grants_hash) == 0;
}

/*
 * The latest of each that wants a decision of its own; the caller frees the
 * list. Tries are sorted by code, so equals are found among its own.
 */
static const struct review_entry **
waiting(const struct review_log *log, const struct review_group *g,
    size_t *ret_n)
{
	const struct review_entry **list = NULL;
	size_t n = 0, cap = 0, i, k, from = 0;

	for (i = 0; i < g->n; i++) {
		const struct review_entry *e = g->tries[i];

		if (i > 0 && strcmp(g->tries[i - 1]->sha256, e->sha256) != 0)
			from = n;
		if (!is_open(log, e))
			continue;
		for (k = from; k < n; k++)
			if (same_key(list[k], e))
				break;
		if (k == n)
			MEM_PUSH(list, n, cap);
		list[k] = e;
	}
	*ret_n = n;
	return list;
}

static struct json *
waiting_json(const struct review_log *log, const struct review_group *g)
{
	size_t n, i;
	const struct review_entry **open = waiting(log, g, &n);
	struct json *all = js_arr(), *o;

	for (i = 0; i < n; i++) {
		o = js_obj();
		js_put_str(o, "id", open[i]->id[0] != '\0' ? open[i]->id :
		    NULL);
		js_put_str(o, "record", open[i]->hash);
		js_put_str(o, "sha256", open[i]->sha256);
		js_put_str(o, "name", open[i]->name);
		js_put_str(o, "profile", open[i]->profile);
		js_add(all, o);
	}
	free(open);
	return all;
}

static struct json *
group_json(const struct review_log *log, const struct review_group *g)
{
	const struct review_entry *e = g->last;
	struct json *o = js_obj();

	js_put_str(o, "rule", g->rule);
	js_put_str(o, "shape", g->shape);
	js_put_str(o, "kind", review_kind_name(review_kind(e)));
	js_put_str(o, "decision", e->decision[0] != '\0' ? e->decision :
	    NULL);
	js_put_str(o, "severity", rules_severity_name(
	    (enum rules_severity)e->severity));
	js_put_str(o, "message", e->message);
	js_put_num(o, "tries", (int64_t)g->n);
	js_put_num(o, "codes", (int64_t)g->codes);
	js_put_num(o, "open", (int64_t)g->open);
	js_put_num(o, "first", g->first_ms);
	js_put_num(o, "last", g->last_ms);
	js_put_str(o, "state", review_state_name(review_state(log, e, NULL)));
	js_put_str(o, "id", e->id[0] != '\0' ? e->id : NULL);
	js_put_str(o, "record", e->hash);
	js_put_str(o, "sha256", e->sha256);
	js_put_str(o, "name", e->name);
	js_put_str(o, "profile", e->profile);
	js_put_str(o, "policy", e->policy);
	js_put_str(o, "agent", e->agent[0] != '\0' ? e->agent : NULL);
	js_put_str(o, "user", e->user[0] != '\0' ? e->user : NULL);
	js_put(o, "waiting", waiting_json(log, g));
	return o;
}

/* Where it lies, for a person. */
static void
add_ids(const struct review_entry *e, struct buf *out)
{
	review_add_visible(out, e->name);
	buf_adds(out, "  code ");
	review_add_start(out, e->sha256);
	if (e->id[0] != '\0') {
		buf_adds(out, "  run ");
		review_add_start(out, e->id);
	}
	buf_adds(out, "  profile ");
	review_add_visible(out, e->profile);
	if (e->agent[0] != '\0') {
		buf_adds(out, "  agent ");
		review_add_visible(out, e->agent);
	}
	buf_addc(out, '\n');
}

/* The others of a row that a decision about the one shown leaves open. */
static void
add_others(const struct review_log *log, const struct review_group *g,
    struct buf *out)
{
	size_t n, i, shown = 0;
	const struct review_entry **open = waiting(log, g, &n);

	for (i = 0; i < n; i++) {
		if (same_key(open[i], g->last))
			continue;
		if (shown++ >= OTHERS_SHOWN)
			continue;
		buf_adds(out, "    and ");
		add_ids(open[i], out);
	}
	if (shown > OTHERS_SHOWN)
		buf_addf(out, "    and %zu more: --json names them\n",
		    shown - OTHERS_SHOWN);
	free(open);
}

/*
 *	critical block       500 tries  2026-11-21 09:23:49Z  G201  open
 *	    runs text as code: exec
 *	    agent.py  code 3f2a91c0d1e2  run 5be0...  profile minimal
 */
static void
group_text(const struct review_log *log, const struct review_group *g,
    struct buf *out)
{
	const struct review_entry *e = g->last;

	buf_addf(out, "%-8s %-9s %5zu %s  ", rules_severity_name(
	    (enum rules_severity)e->severity),
	    review_kind_name(review_kind(e)), g->n, g->n == 1 ? "try  " : "tries");
	review_add_time(g->last_ms, out);
	buf_adds(out, "  ");
	review_add_visible(out, g->rule);
	buf_addf(out, "  %s", review_state_name(review_state(log, e, NULL)));
	if (g->open > 0 && g->open < g->n)
		buf_addf(out, ", %zu open", g->open);
	buf_adds(out, "\n    ");
	review_add_visible(out, e->message);
	buf_adds(out, "\n    ");
	add_ids(e, out);
	/* The rest can only be rejected: there, one stands for all. */
	if (review_kind(e) == REVIEW_HOLD || g->open < g->n)
		add_others(log, g, out);
}

struct asked {
	const char		*log;
	struct review_filter	 filter;
	bool			 all, json;
};

static int
parse(int argc, char **argv, struct asked *ret)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		REVIEW_FILTER_OPTIONS,
		{ "all", no_argument, NULL, 'A' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		switch (c) {
		case 'a':
			ret->log = optarg;
			break;
		case 'A':
			ret->all = true;
			break;
		case 'j':
			ret->json = true;
			break;
		default:
			r = review_filter_take(&ret->filter, c);
			if (r != 0)
				return r;
		}
	}
	if (optind < argc)
		return cmd_usage(&cmd_review, "list takes no '%s'",
		    argv[optind]);
	return 0;
}

static void
add_groups(struct review_log *log, const struct asked *asked,
    struct buf *out)
{
	struct json *doc = js_obj(), *list = js_arr();
	struct review_group *groups;
	size_t n, i, shown = 0;

	groups = review_groups(log, &asked->filter, &n);
	for (i = 0; i < n; i++) {
		if (!asked->all && groups[i].open == 0)
			continue;
		shown++;
		if (asked->json)
			js_add(list, group_json(log, &groups[i]));
		else
			group_text(log, &groups[i], out);
	}
	js_put_str(doc, "schema", "sallyport/review-list/1");
	js_put_str(doc, "log", log->path);
	js_put(doc, "groups", list);
	if (asked->json) {
		js_write(doc, out);
		buf_addc(out, '\n');
	} else if (shown == 0)
		buf_adds(out, "nothing waits\n");
	js_free(doc);
	review_groups_free(groups, n);
}

static int
run_list(int argc, char **argv)
{
	auto_buf struct buf out = BUF_INIT;
	auto_free char *path = NULL;
	struct asked asked = { 0 };
	struct review_log log;
	int r = parse(argc, argv, &asked);

	if (r != 0)
		return r;
	path = review_path(asked.log);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0) {
		add_groups(&log, &asked, &out);
		r = review_print(&out);
	}
	review_close(&log);
	return r;
}

const struct cmd_word review_word_list = {
	.name = "list",
	.usage = REVIEW_FILTER_USAGE " [--all] [--audit FILE] [--json]",
	.summary = "what waits, gravest and newest first",
	.help =
	REVIEW_FILTER_HELP
	"    --all                what was decided, too\n"
	"    --json               as one document, with every id that waits\n",
	.run = run_list,
};
