/*
 * JSON documents, by jansson. The only file that knows that library.
 *
 * A value is owned by whoever made it until it is put into a container, which
 * then owns it. Strings that are not UTF-8 are kept: each stray byte appears
 * as the four characters \xHH, never dropped. Building never fails (mem.h).
 */
#ifndef SALLYPORT_JSON_H
#define SALLYPORT_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct json;

struct json *js_obj(void);
struct json *js_arr(void);
struct json *js_nul(void);
struct json *js_flag(bool);
struct json *js_num(int64_t);
struct json *js_text(const char *bytes, size_t n);
struct json *js_str(const char *s);	/* NULL gives null */
void js_free(struct json *);			/* NULL is fine */
struct json *js_copy(const struct json *);	/* deep */
/* The same value, owned once more: nobody may change it from then on. */
struct json *js_share(const struct json *);

/* Containers take over `value`; a key that is there is replaced. */
void js_put(struct json *obj, const char *key, struct json *value);
void js_add(struct json *arr, struct json *value);
/* In the place of what is there. */
void js_set(struct json *arr, size_t i, struct json *value);
/* If it is there. */
void js_drop(struct json *obj, const char *key);

void js_put_str(struct json *obj, const char *key, const char *s);
void js_put_text(struct json *obj, const char *key, const char *p, size_t n);
void js_put_num(struct json *obj, const char *key, int64_t);
void js_put_flag(struct json *obj, const char *key, bool);

/* Borrowed looks; absent or of another type: NULL, 0, false. */
const struct json *js_get(const struct json *obj, const char *key);
const struct json *js_at(const struct json *arr, size_t i);
size_t js_len(const struct json *);		/* of an array or object */
const char *js_get_str(const struct json *obj, const char *key);
int64_t js_get_num(const struct json *obj, const char *key);
bool js_get_flag(const struct json *obj, const char *key);
const char *js_as_str(const struct json *);
/* The same with its length: a string may hold NUL. */
const char *js_as_text(const struct json *, size_t *ret_n);
int64_t js_as_num(const struct json *);
bool js_is_null(const struct json *);
bool js_is_obj(const struct json *);
bool js_is_arr(const struct json *);
bool js_is_num(const struct json *);		/* an integer */
bool js_is_texts(const struct json *);		/* an object of texts alone */
/* null, boolean, integer, number, string, array or object; "" for NULL. */
const char *js_type_name(const struct json *);
double js_as_real(const struct json *);		/* of any number; else 0 */
bool js_equal(const struct json *, const struct json *);

/* In insertion order: `fn` is called for each member of an object. */
void js_each(const struct json *obj,
    void (*fn)(const char *key, const struct json *value, void *arg),
    void *arg);

/*
 * Parse exactly one document; duplicate keys are refused.
 * Returns 0 or -EINVAL. *ret is the caller's.
 */
int js_parse(const char *bytes, size_t n, struct json **ret);

/*
 * RFC 8785 form: no white space, members in order of their UTF-16 code units,
 * shortest escapes. Integers only: a real number is -EDOM (`out` untouched).
 */
int js_canonical(const struct json *, struct buf *out);

/* For people and programs: one line, members in the order they were put. */
void js_write(const struct json *, struct buf *out);
/* A part of a string as js_write has it, without the quotes. It must end where
 * a character of UTF-8 does. */
void js_write_part(const char *bytes, size_t n, struct buf *out);

#endif
