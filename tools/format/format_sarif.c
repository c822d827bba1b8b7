/*
 * SARIF 2.1.0, for code scanning. One result a finding, its chain as a code
 * flow, and fingerprints of the line's text, so that a finding is the same
 * one after lines above it came or went.
 */
#include "format.h"

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/redact.h"
#include "../rules/rules_text.h"


#ifndef SALLYPORT_VERSION
#define SALLYPORT_VERSION "0.0.0"
#endif

static const char *
level_of(enum decision d)
{
	switch (d) {
	case DECISION_ALLOW:
		return "note";
	case DECISION_HOLD:
		return "warning";
	case DECISION_BLOCK:
		break;
	}
	return "error";
}

static const char *
score_of(enum rules_severity severity)
{
	switch (severity) {
	case RULES_LOW:
		return "3.0";
	case RULES_MEDIUM:
		return "5.5";
	case RULES_CRITICAL:
		return "9.5";
	case RULES_HIGH:
	case RULES_SEVERITY_UNSET:
		break;
	}
	return "8.0";
}

/*
 * A file's name as a URI reference. ':' is escaped too, or the first part of
 * a relative name could pass for a scheme.
 */
static struct json *
uri_json(const char *name)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789-._~/";
	auto_buf struct buf uri = BUF_INIT;

	if (name[0] == '/')
		buf_adds(&uri, "file://");
	for (; *name != '\0'; name++) {
		if (strchr(plain, *name) != NULL)
			buf_addc(&uri, *name);
		else
			buf_addf(&uri, "%%%02X", (unsigned char)*name);
	}
	return js_text(buf_str(&uri), uri.len);
}

static struct json *
message_json(const char *text)
{
	auto_buf struct buf clean = BUF_INIT;
	struct json *o = js_obj();

	js_put_str(o, "text", text != NULL ? redact_shown(text, &clean) : "");
	return o;
}

static struct json *
snippet_region(uint32_t line, uint32_t column, uint32_t end_line,
    uint32_t end_column, const char *snippet)
{
	struct json *region = js_obj();

	js_put_num(region, "startLine", line);
	js_put_num(region, "startColumn", column > 0 ? column : 1);
	js_put_num(region, "endLine", end_line > line ? end_line : line);
	js_put_num(region, "endColumn", end_line > line ||
	    end_column > column ? (end_column > 0 ? end_column : 1) :
	    (column > 0 ? column : 1) + 1);
	if (snippet != NULL && snippet[0] != '\0')
		js_put(region, "snippet", message_json(snippet));
	return region;
}

/*
 * A place in a notebook is a cell and a line in it; lines of the file itself
 * would be lines of its JSON. So it is a logical location.
 */
static struct json *
location_json(const char *name, const struct span *at, const char *snippet,
    const char *message)
{
	struct json *o = js_obj(), *physical = js_obj(), *artifact = js_obj();
	struct json *logical, *list;
	auto_buf struct buf cell = BUF_INIT;

	js_put(artifact, "uri", uri_json(name));
	js_put(physical, "artifactLocation", artifact);
	if (at->cell == 0 && at->line > 0)
		js_put(physical, "region", snippet_region(at->line,
		    at->column, at->end_line, at->end_column, snippet));
	js_put(o, "physicalLocation", physical);
	if (at->cell > 0) {
		buf_addf(&cell, "cell %u:%u:%u", at->cell, at->line,
		    at->column);
		logical = js_obj();
		js_put_str(logical, "fullyQualifiedName", buf_str(&cell));
		list = js_arr();
		js_add(list, logical);
		js_put(o, "logicalLocations", list);
	}
	if (message != NULL)
		js_put(o, "message", message_json(message));
	return o;
}

static struct json *
code_flows(const char *name, const struct finding *f)
{
	struct json *flows = js_arr(), *flow = js_obj(), *threads = js_arr();
	struct json *thread = js_obj(), *locations = js_arr(), *o;
	const struct chain_step *step;
	auto_buf struct buf message = BUF_INIT;
	size_t i;

	for (i = 0; i < f->nchain; i++) {
		step = &f->chain[i];
		message.len = 0;
		buf_adds(&message, step->fact != NULL &&
		    step->fact[0] != '\0' ? step->fact : step->text);
		if (step->depth > 0)
			buf_addf(&message, " (line %u, column %u of the text)",
			    step->inner_line, step->inner_column);
		o = js_obj();
		js_put(o, "location", location_json(name, &(struct span){
		    .line = step->line, .column = step->column,
		    .end_line = step->line, .end_column = step->column + 1,
		    .cell = step->cell }, NULL, buf_str(&message)));
		js_add(locations, o);
	}
	js_put(thread, "locations", locations);
	js_add(threads, thread);
	js_put(flow, "threadFlows", threads);
	js_add(flows, flow);
	return flows;
}

