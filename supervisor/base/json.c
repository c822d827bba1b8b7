#include "json.h"

#include <jansson.h>

#include "buf.h"
#include "mem.h"
#include "util.h"

/* struct json is never defined: a pointer to it is jansson's own. */
static struct json *
wrap(json_t *j)
{
	if (j == NULL)
		abort();	/* out of memory, or our own misuse */
	return (struct json *)j;
}

static json_t *
bare(const struct json *j)
{
	return (json_t *)(uintptr_t)j;
}

struct json *
js_obj(void)
{
	return wrap(json_object());
}

struct json *
js_arr(void)
{
	return wrap(json_array());
}

struct json *
js_nul(void)
{
	return wrap(json_null());
}

struct json *
js_flag(bool on)
{
	return wrap(json_boolean(on));
}

struct json *
js_num(int64_t n)
{
	return wrap(json_integer(n));
}

struct json *
js_text(const char *bytes, size_t n)
{
	auto_buf struct buf clean = BUF_INIT;
	size_t len;

	if (u8_valid(bytes, n))
		return wrap(json_stringn_nocheck(bytes, n));
	for (; n > 0; bytes += len, n -= len) {
		len = u8_decode(bytes, n, NULL);
		if (len > 0) {
			buf_add(&clean, bytes, len);
			continue;
		}
		len = 1;
		buf_addf(&clean, "\\x%02x", (unsigned char)bytes[0]);
	}
	return wrap(json_stringn_nocheck(clean.data, clean.len));
}

struct json *
js_str(const char *s)
{
	return s == NULL ? js_nul() : js_text(s, strlen(s));
}

void
js_free(struct json *j)
{
	json_decref(bare(j));
}

struct json *
js_copy(const struct json *j)
{
	return wrap(json_deep_copy(bare(j)));
}

struct json *
js_share(const struct json *j)
{
	return wrap(json_incref(bare(j)));
}

void
js_put(struct json *obj, const char *key, struct json *value)
{
	if (json_object_set_new_nocheck(bare(obj), key, bare(value)) != 0)
		abort();
}

void
js_drop(struct json *obj, const char *key)
{
	json_object_del(bare(obj), key);
}

void
js_add(struct json *arr, struct json *value)
{
	if (json_array_append_new(bare(arr), bare(value)) != 0)
		abort();
}

void
js_set(struct json *arr, size_t i, struct json *value)
{
	if (json_array_set_new(bare(arr), i, bare(value)) != 0)
		abort();
}

void
js_put_str(struct json *obj, const char *key, const char *s)
{
	js_put(obj, key, js_str(s));
}

void
js_put_text(struct json *obj, const char *key, const char *p, size_t n)
{
	js_put(obj, key, js_text(p, n));
}

void
js_put_num(struct json *obj, const char *key, int64_t n)
{
	js_put(obj, key, js_num(n));
}

void
js_put_flag(struct json *obj, const char *key, bool on)
{
	js_put(obj, key, js_flag(on));
}

const struct json *
js_get(const struct json *obj, const char *key)
{
	return (const struct json *)json_object_get(bare(obj), key);
}

const struct json *
js_at(const struct json *arr, size_t i)
{
	return (const struct json *)json_array_get(bare(arr), i);
}

size_t
js_len(const struct json *j)
{
	return js_is_obj(j) ? json_object_size(bare(j)) :
	    json_array_size(bare(j));
}

const char *
js_as_str(const struct json *j)
{
	return json_string_value(bare(j));
}

const char *
js_as_text(const struct json *j, size_t *ret_n)
{
	*ret_n = json_string_length(bare(j));
	return json_string_value(bare(j));
}

int64_t
js_as_num(const struct json *j)
{
	return json_integer_value(bare(j));
}

const char *
js_get_str(const struct json *obj, const char *key)
{
	return js_as_str(js_get(obj, key));
}

int64_t
js_get_num(const struct json *obj, const char *key)
{
	return js_as_num(js_get(obj, key));
}

bool
js_get_flag(const struct json *obj, const char *key)
{
	return json_is_true(bare(js_get(obj, key)));
}

bool
js_is_null(const struct json *j)
{
	return j != NULL && json_typeof(bare(j)) == JSON_NULL;
}

bool
js_is_obj(const struct json *j)
{
	return j != NULL && json_typeof(bare(j)) == JSON_OBJECT;
}

bool
js_is_arr(const struct json *j)
{
	return j != NULL && json_typeof(bare(j)) == JSON_ARRAY;
}

bool
js_is_num(const struct json *j)
{
	return j != NULL && json_typeof(bare(j)) == JSON_INTEGER;
}

const char *
js_type_name(const struct json *j)
{
	static const char *const names[] = { [JSON_NULL] = "null",
	    [JSON_TRUE] = "boolean", [JSON_FALSE] = "boolean",
	    [JSON_INTEGER] = "integer", [JSON_REAL] = "number",
	    [JSON_STRING] = "string", [JSON_ARRAY] = "array",
	    [JSON_OBJECT] = "object" };

	return j != NULL ? names[json_typeof(bare(j))] : "";
}

double
js_as_real(const struct json *j)
{
	return json_number_value(bare(j));
}

bool
js_equal(const struct json *a, const struct json *b)
{
	return json_equal(bare(a), bare(b)) == 1;
}

void
js_each(const struct json *obj,
    void (*fn)(const char *key, const struct json *value, void *arg),
    void *arg)
{
	const char *key;
	json_t *value;

	json_object_foreach(bare(obj), key, value)
		fn(key, (const struct json *)value, arg);
}

