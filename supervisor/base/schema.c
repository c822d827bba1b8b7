#include "schema.h"

#include <string.h>

#include "buf.h"
#include "json.h"
#include "mem.h"
#include "util.h"

#define DEPTH_MOST	32
#define WHOLE		9e15	/* beyond it no double has a fraction */

struct word {
	const char	*name;
	/* What it must be; NULL: as it should be. */
	const char	*(*fault)(const struct json *);
};

struct walk {
	struct buf	*why;
	struct buf	 at;	/* where */
	unsigned	 depth;
	bool		 is;	/* so far */
	const struct json *schema, *value;
};

static bool
is_type(const struct json *j, const char *type)
{
	return strcmp(js_type_name(j), type) == 0;
}

static bool
is_number(const struct json *j)
{
	return is_type(j, "integer") || is_type(j, "number");
}

static bool
is_type_word(const struct json *j)
{
	static const char words[][8] = { "null", "boolean", "integer",
	    "number", "string", "array", "object" };

	return js_as_str(j) != NULL && IS_ONE_OF(js_as_str(j), words);
}

static const char *
type_fault(const struct json *j)
{
	bool is = js_is_arr(j) ? js_len(j) > 0 : is_type_word(j);

	for (size_t i = 0; i < js_len(j) && js_is_arr(j); i++)
		is = is && is_type_word(js_at(j, i));
	return is ? NULL : "a type or a list of them";
}

static const char *
enum_fault(const struct json *j)
{
	return js_is_arr(j) ? NULL : "a list of values";
}

static const char *
required_fault(const struct json *j)
{
	bool is = js_is_arr(j);

	for (size_t i = 0; i < js_len(j); i++)
		is = is && js_as_str(js_at(j, i)) != NULL;
	return is ? NULL : "a list of names";
}

static const char *
object_fault(const struct json *j)
{
	return js_is_obj(j) ? NULL : "an object";
}

static const char *
flag_fault(const struct json *j)
{
	return is_type(j, "boolean") ? NULL : "true or false";
}

static const char *
number_fault(const struct json *j)
{
	return is_number(j) ? NULL : "a number";
}

static const char *
count_fault(const struct json *j)
{
	return js_is_num(j) && js_as_num(j) >= 0 ? NULL : "a count";
}

static const char *
text_fault(const struct json *j)
{
	return is_type(j, "string") ? NULL : "a text";
}

static const struct word words[] = {
	{ "type", type_fault }, { "enum", enum_fault },
	{ "properties", object_fault }, { "required", required_fault },
	{ "additionalProperties", flag_fault }, { "items", object_fault },
	{ "minimum", number_fault }, { "maximum", number_fault },
	{ "maxLength", count_fault }, { "maxItems", count_fault },
	{ "$schema", text_fault }, { "title", text_fault },
	{ "description", text_fault },
};

static void look_at(struct walk *, const struct json *);

static void
look_at_property(const char *key, const struct json *value, void *arg)
{
	(void)key;
	look_at(arg, value);
}

static void
look_at_word(const char *key, const struct json *value, void *arg)
{
	struct walk *w = arg;
	const char *fault = "no word of a schema that is known here";
	size_t i = 0;

	while (i < ARRAY_SIZE(words) && strcmp(words[i].name, key) != 0)
		i++;
	if (i < ARRAY_SIZE(words))
		fault = words[i].fault(value);
	if (fault != NULL && w->is) {
		w->is = false;
		buf_addc(w->why, '\'');
		buf_add_visible(w->why, key, strlen(key));
		buf_addf(w->why, "' is %s%s", i < ARRAY_SIZE(words) ?
		    "to be " : "", fault);
	}
	if (w->is && strcmp(key, "items") == 0)
		look_at(w, value);
	if (w->is && strcmp(key, "properties") == 0)
		js_each(value, look_at_property, w);
}

static void
look_at(struct walk *w, const struct json *schema)
{
	if (w->is && (!js_is_obj(schema) || w->depth == DEPTH_MOST)) {
		w->is = false;
		buf_adds(w->why, js_is_obj(schema) ? "it is nested too deep" :
		    "a schema is an object");
	}
	if (!w->is)
		return;
	w->depth++;
	js_each(schema, look_at_word, w);
	w->depth--;
}

bool
schema_is(const struct json *schema, struct buf *why)
{
	struct walk w = { .why = why, .is = true };

	look_at(&w, schema);
	return w.is;
}

static void
misfit(struct walk *w, const char *what)
{
	if (w->is)
		buf_addf(w->why, "$%s: %s", buf_str(&w->at), what);
	w->is = false;
}

