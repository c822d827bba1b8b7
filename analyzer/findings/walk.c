/*
 * A walk through modules, `json.codecs.builtins.exec`, is refused at its
 * first step; this shows in that one finding where the walk leads, step by
 * step, also where another name takes it up again.
 */
#include "report.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../judge.h"

/* The step of this walk that was refused. */
static const struct value *
refused_step(const struct value *v)
{
	while (v->from != NULL && v->from->flags & VALUE_REFUSED)
		v = v->from;
	return v;
}

void
report_walk(struct judge *j, const struct value *end)
{
	const struct value *first = refused_step(end);
	struct report *r = j->report;
	auto_buf struct buf b = BUF_INIT;
	const struct chain_step *old;
	struct finding *f = NULL;
	const char *why;
	size_t i, n;

	/* Places of a text that is run are not those of the submission. */
	if (first == end || r->running != NULL)
		return;
	for (i = 0; i < r->nfindings && f == NULL; i++)
		if (r->findings[i].origin == first->place)
			f = &r->findings[i];
	if (f == NULL)
		return;
	old = f->chain;
	n = f->nchain;
	report_chain(j, end, f);
	if (f->nchain <= n) {
		f->chain = old;
		f->nchain = n;
		return;
	}
	why = strstr(f->message, "`: ");
	if (why == NULL)
		return;
	buf_addc(&b, '`');
	buf_add_visible(&b, names_text(j->names, end->name),
	    names_length(j->names, end->name));
	buf_adds(&b, why);
	f->message = arena_strndup(j->arena, buf_str(&b), b.len);
}
