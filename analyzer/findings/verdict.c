#include "verdict.h"

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/redact.h"
#include "../../supervisor/base/util.h"

const char *
decision_name(enum decision d)
{
	switch (d) {
	case DECISION_ALLOW:
		return "allow";
	case DECISION_HOLD:
		return "hold";
	case DECISION_BLOCK:
		break;
	}
	return "block";
}

enum decision
decision_of(enum rules_verb verb)
{
	switch (verb) {
	case RULES_ALLOW:
		return DECISION_ALLOW;
	case RULES_HOLD:
		return DECISION_HOLD;
	case RULES_DENY:
	case RULES_INSPECT:
		break;
	}
	return DECISION_BLOCK;
}

enum decision
decision_join(enum decision a, enum decision b)
{
	if (a == DECISION_ALLOW)
		return b;
	if (b == DECISION_ALLOW)
		return a;
	return a == DECISION_HOLD && b == DECISION_HOLD ? DECISION_HOLD :
	    DECISION_BLOCK;
}

/* Null where there are no cells: a caller need not ask whether it is there. */
static void
put_cell(struct json *place, uint32_t cell)
{
	js_put(place, "cell", cell > 0 ? js_num(cell) : js_nul());
}

/* Null where the step is in the submission itself. */
static struct json *
inner_json(const struct chain_step *step)
{
	struct json *o;

	if (step->depth == 0)
		return js_nul();
	o = js_obj();
	js_put_num(o, "depth", step->depth);
	js_put_num(o, "line", step->inner_line);
	js_put_num(o, "column", step->inner_column);
	return o;
}

static struct json *
chain_json(const struct finding *f)
{
	auto_buf struct buf scratch = BUF_INIT;
	struct json *chain = js_arr(), *step;
	size_t i;

	for (i = 0; i < f->nchain; i++) {
		step = js_obj();
		put_cell(step, f->chain[i].cell);
		js_put_num(step, "line", f->chain[i].line);
		js_put_num(step, "column", f->chain[i].column);
		js_put(step, "inner", inner_json(&f->chain[i]));
		js_put_str(step, "text", redact_shown(f->chain[i].text,
		    &scratch));
		js_put_str(step, "fact", redact_shown(f->chain[i].fact,
		    &scratch));
		js_add(chain, step);
	}
	return chain;
}

static struct json *
finding_json(const char *file, const struct finding *f)
{
	auto_buf struct buf scratch = BUF_INIT;
	struct json *o = js_obj();

	js_put_str(o, "rule", f->rule);
	js_put_str(o, "class", rules_class_name(f->class));
	js_put_str(o, "severity", rules_severity_name(f->severity));
	js_put_str(o, "decision", decision_name(f->decision));
	js_put_str(o, "message", redact_shown(f->message, &scratch));
	js_put_str(o, "hint", f->hint);
	js_put_str(o, "file", file);
	put_cell(o, f->span.cell);
	js_put_num(o, "line", f->span.line);
	js_put_num(o, "column", f->span.column);
	js_put_num(o, "end_line", f->span.end_line);
	js_put_num(o, "end_column", f->span.end_column);
	js_put_str(o, "excerpt", redact_shown(f->excerpt, &scratch));
	js_put(o, "chain", chain_json(f));
	return o;
}

static void
put_strings(struct json *o, const char *key, const char **strings, size_t n)
{
	struct json *all = js_arr();
	size_t i;

	for (i = 0; i < n; i++)
		js_add(all, js_str(strings[i]));
	js_put(o, key, all);
}

static struct json *
manifest_json(const struct manifest *m)
{
	struct json *o = js_obj();

	js_put_flag(o, "complete", m->complete);
	put_strings(o, "imports", m->imports, m->nimports);
	put_strings(o, "reads", m->reads, m->nreads);
	put_strings(o, "writes", m->writes, m->nwrites);
	put_strings(o, "hosts", m->hosts, m->nhosts);
	js_put_flag(o, "processes", m->processes);
	js_put_flag(o, "threads", m->threads);
	return o;
}

static struct json *
admissions_json(const struct verdict *v)
{
	struct json *all = js_arr(), *o;
	size_t i;

	for (i = 0; i < v->nadmissions; i++) {
		o = js_obj();
		js_put_str(o, "subject", v->admissions[i].subject);
		js_put_str(o, "rule", v->admissions[i].rule);
		js_put_str(o, "row", v->admissions[i].row);
		put_cell(o, v->admissions[i].cell);
		js_put_num(o, "line", v->admissions[i].line);
		js_put_num(o, "column", v->admissions[i].column);
		js_add(all, o);
	}
	return all;
}

void
verdict_hash(const struct verdict *v, struct hash *ret)
{
	hash_of(v->bytes, v->nbytes, ret);
}

struct json *
verdict_json(const struct verdict *v)
{
	struct json *o = js_obj(), *findings = js_arr();
	struct hash hash;
	char hex[HASH_HEX];
	size_t i;

	verdict_hash(v, &hash);
	hash_hex(&hash, hex);
	js_put_str(o, "name", v->name);
	js_put_str(o, "sha256", hex);
	js_put_str(o, "decision", decision_name(v->decision));
	/* Of a submission of several files those beside the script. */
	js_put(o, "files", js_arr());
	for (i = 0; i < v->nfindings; i++)
		js_add(findings, finding_json(v->name, &v->findings[i]));
	js_put(o, "findings", findings);
	js_put(o, "manifest", manifest_json(&v->manifest));
	js_put(o, "admissions", v->admissions != NULL ? admissions_json(v) :
	    js_nul());
	return o;
}
