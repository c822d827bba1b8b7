/*
 * sallyport review report: the queue and the evidence as one page.
 */
#include "review.h"

#include <fcntl.h>
#include <getopt.h>
#include <sys/stat.h>
#include <time.h>

#include "review_page.h"
#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/fdio.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"

#define ARTICLES_MOST	1000
#define TRIES_MOST	20

struct report {
	struct review_log	*log;
	struct review_group	*groups;
	size_t			 ngroups;
	struct review_entry	**shown;	/* an article each */
	size_t			 nshown;
	size_t			 left_out;
	struct buf		 out;
};

static void
add_log_state(struct buf *out, const struct review_log *log)
{
	const struct audit_report *rep = &log->rep;
	int r = log->rep_err;

	buf_addf(out, "<div class=\"card %s\"><p><span class=\"w %s\">",
	    r == 0 && rep->fault == AUDIT_WHOLE ? "good" : "bad",
	    r == 0 && rep->fault == AUDIT_WHOLE ? "good" : "bad");
	if (r < 0) {
		buf_adds(out, "not verified</span> ");
		page_add(out, audit_why(r));
	} else if (rep->fault != AUDIT_WHOLE) {
		buf_addf(out, "not whole</span> %s at record %llu: ",
		    audit_fault_name(rep->fault),
		    (unsigned long long)rep->fault_seq);
		page_add(out, rep->detail);
	} else
		buf_addf(out, "whole</span> The log has %llu record%s and "
		    "%llu checkpoint%s, and is signed up to record %llu. It is "
		    "unanchored: nothing saved elsewhere was compared.",
		    (unsigned long long)rep->records,
		    rep->records == 1 ? "" : "s",
		    (unsigned long long)rep->checkpoints,
		    rep->checkpoints == 1 ? "" : "s",
		    (unsigned long long)rep->signed_to);
	buf_adds(out, "</p>\n<p class=\"d x\">");
	page_add(out, log->path);
	if (r == 0 && rep->fault == AUDIT_WHOLE) {
		buf_adds(out, "<br>key <span class=\"m\">");
		page_add(out, rep->key);
		buf_adds(out, "</span>");
	}
	buf_adds(out, "</p></div>\n");
}

/* How much there is, and how much of it a person can let run. */
static void
add_tiles(struct report *rp)
{
	size_t waits = 0, tries = 0, violations = 0, i, k;

	for (i = 0; i < rp->ngroups; i++) {
		const struct review_group *g = &rp->groups[i];

		waits += g->open > 0 && review_kind(g->last) == REVIEW_HOLD;
		tries += g->n;
		for (k = 0; k < g->n; k++)
			violations += g->tries[k]->violations;
	}
	buf_addf(&rp->out, "<ul class=\"tiles\"><li%s><b>%zu</b>%s for a "
	    "person</li><li><b>%zu</b>%s in the queue</li>"
	    "<li%s><b>%zu</b>violation%s</li></ul>\n",
	    waits > 0 ? " class=\"hot\"" : "", waits,
	    waits == 1 ? "waits" : "wait", tries,
	    tries == 1 ? "submission" : "submissions",
	    violations > 0 ? " class=\"hot\"" : "",
	    violations, violations == 1 ? "" : "s");
}

static size_t
place_of(const struct report *rp, const struct review_entry *e)
{
	for (size_t i = 0; i < rp->nshown; i++)
		if (rp->shown[i] == e)
			return i + 1;
	return 0;
}

/* The article before this one that shows the same code; 0: none does. */
static size_t
shown_before(const struct report *rp, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (rp->shown[i]->sha256[0] != '\0' &&
		    strcmp(rp->shown[j]->sha256, rp->shown[i]->sha256) == 0)
			return j + 1;
	return 0;
}

static void
add_name(struct report *rp, const struct review_entry *e)
{
	size_t at = place_of(rp, e);

	if (at > 0)
		buf_addf(&rp->out, "<a href=\"#e%zu\">", at);
	page_add(&rp->out, e->name);
	buf_adds(&rp->out, at > 0 ? "</a>" : "");
}