/* A number without a fraction is an integer, however it is written. */
static bool
has_type(const struct json *value, const char *type)
{
	const double x = js_as_real(value);

	if (strcmp(type, "number") == 0)
		return is_number(value);
	if (strcmp(type, "integer") == 0 && is_type(value, "number"))
		return x < -WHOLE || x > WHOLE || x == (double)(int64_t)x;
	return is_type(value, type);
}

static bool
has_one_type(const struct json *value, const struct json *type)
{
	if (js_as_str(type) != NULL)
		return has_type(value, js_as_str(type));
	for (size_t i = 0; i < js_len(type); i++)
		if (has_type(value, js_as_str(js_at(type, i))))
			return true;
	return false;
}

static bool
is_one_of(const struct json *value, const struct json *list)
{
	for (size_t i = 0; i < js_len(list); i++) {
		const struct json *one = js_at(list, i);

		if (js_equal(value, one) || (is_number(value) &&
		    is_number(one) && js_as_real(value) == js_as_real(one)))
			return true;
	}
	return false;
}

static int
compare(const struct json *a, const struct json *b)
{
	double x = js_as_real(a), y = js_as_real(b);

	/* Beyond 2^53 a double rounds. */
	if (js_is_num(a) && js_is_num(b))
		return js_as_num(a) < js_as_num(b) ? -1 :
		    js_as_num(a) > js_as_num(b);
	return x < y ? -1 : x > y;
}

static void fit(struct walk *, const struct json *, const struct json *);

/* At a part of it, which is added to the place and taken off again. */
static void
fit_part(struct walk *w, const struct json *schema, const struct json *value,
    const char *name, size_t i)
{
	const size_t len = w->at.len;

	if (name != NULL) {
		buf_addc(&w->at, '.');
		buf_add_visible(&w->at, name, strlen(name));
	} else
		buf_addf(&w->at, "[%zu]", i);
	fit(w, schema, value);
	/* What misfits further up is said there. */
	w->at.len = len;
	w->at.data[len] = '\0';
}

static void
fit_property(const char *key, const struct json *schema, void *arg)
{
	struct walk *w = arg;
	const struct json *value = js_get(w->value, key);

	if (value != NULL && w->is)
		fit_part(w, schema, value, key, 0);
}

static void
fit_member(const char *key, const struct json *value, void *arg)
{
	struct walk *w = arg;

	(void)value;
	if (js_get(js_get(w->schema, "properties"), key) == NULL)
		misfit(w, "has a member that the schema does not name");
}

static void
fit_object(struct walk *w, const struct json *schema,
    const struct json *value)
{
	const struct json *required = js_get(schema, "required");
	const struct walk outer = *w;

	for (size_t i = 0; i < js_len(required); i++)
		if (js_get(value, js_as_str(js_at(required, i))) == NULL)
			misfit(w, "lacks a member that is required");
	w->schema = schema;
	w->value = value;
	if (js_get(schema, "additionalProperties") != NULL &&
	    !js_get_flag(schema, "additionalProperties"))
		js_each(value, fit_member, w);
	js_each(js_get(schema, "properties"), fit_property, w);
	w->schema = outer.schema;
	w->value = outer.value;
}

static size_t
count_characters(const struct json *text)
{
	size_t i, len, n = 0;
	const char *bytes = js_as_text(text, &len);

	for (i = 0; i < len; i++)
		n += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return n;
}

static void
fit(struct walk *w, const struct json *schema, const struct json *value)
{
	const struct json *type = js_get(schema, "type"),
	    *list = js_get(schema, "enum"), *items = js_get(schema, "items"),
	    *least = js_get(schema, "minimum"),
	    *most = js_get(schema, "maximum"),
	    *length = js_get(schema, "maxLength"),
	    *count = js_get(schema, "maxItems");

	if (type != NULL && !has_one_type(value, type))
		misfit(w, "is of another type");
	if (list != NULL && !is_one_of(value, list))
		misfit(w, "is none of those that are listed");
	if (least != NULL && is_number(value) && compare(value, least) < 0)
		misfit(w, "is less than the minimum");
	if (most != NULL && is_number(value) && compare(value, most) > 0)
		misfit(w, "is more than the maximum");
	if (length != NULL && is_type(value, "string") &&
	    count_characters(value) > (size_t)js_as_num(length))
		misfit(w, "is longer than maxLength");
	if (count != NULL && js_is_arr(value) &&
	    js_len(value) > (size_t)js_as_num(count))
		misfit(w, "has more than maxItems");
	for (size_t i = 0; items != NULL && js_is_arr(value) &&
	    i < js_len(value) && w->is; i++)
		fit_part(w, items, js_at(value, i), NULL, i);
	if (js_is_obj(value) && w->is)
		fit_object(w, schema, value);
}

bool
schema_fits(const struct json *schema, const struct json *value,
    struct buf *why)
{
	struct walk w = { .why = why, .is = true };

	fit(&w, schema, value);
	buf_free(&w.at);
	return w.is;
}
