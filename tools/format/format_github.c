/*
 * Workflow commands of GitHub Actions: one annotation a line,
 *
 *	::error file=NAME,line=1,col=2,endColumn=5,title=TITLE::MESSAGE
 */
#include "format.h"

#include "../../supervisor/base/redact.h"

/*
 * The runner undoes %25 %0D %0A everywhere and %3A %2C in properties; whatever
 * else could end the line or drive a terminal is made visible first.
 */
static void
add_escaped(struct buf *out, const char *s, bool property)
{
	auto_buf struct buf clean = BUF_INIT;
	const char *p;

	buf_add_visible(&clean, s, strlen(s));
	for (p = buf_str(&clean); *p != '\0'; p++) {
		if (*p == '%' || (property && (*p == ':' || *p == ',')))
			buf_addf(out, "%%%02X", (unsigned char)*p);
		else
			buf_addc(out, *p);
	}
}

static const char *
command_of(enum decision d)
{
	switch (d) {
	case DECISION_ALLOW:
		return "notice";
	case DECISION_HOLD:
		return "warning";
	case DECISION_BLOCK:
		break;
	}
	return "error";
}

static void
add_finding(struct buf *out, const char *name, const struct finding *f)
{
	auto_buf struct buf clean = BUF_INIT;
	const struct span *at = &f->span;

	buf_addf(out, "::%s file=", command_of(f->decision));
	add_escaped(out, name, true);
	/* A cell's lines are not lines of the file. */
	if (at->cell == 0 && at->line > 0) {
		buf_addf(out, ",line=%u,endLine=%u", at->line,
		    at->end_line > at->line ? at->end_line : at->line);
		if (at->end_line <= at->line && at->column > 0)
			buf_addf(out, ",col=%u,endColumn=%u", at->column,
			    at->end_column > at->column ? at->end_column :
			    at->column + 1);
	}
	buf_adds(out, ",title=");
	add_escaped(out, f->rule, true);
	buf_addf(out, " (%s/%s)::", rules_class_name(f->class),
	    rules_severity_name(f->severity));
	if (at->cell > 0)
		buf_addf(out, "cell %u, line %u, column %u: ", at->cell,
		    at->line, at->column);
	add_escaped(out, redact_shown(f->message, &clean), false);
	if (f->hint != NULL && f->hint[0] != '\0') {
		buf_adds(out, "%0A");
		add_escaped(out, f->hint, false);
	}
	buf_addc(out, '\n');
}

static void
github_one(const struct format_env *env UNUSED, const struct verdict *v,
    struct page *page UNUSED, struct piece *ret)
{
	size_t i;

	for (i = 0; i < v->nfindings; i++)
		add_finding(&ret->body, v->name, &v->findings[i]);
	if (v->nfindings == 0 && v->decision != DECISION_ALLOW) {
		buf_addf(&ret->body, "::%s file=", command_of(v->decision));
		add_escaped(&ret->body, v->name, true);
		buf_addf(&ret->body, "::%s\n", decision_name(v->decision));
	}
}

static void
github_end(const struct format_env *env UNUSED, const struct totals *totals,
    const struct piece *pieces UNUSED, size_t npieces UNUSED,
    struct buf *out)
{
	size_t i;

	for (i = 0; i < totals->nerrors; i++) {
		buf_adds(out, "::error file=");
		add_escaped(out, totals->errors[i].name, true);
		buf_adds(out, ",title=not judged::");
		add_escaped(out, totals->errors[i].why, false);
		buf_addc(out, '\n');
	}
}

const struct format format_github = {
	.name = "github",
	.streams = true,
	.separator = "",
	.one = github_one,
	.end = github_end,
};