/* How often each fingerprint was seen: an open table, at most half full. */
struct seen {
	struct {
		struct hash	hash;
		unsigned	times;
	}	*slots;
	size_t	 mask;
};

static unsigned
count_seen(struct seen *seen, const struct hash *hash)
{
	size_t i;

	memcpy(&i, hash->bytes, sizeof(i));
	for (i &= seen->mask; seen->slots[i].times > 0;
	    i = (i + 1) & seen->mask)
		if (memcmp(&seen->slots[i].hash, hash, sizeof(*hash)) == 0)
			break;
	seen->slots[i].hash = *hash;
	return ++seen->slots[i].times;
}

/* Code scanning knows a finding again by primaryLocationLineHash alone. */
static struct json *
fingerprints_json(const struct finding *f, struct page *page,
    struct seen *seen)
{
	struct json *prints = js_obj();
	char hex[HASH_HEX], text[HASH_HEX + 16];
	struct hash hash;

	page_fingerprint(page, f, &hash);
	hash_hex(&hash, hex);
	snprintf(text, sizeof(text), "%.16s:%u", hex,
	    count_seen(seen, &hash));
	js_put_str(prints, "primaryLocationLineHash", text);
	js_put_str(prints, "sallyport/v1", text);
	return prints;
}

static struct json *
result_json(const struct verdict *v, const struct finding *f,
    struct page *page, struct seen *seen)
{
	struct json *o = js_obj(), *message = js_obj(), *list = js_arr();
	auto_buf struct buf text = BUF_INIT, clean = BUF_INIT;

	buf_adds(&text, redact_shown(f->message, &clean));
	if (f->hint != NULL && f->hint[0] != '\0')
		buf_addf(&text, "\n%s", f->hint);
	js_put_str(o, "ruleId", f->rule);
	js_put_str(o, "level", level_of(f->decision));
	js_put_text(message, "text", buf_str(&text), text.len);
	js_put(o, "message", message);
	js_add(list, location_json(v->name, &f->span, f->excerpt, NULL));
	js_put(o, "locations", list);
	if (f->nchain > 0)
		js_put(o, "codeFlows", code_flows(v->name, f));
	js_put(o, "partialFingerprints", fingerprints_json(f, page, seen));
	message = js_obj();
	js_put_str(message, "decision", decision_name(f->decision));
	js_put_str(message, "class", rules_class_name(f->class));
	js_put_str(message, "severity", rules_severity_name(f->severity));
	js_put(o, "properties", message);
	return o;
}

static struct json *
artifact_json(const struct verdict *v)
{
	struct json *o = js_obj(), *part = js_obj();
	struct hash hash;
	char hex[HASH_HEX];

	js_put(part, "uri", uri_json(v->name));
	js_put(o, "location", part);
	verdict_hash(v, &hash);
	hash_hex(&hash, hex);
	part = js_obj();
	js_put_str(part, "sha-256", hex);
	js_put(o, "hashes", part);
	part = js_obj();
	js_put_str(part, "decision", decision_name(v->decision));
	js_put(o, "properties", part);
	return o;
}

static void
sarif_one(const struct format_env *env UNUSED, const struct verdict *v,
    struct page *page, struct piece *ret)
{
	struct seen seen = { NULL, 15 };
	struct json *o;
	size_t i;

	while (seen.mask < v->nfindings * 2)
		seen.mask = seen.mask * 2 + 1;
	seen.slots = mem_new(seen.mask + 1, sizeof(*seen.slots));
	for (i = 0; i < v->nfindings; i++) {
		o = result_json(v, &v->findings[i], page, &seen);
		if (i > 0)
			buf_addc(&ret->body, ',');
		js_write(o, &ret->body);
		js_free(o);
	}
	free(seen.slots);
	o = artifact_json(v);
	js_write(o, &ret->extra);
	js_free(o);
}

/* The first bad and the first good line of a row, for who reads Markdown. */
static void
add_examples(struct buf *md, const struct ruleset *rules,
    const struct rules_row *row)
{
	const struct rules_example *e;
	bool shown[2] = { false, false };
	const char *text;

	for (size_t i = 0; (e = rules_example(rules, row, i)) != NULL; i++) {
		text = rules_text(rules, e->text);
		if (shown[e->is_bad] || strstr(text, "```") != NULL)
			continue;
		shown[e->is_bad] = true;
		buf_addf(md, "\n\n%s:\n\n```python\n%s\n```",
		    e->is_bad ? "Refused" : "Allowed", text);
	}
}

