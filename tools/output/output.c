#include "output.h"

#include <string.h>

#include "../../analyzer/deadline.h"
#include "../../analyzer/symbols/regex.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/redact.h"
#include "../../supervisor/base/util.h"
#include "output_parts.h"

#define SCAN_MS		10000	/* for patterns, of one run */

const struct rules_row output_own[OUTPUT_NOWN];	/* zeroed: they deny */
static const char *const own_why[OUTPUT_NOWN] = {
	[OUTPUT_TOO_LONG] = "longer than what is scanned",
	[OUTPUT_UNNAMED] = "no row of the table names it",
	[OUTPUT_NO_PICTURE] = "is not what it says it is",
};

struct output *
output_new(const struct ruleset *rules)
{
	const struct rules_row *row;
	struct output_schema *one;
	struct output *o = NULL;
	const char *text;
	size_t i;

	for (i = 0; (row = rules_at(rules, i)) != NULL; i++) {
		if (row->kind < RULES_LEFT_TEXT)
			continue;
		if (o == NULL)
			o = mem_new(1, sizeof(*o));
		o->has_files |= row->kind == RULES_LEFT_FILE;
		o->has_patterns |= row->kind == RULES_LEFT_TEXT &&
		    row->is_regex;
		if (row->kind != RULES_LEFT_RESULT)
			continue;
		one = MEM_PUSH(o->schemas, o->nschemas, o->schemas_cap);
		one->row = row;
		/* It was looked at when the table was read. */
		text = rules_text(rules, row->subject);
		if (js_parse(text, strlen(text), &one->schema) < 0)
			abort();
	}
	if (o == NULL)
		return NULL;
	o->rules = rules;
	o->known = rules_find(rules, RULES_LEFT_TEXT, "secrets");
	o->random = rules_find(rules, RULES_LEFT_TEXT, "random");
	o->regexes = regexes_new(rules);
	output_begin(o);
	return o;
}

void
output_free(struct output *o)
{
	if (o == NULL)
		return;
	while (o->nschemas > 0)
		js_free(o->schemas[--o->nschemas].schema);
	free(o->schemas);
	regexes_free(o->regexes);
	free(o->hits);
	free(o);
}

void
output_begin(struct output *o)
{
	const struct deadline deadline = deadline_in(SCAN_MS);

	o->nhits = o->left_out = 0;
	o->holds = false;
	regexes_begin(o->regexes, &deadline);
}

void
output_hit(struct output *o, const struct rules_row *row, const char *where,
    size_t count)
{
	struct output_hit *hit;
	size_t i;

	if (count == 0)
		return;
	o->holds |= row->verb == RULES_HOLD;
	for (i = 0; i < o->nhits; i++)
		if (o->hits[i].row == row &&
		    strcmp(o->hits[i].where, where) == 0) {
			o->hits[i].count += count;
			return;
		}
	if (o->nhits == HITS_MOST) {
		o->left_out += count;
		return;
	}
	hit = MEM_PUSH(o->hits, o->nhits, o->hits_cap);
	*hit = (struct output_hit){ .row = row, .count = count };
	snprintf(hit->where, sizeof(hit->where), "%s", where);
}

/* How many more are marked. */
static size_t
mark_known(const char *text, size_t n, char *mask)
{
	size_t at, len, count;
	const char *newline;

	count = redact_mark(text, n, REDACT_KEYS, mask);
	for (at = 0; at < n; at += len + 1) {
		newline = memchr(text + at, '\n', n - at);
		len = newline != NULL ? (size_t)(newline - text) - at : n - at;
		count += redact_mark(text + at, len, REDACT_KNOWN, mask + at);
	}
	return count;
}

/* Lines that a pattern matches go as a whole. */
static void
mark_lines(struct output *o, const char *text, size_t n, const char *where,
    char *mask)
{
	const struct rules_row *row;
	const char *newline;
	size_t at, len;

	for (at = 0; o->has_patterns && at < n; at += len + 1) {
		newline = memchr(text + at, '\n', n - at);
		len = newline != NULL ? (size_t)(newline - text) - at : n - at;
		row = len > 0 ? regexes_find(o->regexes, RULES_LEFT_TEXT,
		    text + at, len) : NULL;
		if (row == NULL)
			continue;
		output_hit(o, row, where, 1);
		if (row->verb != RULES_HOLD)
			memset(mask + at, 1, len);
	}
}

static void
mark_row(struct output *o, const struct rules_row *row, const char *text,
    size_t n, const char *where, char *mask)
{
	auto_free char *own = NULL;
	size_t i, count;

	if (row == NULL)
		return;
	own = mem_new(n + 1, 1);
	count = row == o->random ? redact_mark(text, n, REDACT_RANDOM, own) :
	    mark_known(text, n, own);
	output_hit(o, row, where, count);
	for (i = 0; i < n && row->verb != RULES_HOLD; i++)
		mask[i] |= own[i];
}

/* Lines stay lines. */
static void
add_masked(const char *text, size_t n, const char *mask, struct buf *out)
{
	size_t i, len;

	for (i = 0; i < n; i += len) {
		for (len = 0; i + len < n && !mask[i + len]; len++)
			;
		buf_add(out, text + i, len);
		i += len;
		for (len = 0; i + len < n && mask[i + len] &&
		    text[i + len] != '\n'; len++)
			;
		if (len > 0)
			buf_addf(out, "[redacted:%zu]", len);
		else if (i < n) {
			buf_addc(out, '\n');
			len = 1;
		}
	}
}

bool
output_text(struct output *o, const char *text, size_t n, const char *where,
    struct buf *out)
{
	auto_free char *mask = NULL;

	if (n > OUTPUT_MOST) {
		output_hit(o, &output_own[OUTPUT_TOO_LONG], where, 1);
		buf_addf(out, "[redacted:%zu]", n);
		return true;
	}
	mask = mem_new(n + 1, 1);
	mark_row(o, o->known, text, n, where, mask);
	mark_row(o, o->random, text, n, where, mask);
	mark_lines(o, text, n, where, mask);
	if (memchr(mask, 1, n) == NULL)
		return false;
	add_masked(text, n, mask, out);
	return true;
}

bool
output_holds(const struct output *o)
{
	return o->holds;
}

struct json *
output_found(const struct output *o)
{
	struct json *list = js_arr(), *one;
	size_t i;

	for (i = 0; i < o->nhits; i++) {
		const struct output_hit *hit = &o->hits[i];
		const char *id = rules_text(o->rules, hit->row->id);

		one = js_obj();
		js_put_str(one, "rule", id[0] != '\0' ? id : NULL);
		js_put_str(one, "action", hit->row->verb == RULES_HOLD ?
		    "hold" : "redact");
		js_put_str(one, "message", hit->row >= output_own &&
		    hit->row < output_own + OUTPUT_NOWN ?
		    own_why[hit->row - output_own] :
		    id[0] == '\0' ? "not as its row allows" :
		    rules_text(o->rules, hit->row->why));
		js_put_str(one, "where", hit->where);
		js_put_num(one, "count", (int64_t)hit->count);
		js_add(list, one);
	}
	if (o->left_out > 0) {
		one = js_obj();
		js_put_str(one, "rule", NULL);
		js_put_str(one, "action", o->holds ? "hold" : "redact");
		js_put_str(one, "message", "more than is listed");
		js_put_str(one, "where", "");
		js_put_num(one, "count", (int64_t)o->left_out);
		js_add(list, one);
	}
	return list;
}
