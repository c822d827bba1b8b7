#include "results.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "../base/buf.h"
#include "../base/json.h"
#include "../base/mem.h"
#include "../base/util.h"

#define HEAD		5u
#define ERROR_MAX	65536u
#define TAKEN_MAX	(64u << 20)	/* that much is read, useful or not */

/* One that can be updated. */
struct shown {
	struct json	*id;		/* a text */
	size_t		 at, bytes, values;
	struct json	*late;		/* not yet said; or NULL */
};

struct results {
	bool		 wanted;
	void		(*on_result)(struct json *, size_t, void *);
	void		*arg;
	char		 head[HEAD];	/* of the frame that is coming */
	size_t		 nhead, left;
	bool		 skipped;	/* its bytes are not kept */
	struct buf	 frame;
	size_t		 taken, bytes, values, count, updates;
	struct shown	*shown;
	size_t		 nshown, shown_cap;
	bool		 main, ended, truncated;
	struct json	*error;
};

/* In the order of the document; what report.py calls them is their place. */
enum form { FORM_TEXT, FORM_BASE64, FORM_JSON, FORM_ID };

static const struct {
	char		name[12];
	enum form	form;
} parts[] = {
	{ "text", FORM_TEXT }, { "html", FORM_TEXT },
	{ "markdown", FORM_TEXT }, { "latex", FORM_TEXT },
	{ "svg", FORM_TEXT }, { "png", FORM_BASE64 },
	{ "jpeg", FORM_BASE64 }, { "pdf", FORM_BASE64 },
	{ "json", FORM_JSON }, { "javascript", FORM_TEXT },
	{ "data", FORM_JSON }, { "chart", FORM_JSON },
	{ "notes", FORM_JSON }, { "display_id", FORM_ID },
};

struct results *
results_new(bool wanted, void (*on_result)(struct json *, size_t, void *),
    void *arg)
{
	struct results *res = mem_new(1, sizeof(*res));

	res->wanted = wanted;
	res->on_result = on_result;
	res->arg = arg;
	return res;
}

static size_t
read_length(const char *p)
{
	const unsigned char *u = (const unsigned char *)p;

	return u[0] | (size_t)u[1] << 8 | (size_t)u[2] << 16 |
	    (size_t)u[3] << 24;
}

static bool
is_base64(const char *p, size_t n)
{
	size_t i = n;

	if (n % 4 != 0 || n == 0)
		return false;
	while (i > n - 2 && p[i - 1] == '=')
		i--;
	while (i > 0 && (isalnum((unsigned char)p[i - 1]) ||
	    p[i - 1] == '+' || p[i - 1] == '/'))
		i--;
	return i == 0;
}

/* As many values as it can hold: each but the first has a comma, a colon or a
 * bracket before it. */
static size_t
count_values(const char *p, size_t n)
{
	size_t count = 1;

	for (; n > 0; p++, n--)
		count += *p == ',' || *p == ':' || *p == '[' || *p == '{';
	return count;
}

/* The value of a part, or NULL. */
static struct json *
read_part(struct results *res, size_t which, const char *p, size_t n)
{
	struct json *value;

	switch (parts[which].form) {
	case FORM_BASE64:
		return is_base64(p, n) ? js_text(p, n) : NULL;
	case FORM_JSON:
		res->values += count_values(p, n);
		if (res->values > RESULTS_VALUES ||
		    js_parse(p, n, &value) < 0)
			return NULL;
		return value;
	case FORM_ID:
		return n > 0 && n <= RESULTS_ID ? js_text(p, n) : NULL;
	case FORM_TEXT:
		break;
	}
	return js_text(p, n);
}

static struct json *
read_result(struct results *res)
{
	const char *p = res->frame.data;
	size_t n = res->frame.len, which, len;
	struct json *result = js_obj(), *value;
	bool seen[ARRAY_SIZE(parts)] = { false };

	js_put_flag(result, "is_main_result", res->head[0] == 'M');
	for (which = 0; which < ARRAY_SIZE(parts); which++)
		js_put(result, parts[which].name, js_nul());
	for (; n > 0; p += len, n -= len) {
		which = (unsigned char)p[0];
		len = n >= HEAD ? read_length(p + 1) : n;
		if (n < HEAD || len > n - HEAD ||
		    which >= ARRAY_SIZE(parts) || seen[which] ||
		    (value = read_part(res, which, p + HEAD, len)) == NULL) {
			js_free(result);
			return NULL;
		}
		seen[which] = true;
		js_put(result, parts[which].name, value);
		len += HEAD;
	}
	return result;
}

/* The last that was given this id, or NULL. */
static struct shown *
find_shown(const struct results *res, const struct json *id)
{
	const char *text, *other;
	size_t i, n, len;

	text = js_as_text(id, &n);
	for (i = res->nshown; text != NULL && i-- > 0;) {
		other = js_as_text(res->shown[i].id, &len);
		if (len == n && memcmp(text, other, n) == 0)
			return &res->shown[i];
	}
	return NULL;
}