static struct json *
help_json(const struct ruleset *rules, const struct rules_row *row,
    const char *id, const char *why)
{
	const char *hint = row != NULL ? rules_text(rules, row->hint) : "";
	auto_buf struct buf text = BUF_INIT, md = BUF_INIT;
	struct json *o;

	buf_addf(&text, "%s: %s.", id, why);
	buf_addf(&md, "**%s**: %s.", id, why);
	if (hint[0] != '\0') {
		buf_addf(&text, " Instead: %s.", hint);
		buf_addf(&md, "\n\nInstead: %s.", hint);
	}
	if (row != NULL)
		add_examples(&md, rules, row);
	buf_addf(&text, " `sallyport explain %s` shows the row and its "
	    "examples.", id);
	buf_addf(&md, "\n\n`sallyport explain %s` says more.", id);
	o = message_json(buf_str(&text));
	js_put_text(o, "markdown", buf_str(&md), md.len);
	return o;
}

static struct json *
rule_json(const struct ruleset *rules, const char *id)
{
	const struct rules_row *row = rules_by_id(rules, id);
	struct json *o = js_obj(), *part, *tags;
	const char *why = "refused by the front end";
	enum rules_severity severity = RULES_HIGH;

	if (row != NULL) {
		why = rules_text(rules, row->why);
		severity = rules_row_severity(row);
	}
	js_put_str(o, "id", id);
	js_put(o, "shortDescription", message_json(why));
	js_put(o, "fullDescription", message_json(why));
	js_put(o, "help", help_json(rules, row, id, why));
	part = js_obj();
	js_put_str(part, "level", row != NULL && row->verb == RULES_HOLD ?
	    "warning" : "error");
	js_put(o, "defaultConfiguration", part);
	part = js_obj();
	js_put_str(part, "security-severity", score_of(severity));
	tags = js_arr();
	js_add(tags, js_str("security"));
	if (row != NULL)
		js_add(tags, js_str(rules_class_name(row->class)));
	js_put(part, "tags", tags);
	js_put(o, "properties", part);
	return o;
}

static void
sarif_begin(const struct format_env *env, const struct totals *totals,
    struct buf *out)
{
	struct json *driver = js_obj(), *rules = js_arr(), *tool = js_obj();
	size_t i;

	js_put_str(driver, "name", "sallyport");
	js_put_str(driver, "version", SALLYPORT_VERSION);
	js_put_str(driver, "semanticVersion", SALLYPORT_VERSION);
	for (i = 0; i < totals->nrules; i++)
		js_add(rules, rule_json(env->rules, totals->rules[i].id));
	js_put(driver, "rules", rules);
	js_put(tool, "driver", driver);
	buf_adds(out, "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/"
	    "v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\","
	    "\"version\":\"2.1.0\",\"runs\":[{\"tool\":");
	js_write(tool, out);
	js_free(tool);
	buf_adds(out, ",\"columnKind\":\"unicodeCodePoints\","
	    "\"results\":[");
}

static struct json *
invocation_json(const struct totals *totals)
{
	struct json *o = js_obj(), *notes = js_arr(), *note, *list;
	auto_buf struct buf text = BUF_INIT;
	size_t i;

	js_put_flag(o, "executionSuccessful", totals->nerrors == 0);
	for (i = 0; i < totals->nerrors; i++) {
		note = js_obj();
		js_put_str(note, "level", "error");
		text.len = 0;
		buf_addf(&text, "not judged: %s", totals->errors[i].why);
		js_put(note, "message", message_json(buf_str(&text)));
		list = js_arr();
		js_add(list, location_json(totals->errors[i].name,
		    &(struct span){ 0 }, NULL, NULL));
		js_put(note, "locations", list);
		js_add(notes, note);
	}
	js_put(o, "toolExecutionNotifications", notes);
	return o;
}

static void
sarif_end(const struct format_env *env UNUSED, const struct totals *totals,
    const struct piece *pieces, size_t npieces, struct buf *out)
{
	struct json *o;
	bool first = true;
	size_t i;

	buf_adds(out, "],\"artifacts\":[");
	for (i = 0; i < npieces; i++) {
		if (pieces[i].extra.len == 0)
			continue;
		if (!first)
			buf_addc(out, ',');
		first = false;
		buf_add(out, pieces[i].extra.data, pieces[i].extra.len);
	}
	buf_adds(out, "],\"invocations\":[");
	o = invocation_json(totals);
	js_write(o, out);
	js_free(o);
	buf_adds(out, "]}]}\n");
}

const struct format format_sarif = {
	.name = "sarif",
	.separator = ",",
	.one = sarif_one,
	.begin = sarif_begin,
	.end = sarif_end,
};
