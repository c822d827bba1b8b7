#include "fit.h"

#include "buf.h"
#include "json.h"
#include "mem.h"
#include "util.h"

#define TEXT_SHORT	256u	/* shorter ones are never cut */
#define TEXT_LEAST	64u	/* and this much of one is always kept */
#define MEMBERS_MAX	64u	/* of an object that we made ourselves */
#define DEPTH_MAX	16u
#define ESCAPED		6u	/* bytes that one byte may take: \u001f */

enum shape { SHAPE_SMALL = 0, SHAPE_OBJECT, SHAPE_LIST, SHAPE_TEXT, SHAPE_ODD };

/* One walk measures, the next copies. */
struct fit {
	size_t		*sizes, n, cap;		/* measured */
	size_t		 share;			/* of each that is too long */
	struct json	*left;			/* the notes; NULL: measuring */
	struct json	*into;			/* the copy of this object */
	struct buf	 path;
	unsigned	 depth;
};

static enum shape
shape_of(const struct json *value, unsigned depth)
{
	size_t n;

	if (js_is_arr(value))
		return SHAPE_LIST;
	if (js_is_obj(value))
		return js_len(value) > MEMBERS_MAX || depth >= DEPTH_MAX ?
		    SHAPE_ODD : SHAPE_OBJECT;
	if (js_as_text(value, &n) != NULL)
		return n > TEXT_SHORT ? SHAPE_TEXT : SHAPE_SMALL;
	return SHAPE_SMALL;
}

static size_t
size_of(const struct json *value)
{
	auto_buf struct buf text = BUF_INIT;

	js_canonical(value, &text);
	return text.len;
}

void
fit_leave(struct fit_rest *rest, const struct json *item)
{
	auto_buf struct buf text = BUF_INIT;

	if (rest->count++ == 0)
		hash_begin(&rest->hash);
	js_canonical(item, &text);
	buf_addc(&text, '\n');
	hash_update(&rest->hash, text.data, text.len);
}

static struct json *
note_of(const char *unit, int64_t n, const struct hash *hash)
{
	struct json *note = js_obj();
	char hex[HASH_HEX];

	hash_hex(hash, hex);
	js_put_num(note, unit, n);
	js_put_str(note, "sha256", hex);
	return note;
}

struct json *
fit_note(struct fit_rest *rest)
{
	struct hash hash;

	if (rest->count == 0)
		hash_begin(&rest->hash);
	hash_end(&rest->hash, &hash);
	return note_of("count", rest->count, &hash);
}

void
fit_add(struct fit_list *list, struct json *item)
{
	size_t one = size_of(item) + FIT_COST;

	if (list->rest.count > 0 || one > list->budget) {
		fit_leave(&list->rest, item);
		js_free(item);
		return;
	}
	list->budget -= one;
	js_add(list->items, item);
}

static struct json *
cut_list(struct fit *fit, const struct json *list)
{
	const struct json *before = js_get(fit->left, buf_str(&fit->path));
	struct json *kept = js_arr();
	struct fit_rest rest = { 0 };
	size_t i, used = 2, one;

	for (i = 0; i < js_len(list); i++) {
		one = size_of(js_at(list, i)) + 1;
		if (rest.count > 0 || used + one > fit->share) {
			fit_leave(&rest, js_at(list, i));
			continue;
		}
		used += one;
		js_add(kept, js_copy(js_at(list, i)));
	}
	if (rest.count > 0 && before != NULL) {
		fit_leave(&rest, before);
		rest.count += js_get_num(before, "count") - 1;
	}
	if (rest.count > 0)
		js_put(fit->left, buf_str(&fit->path), fit_note(&rest));
	return kept;
}

size_t
fit_cut(const char *text, size_t n, size_t most)
{
	if (n <= most)
		return n;
	while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
		most--;
	return most;
}

static struct json *
clip(const char *text, size_t n, size_t keep)
{
	auto_buf struct buf out = BUF_INIT;

	buf_add(&out, text, keep);
	if (keep < n)
		buf_addf(&out, "[clipped:%zu]", n - keep);
	return js_text(buf_str(&out), out.len);
}

