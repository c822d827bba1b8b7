/* The document of schema sallyport/check/1: see sallyport(1). */
#include "format.h"

#include "../../supervisor/base/json.h"

static void
json_one(const struct format_env *env UNUSED, const struct verdict *v,
    struct page *page UNUSED, struct piece *ret)
{
	struct json *o = verdict_json(v);

	js_write(o, &ret->body);
	js_free(o);
}

static void
json_begin(const struct format_env *env UNUSED, const struct totals *totals,
    struct buf *out)
{
	buf_addf(out, "{\"schema\":\"sallyport/check/1\",\"decision\":\"%s\","
	    "\"submissions\":[", decision_name(totals->decision));
}

static void
json_end(const struct format_env *env UNUSED, const struct totals *totals,
    const struct piece *pieces UNUSED, size_t npieces UNUSED,
    struct buf *out)
{
	struct json *errors = js_arr(), *o;
	size_t i;

	for (i = 0; i < totals->nerrors; i++) {
		o = js_obj();
		js_put_str(o, "name", totals->errors[i].name);
		js_put_str(o, "error", totals->errors[i].why);
		js_add(errors, o);
	}
	buf_adds(out, "],");
	if (totals->left_out > 0)
		buf_addf(out, "\"left_out\":%zu,", totals->left_out);
	buf_adds(out, "\"errors\":");
	js_write(errors, out);
	js_free(errors);
	buf_adds(out, "}\n");
}

const struct format format_json = {
	.name = "json",
	.separator = ",",
	.one = json_one,
	.begin = json_begin,
	.end = json_end,
};
