/* Files that a run left, and what is a file in a result. */
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/util.h"
#include "output_parts.h"

static const struct {
	enum rules_type	type;
	const char	*begin;
	size_t		 n;
} marks[] = {
	{ RULES_TYPE_PNG, "\x89PNG\r\n\x1a\n", 8 },
	{ RULES_TYPE_JPEG, "\xff\xd8\xff", 3 },
	{ RULES_TYPE_GIF, "GIF8", 4 },
	{ RULES_TYPE_PDF, "%PDF-", 5 },
	{ RULES_TYPE_ZIP, "PK\3\4", 4 },
};

/* The supervisor let no other characters through. */
void
output_decode(const char *text, size_t n, struct buf *out)
{
	unsigned bits = 0, have = 0;
	size_t i;

	for (i = 0; i < n && text[i] != '='; i++) {
		unsigned char c = (unsigned char)text[i];

		bits = bits << 6 | (c >= 'a' ? c - 'a' + 26u :
		    c >= 'A' ? c - 'A' + 0u : c >= '0' ? c - '0' + 52u :
		    c == '+' ? 62u : 63u);
		have += 6;
		if (have < 8)
			continue;
		have -= 8;
		buf_addc(out, (char)(bits >> have & 0xff));
	}
}

static bool
is_json(const char *bytes, size_t n)
{
	struct json *value;

	if (js_parse(bytes, n, &value) < 0)
		return false;
	js_free(value);
	return true;
}

bool
output_is_type(enum rules_type type, const char *bytes, size_t n)
{
	size_t i;

	if (type == RULES_TYPE_ANY)
		return true;
	if (type == RULES_TYPE_TEXT)
		return u8_valid(bytes, n) && memchr(bytes, '\0', n) == NULL;
	if (type == RULES_TYPE_JSON)
		return is_json(bytes, n);
	for (i = 0; i < ARRAY_SIZE(marks); i++)
		if (marks[i].type == type)
			return n >= marks[i].n &&
			    memcmp(bytes, marks[i].begin, marks[i].n) == 0;
	return false;
}

/* Why the row that decides about its name does not allow it, or NULL. */
static const char *
fault_of(struct output *o, const struct rules_row *row, const char *bytes,
    size_t n)
{
	const char *type = rules_type_name((enum rules_type)row->type);

	if (row->verb == RULES_DENY)
		snprintf(o->why, sizeof(o->why), "%s", row->id != 0 ?
		    rules_text(o->rules, row->why) :
		    "no row of the table names it");
	else if (row->most > 0 && (n + 1023) / 1024 > row->most)
		snprintf(o->why, sizeof(o->why), "is larger than the %u KiB "
		    "that its row in the table allows", row->most);
	else if (!output_is_type((enum rules_type)row->type, bytes, n))
		snprintf(o->why, sizeof(o->why), "is no %s, as its row in the "
		    "table requires", type);
	else
		return NULL;
	return o->why;
}

bool
output_file(struct output *o, const char *path, const char *bytes, size_t n,
    const char **ret_why)
{
	const struct rules_row *row = rules_decide(o->rules, RULES_LEFT_FILE,
	    path);
	auto_buf struct buf where = BUF_INIT, clean = BUF_INIT;

	*ret_why = NULL;
	/* It is not told by a name that may not be told. */
	if (output_text(o, path, strlen(path), "name of a file", &clean)) {
		*ret_why = "its name has in it what a row of the table denies";
		return false;
	}
	buf_adds(&where, "file ");
	buf_add_visible(&where, path, strlen(path));
	if (row == NULL && o->has_files)
		row = &output_own[OUTPUT_UNNAMED];
	if (row != NULL)
		*ret_why = fault_of(o, row, bytes, n);
	if (*ret_why != NULL || (row != NULL && row->verb == RULES_HOLD))
		output_hit(o, row, where.data, 1);
	if (*ret_why == NULL && output_text(o, bytes, n, where.data, &clean))
		*ret_why = "has in it what a row of the table denies, which "
		    "`output` names";
	return *ret_why == NULL;
}