static void
check_text(const char *key, const struct json *value, void *arg)
{
	(void)key;
	*(bool *)arg &= js_as_str(value) != NULL;
}

bool
js_is_texts(const struct json *obj)
{
	bool are = js_is_obj(obj);

	if (are)
		js_each(obj, check_text, &are);
	return are;
}

int
js_parse(const char *bytes, size_t n, struct json **ret)
{
	json_error_t err;
	json_t *j;

	j = json_loadb(bytes, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL,
	    &err);
	if (j == NULL)
		return -EINVAL;
	*ret = wrap(j);
	return 0;
}

/* A code point as one or two UTF-16 escapes. */
static void
write_escape(unsigned cp, struct buf *out)
{
	if (cp >= 0x10000) {
		cp -= 0x10000;
		buf_addf(out, "\\u%04x", 0xd800 + (cp >> 10));
		cp = 0xdc00 + (cp & 0x3ff);
	}
	buf_addf(out, "\\u%04x", cp);
}

/* The canonical form escapes what it must; the other also what cannot be
 * seen, so that it drives no terminal. Bytes that are no UTF-8: as js_text. */
static void
write_characters(const char *s, size_t n, bool canonical, struct buf *out)
{
	static const char shorts[] = "\bb\tt\nn\ff\rr\"\"\\\\";
	const char *hit;
	size_t i, len;
	unsigned cp;

	for (i = 0; i < n; i += len) {
		hit = NULL;
		for (const char *p = shorts; *p != '\0'; p += 2)
			if (*p == s[i])
				hit = p + 1;
		len = u8_decode(s + i, n - i, &cp);
		if (len == 0) {
			len = 1;
			buf_addf(out, "\\\\x%02x", (unsigned char)s[i]);
		} else if (hit != NULL) {
			buf_addc(out, '\\');
			buf_addc(out, *hit);
		} else if (cp < 0x20 || (!canonical && !u8_visible(cp)))
			write_escape(cp, out);
		else
			buf_add(out, s + i, len);
	}
}

static void
write_string(const char *s, size_t n, bool canonical, struct buf *out)
{
	buf_addc(out, '"');
	write_characters(s, n, canonical, out);
	buf_addc(out, '"');
}

/*
 * RFC 8785 orders names by UTF-16 code units. That is byte order of UTF-8,
 * but for code points past the surrogates, which sort before U+E000..U+FFFF.
 */
static int
compare_names(const void *left, const void *right)
{
	const unsigned char *a = *(const unsigned char *const *)left;
	const unsigned char *b = *(const unsigned char *const *)right;

	while (*a != '\0' && *a == *b)
		a++, b++;
	if ((*a >= 0xf0) != (*b >= 0xf0) && *a >= 0xee && *b >= 0xee)
		return *a >= 0xf0 ? -1 : 1;
	return *a - *b;
}

static int write_value(const json_t *, bool canonical, struct buf *);

static int
write_object(const json_t *j, bool canonical, struct buf *out)
{
	size_t count = json_object_size(j), i = 0;
	auto_free const char **names = mem_new(count, sizeof(*names));
	const char *key;
	json_t *value;
	int r;

	json_object_foreach((json_t *)(uintptr_t)j, key, value)
		names[i++] = key;
	if (canonical)
		qsort(names, count, sizeof(*names), compare_names);
	buf_addc(out, '{');
	for (i = 0; i < count; i++) {
		if (i > 0)
			buf_addc(out, ',');
		write_string(names[i], strlen(names[i]), canonical, out);
		buf_addc(out, ':');
		r = write_value(json_object_get(j, names[i]), canonical, out);
		if (r < 0)
			return r;
	}
	buf_addc(out, '}');
	return 0;
}

/* As few digits as give the same number, and never those of an integer. */
static void
write_real(double value, struct buf *out)
{
	char text[32];
	int digits;

	for (digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	buf_adds(out, text);
	if (strpbrk(text, ".e") == NULL)
		buf_adds(out, ".0");
}

/* Recursion is bounded: jansson refuses to parse beyond 2,048 levels. */
static int
write_value(const json_t *j, bool canonical, struct buf *out)
{
	size_t i;
	int r;

	switch (json_typeof(j)) {
	case JSON_OBJECT:
		return write_object(j, canonical, out);
	case JSON_ARRAY:
		buf_addc(out, '[');
		for (i = 0; i < json_array_size(j); i++) {
			if (i > 0)
				buf_addc(out, ',');
			r = write_value(json_array_get(j, i), canonical, out);
			if (r < 0)
				return r;
		}
		buf_addc(out, ']');
		return 0;
	case JSON_STRING:
		write_string(json_string_value(j), json_string_length(j),
		    canonical, out);
		return 0;
	case JSON_INTEGER:
		buf_addf(out, "%lld", (long long)json_integer_value(j));
		return 0;
	case JSON_REAL:
		if (canonical)
			return -EDOM;
		write_real(json_real_value(j), out);
		return 0;
	case JSON_TRUE:
		buf_adds(out, "true");
		return 0;
	case JSON_FALSE:
		buf_adds(out, "false");
		return 0;
	case JSON_NULL:
		buf_adds(out, "null");
		return 0;
	}
	return -EDOM;
}

int
js_canonical(const struct json *j, struct buf *out)
{
	auto_buf struct buf text = BUF_INIT;
	int r;

	r = write_value(bare(j), true, &text);
	if (r == 0)
		buf_add(out, text.data, text.len);
	return r;
}

void
js_write(const struct json *j, struct buf *out)
{
	write_value(bare(j), false, out);
}

void
js_write_part(const char *bytes, size_t n, struct buf *out)
{
	write_characters(bytes, n, false, out);
}
