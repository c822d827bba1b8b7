/* What a table says of output, asked of each text in a document. */
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/redact.h"
#include "output_parts.h"

struct copy {
	struct output	*output;
	const char	*where;
	struct json	*into;
};

static struct json *
clean_text(struct output *o, const char *text, size_t n, const char *where)
{
	auto_buf struct buf clean = BUF_INIT;

	return output_text(o, text, n, where, &clean) ?
	    js_text(clean.data, clean.len) : js_text(text, n);
}

/* What a telling name is given is a secret, however short. */
static struct json *
clean_member(const struct copy *c, const char *key, const struct json *value)
{
	const struct rules_row *row = c->output->known;
	auto_buf struct buf hidden = BUF_INIT;
	const char *text;
	size_t n;

	text = js_as_text(value, &n);
	if (text == NULL || n == 0 || row == NULL || !redact_is_name(key))
		return output_json(c->output, value, c->where);
	output_hit(c->output, row, c->where, 1);
	if (row->verb == RULES_HOLD)
		return output_json(c->output, value, c->where);
	buf_addf(&hidden, "[redacted:%zu]", n);
	return js_text(hidden.data, hidden.len);
}

static void
copy_member(const char *key, const struct json *value, void *arg)
{
	struct copy *c = arg;
	auto_buf struct buf clean = BUF_INIT;

	if (output_text(c->output, key, strlen(key), c->where, &clean))
		key = clean.data;
	js_put(c->into, key, clean_member(c, key, value));
}

struct json *
output_json(struct output *o, const struct json *value, const char *where)
{
	struct copy c = { o, where, NULL };
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
			js_add(c.into, output_json(o, js_at(value, i), where));
		return c.into;
	}
	text = js_as_text(value, &n);
	return text != NULL ? clean_text(o, text, n, where) : js_copy(value);
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

struct json *
output_results(struct output *o, const struct json *results)
{
	struct json *list = js_arr();
	struct copy c = { .output = o };

	for (size_t i = 0; i < js_len(results); i++) {
		c.into = js_obj();
		js_each(js_at(results, i), copy_form, &c);
		js_add(list, c.into);
	}
	return list;
}