static void
add_queue(struct report *rp)
{
	struct buf *out = &rp->out;

	buf_adds(out, "<h2>Queue</h2>\n");
	if (rp->ngroups == 0) {
		buf_adds(out, "<p>Nothing is in the queue.</p>\n");
		return;
	}
	buf_adds(out, "<div class=\"card\"><table class=\"q\"><thead><tr>"
	    "<th scope=\"col\">severity</th><th scope=\"col\">kind</th>"
	    "<th scope=\"col\">rule</th><th scope=\"col\">submission</th>"
	    "<th scope=\"col\" class=\"n\">tries</th>"
	    "<th scope=\"col\">last</th><th scope=\"col\">agent</th>"
	    "<th scope=\"col\">state</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < rp->ngroups; i++) {
		const struct review_group *g = &rp->groups[i];
		const struct review_entry *e = g->last;
		enum review_kind kind = review_kind(e);

		buf_addf(out, "<tr><td><span class=\"w %s\">%s</span></td>"
		    "<td><span class=\"w %s\">%s</span></td><td>",
		    rules_severity_name((enum rules_severity)e->severity),
		    rules_severity_name((enum rules_severity)e->severity),
		    kind == REVIEW_HOLD ? "hold" : kind == REVIEW_BLOCK ?
		    "block" : "bad", review_kind_name(kind));
		page_add(out, g->rule);
		buf_adds(out, "</td><td class=\"x\">");
		add_name(rp, e);
		buf_adds(out, "<br><span class=\"d\">");
		page_add(out, e->message);
		buf_addf(out, "</span></td><td class=\"n\">%zu</td>"
		    "<td class=\"t\">", g->n);
		review_add_time(e->time, out);
		buf_adds(out, "</td><td class=\"x\">");
		page_add(out, e->agent);
		buf_addf(out, "</td><td>%s</td></tr>\n", review_state_name(
		    review_state(rp->log, e, NULL)));
	}
	buf_adds(out, "</tbody></table></div>\n");
}

/* The other tries of a row, below the article of the last. */
static void
add_tries(struct report *rp, const struct review_entry *e)
{
	const struct review_group *g = NULL;
	size_t i;

	for (i = 0; i < rp->ngroups && g == NULL; i++)
		if (rp->groups[i].last == e && rp->groups[i].n > 1)
			g = &rp->groups[i];
	if (g == NULL)
		return;
	buf_addf(&rp->out, "<h3>%zu tries of %zu %s</h3>\n"
	    "<div class=\"card\"><table><thead><tr><th scope=\"col\">time</th><th scope=\"col\">"
	    "submission</th><th scope=\"col\">id</th><th scope=\"col\">code"
	    "</th></tr></thead><tbody>\n", g->n, g->codes,
	    g->codes == 1 ? "code" : "different codes");
	for (i = 0; i < g->n && i < TRIES_MOST; i++) {
		const struct review_entry *t = g->tries[g->n - 1 - i];

		buf_adds(&rp->out, "<tr><td>");
		review_add_time(t->time, &rp->out);
		buf_adds(&rp->out, "</td><td class=\"x\">");
		page_add(&rp->out, t->name);
		buf_adds(&rp->out, "</td><td class=\"m\">");
		page_add(&rp->out, t->id);
		buf_adds(&rp->out, "</td><td class=\"m\">");
		page_add(&rp->out, t->sha256);
		buf_adds(&rp->out, "</td></tr>\n");
	}
	buf_adds(&rp->out, "</tbody></table></div>\n");
	if (g->n > TRIES_MOST)
		buf_addf(&rp->out, "<p class=\"d\">and %zu more</p>\n",
		    g->n - TRIES_MOST);
}

static void
choose(struct report *rp, struct review_entry *e)
{
	e->wanted = true;
	if (rp->nshown < ARTICLES_MOST)
		rp->shown[rp->nshown++] = e;
	else {
		e->wanted = false;
		rp->left_out++;
	}
}

static void
choose_all(struct report *rp, const struct review_filter *filter)
{
	size_t i;

	rp->groups = review_groups(rp->log, filter, &rp->ngroups);
	for (i = 0; i < rp->log->n; i++)
		rp->log->items[i].wanted = false;
	for (i = 0; i < rp->ngroups; i++)
		choose(rp, rp->groups[i].last);
}

