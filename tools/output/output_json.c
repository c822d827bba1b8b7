/* What a table says of output, asked of each text in a document. */
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/redact.h"
#include "../../supervisor/base/schema.h"
#include "output_parts.h"

struct copy {
	struct output	*output;
	const char	*where;
	struct json	*into;
	bool		 told;		/* by a name above it: all is secret */
};

static struct json *clean_json(const struct copy *, const struct json *);

static struct json *
clean_text(struct output *o, const char *text, size_t n, const char *where)
{
	auto_buf struct buf clean = BUF_INIT;

	return output_text(o, text, n, where, &clean) ?
	    js_text(clean.data, clean.len) : js_text(text, n);
}

/* What a telling name is given is a secret, however short. */
static struct json *
clean_told(const struct copy *c, const char *text, size_t n)
{
	const struct rules_row *row = c->output->known;
	auto_buf struct buf hidden = BUF_INIT;

	if (!c->told || n == 0)
		return clean_text(c->output, text, n, c->where);
	output_hit(c->output, row, c->where, 1);
	if (row->verb == RULES_HOLD)
		return clean_text(c->output, text, n, c->where);
	buf_addf(&hidden, "[redacted:%zu]", n);
	return js_text(hidden.data, hidden.len);
}

static void
copy_member(const char *key, const struct json *value, void *arg)
{
	struct copy *c = arg, below;
	auto_buf struct buf clean = BUF_INIT;

	/* Ours, and any digits may be in it. */
	if (strcmp(c->where, "files") == 0 && strcmp(key, "sha256") == 0) {
		js_put(c->into, key, js_copy(value));
		return;
	}
	if (output_text(c->output, key, strlen(key), c->where, &clean))
		key = clean.data;
	below = *c;
	below.told |= c->output->known != NULL && redact_is_name(key);
	js_put(c->into, key, clean_json(&below, value));
}

static struct json *
clean_json(const struct copy *of, const struct json *value)
{
	struct copy c = *of;
	const char *text;
	size_t i, n;

	if (js_is_obj(value)) {
		c.into = js_obj();
		js_each(value, copy_member, &c);
		return c.into;
	}
	if (js_is_arr(value)) {
		c.into = js_arr();
		for (i = 0; i < js_len(value); i++)
			js_add(c.into, clean_json(&c, js_at(value, i)));
		return c.into;
	}
	text = js_as_text(value, &n);
	return text != NULL ? clean_told(&c, text, n) : js_copy(value);
}

struct json *
output_json(struct output *o, const struct json *value, const char *where)
{
	const struct copy c = { .output = o, .where = where };

	return clean_json(&c, value);
}

/* The members that are base64, and the type of what they stand for. */
static enum rules_type
type_of(const char *member)
{
	return strcmp(member, "png") == 0 ? RULES_TYPE_PNG :
	    strcmp(member, "jpeg") == 0 ? RULES_TYPE_JPEG :
	    strcmp(member, "pdf") == 0 ? RULES_TYPE_PDF : RULES_TYPE_ANY;
}

/* It goes as a whole, or stays as it is; so does what is none. */
static struct json *
clean_picture(struct output *o, enum rules_type type,
    const struct json *value, const char *where)
{
	auto_buf struct buf bytes = BUF_INIT, clean = BUF_INIT;
	const char *text;
	size_t n;

	text = js_as_text(value, &n);
	if (text == NULL)
		return js_copy(value);
	output_decode(text, n, &bytes);
	if (!output_is_type(type, buf_str(&bytes), bytes.len)) {
		output_hit(o, &output_own[OUTPUT_NO_PICTURE], where, 1);
		return js_nul();
	}
	return output_text(o, bytes.data, bytes.len, where, &clean) ?
	    js_nul() : js_copy(value);
}

static void
copy_form(const char *key, const struct json *value, void *arg)
{
	struct copy *c = arg;
	auto_buf struct buf where = BUF_INIT;

	buf_addf(&where, "results %s", key);
	js_put(c->into, key, type_of(key) != RULES_TYPE_ANY ?
	    clean_picture(c->output, type_of(key), value, where.data) :
	    output_json(c->output, value, where.data));
}

/* What of it is JSON: its tree, else its text; or NULL. The caller's to free. */
static struct json *
value_of(const struct json *result)
{
	auto_buf struct buf list = BUF_INIT;
	struct json *values = NULL, *value = NULL;
	const char *text;
	size_t n = 0;

	if (!js_is_null(js_get(result, "json")))
		return js_copy(js_get(result, "json"));
	text = js_as_text(js_get(result, "text"), &n);
	/* A number alone is no document to who reads it. */
	buf_addc(&list, '[');
	buf_add(&list, text, n);
	buf_addc(&list, ']');
	if (js_parse(list.data, list.len, &values) == 0 && js_len(values) == 1)
		value = js_copy(js_at(values, 0));
	js_free(values);
	return value;
}

static void
put_null(const char *key, const struct json *value, void *arg)
{
	(void)value;
	js_put(arg, key, js_nul());
}

/* Nothing but what was looked at: other forms may say what they like. */
static struct json *
alone(const struct json *of, struct json *value)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *result = js_obj();

	js_each(of, put_null, result);
	js_put_flag(result, "is_main_result", true);
	js_write(value, &text);
	js_put_text(result, "text", text.data, text.len);
	js_put(result, "json", value);
	return result;
}

/* A main result as the rows of its schemas want it; NULL: denied. */
static struct json *
as_agreed(struct output *o, const struct json *result)
{
	struct json *value = value_of(result);
	bool fits = true, denied = false;

	for (size_t i = 0; i < o->nschemas; i++) {
		const struct output_schema *s = &o->schemas[i];
		auto_buf struct buf where = BUF_INIT;

		buf_adds(&where, "main result ");
		if (value == NULL)
			buf_adds(&where, "$: is no JSON");
		else if (schema_fits(s->schema, value, &where))
			continue;
		output_hit(o, s->row, where.data, 1);
		fits = false;
		denied |= s->row->verb != RULES_HOLD;
	}
	if (fits && o->nschemas > 0)
		return alone(result, value);
	js_free(value);
	return denied ? NULL : js_copy(result);
}

struct json *
output_results(struct output *o, const struct json *results)
{
	struct json *list = js_arr(), *one;
	struct copy c = { .output = o };

	for (size_t i = 0; i < js_len(results); i++) {
		one = js_get_flag(js_at(results, i), "is_main_result") ?
		    as_agreed(o, js_at(results, i)) :
		    js_copy(js_at(results, i));
		if (one == NULL)
			continue;
		c.into = js_obj();
		js_each(one, copy_form, &c);
		js_add(list, c.into);
		js_free(one);
	}
	return list;
}