struct json *
fit_text(const char *text, size_t most)
{
	size_t n = text != NULL ? strlen(text) : 0;

	return text == NULL ? js_nul() : clip(text, n, fit_cut(text, n, most));
}

static struct json *
cut_text(struct fit *fit, const struct json *value)
{
	size_t n, keep, most = fit->share / ESCAPED;
	const char *text = js_as_text(value, &n);
	struct hash hash;

	keep = fit_cut(text, n, most > TEXT_LEAST ? most : TEXT_LEAST);
	if (keep == n)
		return js_copy(value);
	hash_of(text + keep, n - keep, &hash);
	js_put(fit->left, buf_str(&fit->path),
	    note_of("bytes", (int64_t)(n - keep), &hash));
	return clip(text, n, keep);
}

/* No object of ours is like that: all of it goes. */
static struct json *
cut_odd(struct fit *fit, const struct json *value)
{
	struct fit_rest rest = { 0 };

	fit_leave(&rest, value);
	js_put(fit->left, buf_str(&fit->path), fit_note(&rest));
	return js_nul();
}

static void take_member(const char *key, const struct json *value, void *arg);

static struct json *
cut(struct fit *fit, const struct json *value, enum shape shape)
{
	if (size_of(value) <= fit->share)
		return js_copy(value);
	return shape == SHAPE_LIST ? cut_list(fit, value) :
	    shape == SHAPE_TEXT ? cut_text(fit, value) : cut_odd(fit, value);
}

/* The copy; NULL while measuring. */
static struct json *
take_object(struct fit *fit, const struct json *value)
{
	struct json *outer = fit->into;
	struct json *copy = fit->left != NULL ? js_obj() : NULL;

	fit->into = copy;
	fit->depth++;
	js_each(value, take_member, fit);
	fit->depth--;
	fit->into = outer;
	return copy;
}

/* NULL while measuring. */
static struct json *
take_value(struct fit *fit, const struct json *value, enum shape shape)
{
	if (shape == SHAPE_OBJECT)
		return take_object(fit, value);
	if (fit->left != NULL)
		return shape == SHAPE_SMALL ? js_copy(value) :
		    cut(fit, value, shape);
	if (shape != SHAPE_SMALL)
		*MEM_PUSH(fit->sizes, fit->n, fit->cap) = size_of(value);
	return NULL;
}

static void
take_member(const char *key, const struct json *value, void *arg)
{
	struct fit *fit = arg;
	enum shape shape = shape_of(value, fit->depth);
	size_t before = fit->path.len;
	struct json *copy;

	if (fit->depth == 1 && strcmp(key, "left_out") == 0)
		shape = SHAPE_SMALL;
	buf_addf(&fit->path, "%s%s", before > 0 ? "." : "", key);
	copy = take_value(fit, value, shape);
	if (copy != NULL)
		js_put(fit->into, key, copy);
	fit->path.len = before;
	fit->path.data[before] = '\0';
}

static int
compare_sizes(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return x < y ? -1 : x > y;
}

/* The short ones take what they need; false if all do. */
static bool
share_out(struct fit *fit, size_t budget)
{
	if (fit->n > 0)
		qsort(fit->sizes, fit->n, sizeof(*fit->sizes), compare_sizes);
	for (size_t i = 0; i < fit->n; i++) {
		fit->share = budget / (fit->n - i);
		if (fit->sizes[i] > fit->share)
			return true;
		budget -= fit->sizes[i];
	}
	return false;
}

struct json *
fit_json(const struct json *doc, size_t budget)
{
	struct fit fit = { 0 };
	const struct json *left = js_get(doc, "left_out");
	struct json *copy = NULL;

	take_object(&fit, doc);
	if (share_out(&fit, budget)) {
		fit.left = js_is_obj(left) ? js_copy(left) : js_obj();
		copy = take_object(&fit, doc);
		js_put(copy, "left_out", fit.left);
	}
	free(fit.sizes);
	buf_free(&fit.path);
	return copy;
}

struct json *
fit_owned(struct json *doc, size_t budget)
{
	struct json *copy = fit_json(doc, budget);

	if (copy == NULL)
		return doc;
	js_free(doc);
	return copy;
}