static void
write_page(struct report *rp, bool one)
{
	size_t i;

	page_begin(&rp->out, one ? "Sallyport: one submission" :
	    "Sallyport: review");
	buf_adds(&rp->out, "<main id=\"main\">\n<div class=\"top\">"
	    "<h1>Sallyport review</h1>\n<p class=\"d\">made ");
	review_add_time(clock_ns(CLOCK_REALTIME) / 1000000, &rp->out);
	buf_adds(&rp->out, "; times are UTC</p></div>\n");
	add_log_state(&rp->out, rp->log);
	if (!one) {
		add_tiles(rp);
		add_queue(rp);
	}
	for (i = 0; i < rp->nshown; i++) {
		page_article(&rp->out, rp->log, rp->shown[i], i + 1,
		    shown_before(rp, i));
		add_tries(rp, rp->shown[i]);
	}
	if (rp->left_out > 0)
		buf_addf(&rp->out, "<p>%zu more are not on this page: narrow "
		    "it with --since.</p>\n", rp->left_out);
	page_end(&rp->out);
}

static int
write_out(struct report *rp, const char *file)
{
	auto_fd int fd = -1;
	struct stat st;
	int r;

	if (strcmp(file, "-") == 0)
		return review_print(&rp->out);
	/* It holds what was submitted: for its owner only. */
	fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	r = fd < 0 ? -errno : 0;
	if (r == 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    fchmod(fd, 0600) < 0)
		r = -errno;
	if (r == 0)
		r = fdio_write_all(fd, rp->out.data, rp->out.len);
	if (r == 0)
		return 0;
	cmd_error(&cmd_review, "%s: %s", file, strerror(-r));
	return cmd_review.failure;
}

static int
report(struct review_log *log, const char *id,
    const struct review_filter *filter, const char *file)
{
	struct report rp = { .log = log, .out = BUF_INIT };
	struct review_entry *e;
	int r = 0;

	rp.shown = mem_new(ARTICLES_MOST, sizeof(*rp.shown));
	if (id == NULL)
		choose_all(&rp, filter);
	else if ((e = review_find(log, id, false)) != NULL)
		choose(&rp, e);
	else
		r = 1;
	if (r == 0)
		r = review_fill(log);
	if (r == 0) {
		write_page(&rp, id != NULL);
		r = write_out(&rp, file);
	}
	review_groups_free(rp.groups, rp.ngroups);
	buf_free(&rp.out);
	free(rp.shown);
	return r;
}

static int
run_report(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "audit", required_argument, NULL, 'a' },
		REVIEW_FILTER_OPTIONS,
		{ "html", required_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	const char *given = NULL, *file = NULL;
	struct review_filter filter = { 0 };
	bool filtered = false;
	auto_free char *path = NULL;
	struct review_log log;
	int c, r;

	while ((c = cmd_getopt(&cmd_review, argc, argv, longs)) != -1) {
		if (c == 'a')
			given = optarg;
		else if (c == 'h')
			file = optarg;
		else if ((r = review_filter_take(&filter, c)) != 0)
			return r;
		else
			filtered = true;
	}
	if (file == NULL)
		return cmd_usage(&cmd_review, "--html FILE: where to; - is "
		    "standard output");
	if (optind + 1 < argc || (optind < argc && filtered))
		return cmd_usage(&cmd_review, "report takes one ID, or a part "
		    "of the queue");
	path = review_path(given);
	if (path == NULL)
		return cmd_review.failure;
	r = review_open(path, &log);
	if (r == 0)
		r = report(&log, optind < argc ? argv[optind] : NULL,
		    &filter, file);
	review_close(&log);
	return r;
}

const struct cmd_word review_word_report = {
	.name = "report",
	.usage = "--html FILE " REVIEW_FILTER_USAGE " [--audit FILE] [ID]",
	.summary = "the queue and the evidence, or one, as one page",
	.help =
	"    --html FILE          where to; - is stdout; required\n"
	REVIEW_FILTER_HELP,
	.run = run_report,
};
