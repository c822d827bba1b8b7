/*
 * Any bytes through the whole first door: front end, gate, and the report in
 * every format, under one of the shipped profiles. The decision is the worst
 * of the findings, so what is blocked says why, and each has a place.
 */
#include "standalone.h"

#include "tools/check/check.h"
#include "tools/format/format.h"
#include "supervisor/base/rules.h"

static const struct format *const formats[] = {
	&format_text, &format_json, &format_sarif, &format_github,
};

static void
must(bool held)
{
	if (!held)
		abort();
}

/* One judge a profile is kept: facts of one submission serve the next. */
static struct judge *
judge_for(unsigned which, struct check **ret_check)
{
	static struct check checks[3];
	static struct judge *judges[3];
	static const char *const names[] = { "data", "extended", "minimal" };
	struct check *check = &checks[which];

	*ret_check = check;
	if (judges[which] != NULL)
		return judges[which];
	must(rules_builtin(names[which], &check->rules) == 0);
	check->table = names[which];
	check->format = &format_text;
	check->env.rules = check->rules;
	check->env.why_allowed = which == 1;
	check->env.colour = which == 2;
	must(judge_new(check, &judges[which]) == 0);
	return judges[which];
}

static void
check_verdict(const struct verdict *v)
{
	enum decision worst = DECISION_ALLOW;
	size_t i;

	for (i = 0; i < v->nfindings; i++) {
		const struct finding *f = &v->findings[i];

		must(f->rule != NULL && f->message != NULL);
		must(f->span.line >= 1 && f->span.column >= 1);
		must(f->span.end_line > f->span.line ||
		    (f->span.end_line == f->span.line &&
		    f->span.end_column >= f->span.column));
		worst = decision_join(worst, f->decision);
	}
	must(v->decision == worst);
}

static void
report(const struct check *check, const struct verdict *v, struct page *page)
{
	struct totals totals = { .submissions = 1, .decision = v->decision };
	size_t i, k;

	for (k = 0; k < v->nfindings; k++)
		totals.findings[v->findings[k].decision]++;
	totals.by_decision[v->decision] = 1;
	for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		struct buf out = BUF_INIT;
		struct piece piece = { BUF_INIT, BUF_INIT };

		if (formats[i]->begin != NULL)
			formats[i]->begin(&check->env, &totals, &out);
		formats[i]->one(&check->env, v, page, &piece);
		if (formats[i]->end != NULL)
			formats[i]->end(&check->env, &totals, &piece, 1,
			    &out);
		buf_free(&piece.body);
		buf_free(&piece.extra);
		buf_free(&out);
	}
}

static enum frontend
choose_frontend(const char *s, size_t n)
{
	if (memmem(s, n, "```", 3) != NULL)
		return FRONTEND_MARKDOWN;
	return memmem(s, n, "\"cells\"", 7) != NULL ? FRONTEND_NOTEBOOK :
	    FRONTEND_PYTHON;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct check_input input = { .name = (char []){ "fuzz" },
	    .root_fd = -1 };
	char *copy = malloc(n + 1);
	const struct verdict *v;
	struct check *check;
	struct judge *judge;
	struct page *page;
	enum frontend as;

	if (copy == NULL)
		return 0;
	if (n > 0)
		memcpy(copy, data, n);
	copy[n] = '\0';
	judge = judge_for(n % 3, &check);
	as = choose_frontend(copy, n);
	check->as = FRONTEND_PYTHON;
	v = judge_submission(judge, &input, copy, n, &page);
	check_verdict(v);
	report(check, v, page);
	if (as != FRONTEND_PYTHON) {
		check->as = as;
		v = judge_submission(judge, &input, copy, n, &page);
		check_verdict(v);
		report(check, v, page);
	}
	free(copy);
	return 0;
}