/* Each is said, up to so many; then what it came to. */
static void
update(struct results *res, struct shown *shown, struct json *result)
{
	js_free(shown->late);
	shown->late = NULL;
	if (++res->updates > RESULTS_UPDATES)
		shown->late = result;
	else
		res->on_result(result, shown->at, res->arg);
}

/* What stood in its place is not counted any more. */
static void
take_result(struct results *res)
{
	auto_buf struct buf text = BUF_INIT;
	const char kind = res->head[0];
	const bool is_full = res->count == RESULTS_MOST;
	const struct json *id = NULL;
	struct shown *shown = NULL, before = { .at = res->count };
	struct json *result = NULL;
	size_t values = res->values;

	if (res->wanted && !(is_full && kind != 'U') &&
	    !(kind == 'M' && res->main))
		result = read_result(res);
	values = res->values - values;
	if (result != NULL) {
		js_write(result, &text);
		id = js_get(result, "display_id");
	}
	if (kind == 'U' && id != NULL)
		shown = find_shown(res, id);
	if (shown != NULL)
		before = *shown;
	if (result == NULL || (is_full && shown == NULL) ||
	    text.len > RESULTS_BYTES - res->bytes + before.bytes) {
		js_free(result);
		res->truncated = true;
		return;
	}
	res->main |= kind == 'M';
	res->bytes += text.len - before.bytes;
	res->values -= before.values;
	res->count += shown == NULL;
	if (shown == NULL && !js_is_null(id)) {
		shown = MEM_PUSH(res->shown, res->nshown, res->shown_cap);
		*shown = (struct shown){ .id = js_share(id), .at = before.at };
	}
	if (shown != NULL) {
		shown->bytes = text.len;
		shown->values = values;
	}
	if (before.id != NULL)
		update(res, shown, result);
	else
		res->on_result(result, before.at, res->arg);
}

/* The last one counts: the bootstrap has the last word. */
static void
take_error(struct results *res)
{
	static const char *const members[] = { "name", "value", "traceback" };
	struct json *error = js_obj();
	size_t i, from = 0, n;

	for (i = 0; i < ARRAY_SIZE(members); i++) {
		n = from < res->frame.len ? strlen(res->frame.data + from) :
		    0;
		js_put_text(error, members[i], n > 0 ?
		    res->frame.data + from : "", n);
		from += n + 1;
	}
	js_free(res->error);
	res->error = error;
}

/* What is known of it, and how much of that may come. */
static size_t
most_of(const struct results *res)
{
	switch (res->head[0]) {
	case 'R':
	case 'M':
	case 'U':
		return RESULTS_FRAME;
	case 'E':
		return ERROR_MAX;
	default:
		return 0;
	}
}

static void
begin_frame(struct results *res)
{
	static const char kinds[] = "RMUETZ";
	size_t n = read_length(res->head + 1);
	char kind = res->head[0];

	res->frame.len = 0;
	res->left = n;
	res->skipped = res->ended || kind == '\0' ||
	    strchr(kinds, kind) == NULL || n > most_of(res);
	res->truncated |= res->skipped;
}

static void
end_frame(struct results *res)
{
	res->nhead = 0;
	if (res->skipped)
		return;
	switch (res->head[0]) {
	case 'R':
	case 'M':
	case 'U':
		take_result(res);
		break;
	case 'E':
		take_error(res);
		break;
	case 'T':
		res->truncated = true;
		break;
	default:
		res->ended = true;
	}
}

bool
results_take(const char *bytes, size_t n, void *arg)
{
	struct results *res = arg;
	size_t len;

	res->taken += n;
	if (res->taken > TAKEN_MAX) {
		res->truncated = true;
		return false;
	}
	while (n > 0) {
		if (res->nhead < HEAD) {
			res->head[res->nhead++] = *bytes++;
			n--;
			if (res->nhead == HEAD)
				begin_frame(res);
		} else {
			len = n < res->left ? n : res->left;
			if (!res->skipped)
				buf_add(&res->frame, bytes, len);
			res->left -= len;
			bytes += len;
			n -= len;
		}
		if (res->nhead == HEAD && res->left == 0)
			end_frame(res);
	}
	return true;
}

struct json *
results_renew(struct results *res, bool *ret_truncated)
{
	struct json *error = res->error != NULL ? res->error : js_nul();
	size_t i;

	for (i = 0; i < res->nshown; i++) {
		if (res->shown[i].late != NULL)
			res->on_result(res->shown[i].late, res->shown[i].at,
			    res->arg);
		js_free(res->shown[i].id);
	}
	free(res->shown);
	*ret_truncated = res->truncated || res->nhead > 0;
	buf_free(&res->frame);
	*res = (struct results){ .wanted = res->wanted,
	    .on_result = res->on_result, .arg = res->arg };
	return error;
}

struct json *
results_finish(struct results *res, bool *ret_truncated)
{
	struct json *error = results_renew(res, ret_truncated);

	free(res);
	return error;
}
