/* Secrets in documents: by the names of members and options, too. */
#include "redact.h"

#include <ctype.h>

#include "buf.h"
#include "json.h"
#include "util.h"

#define NUM_MAX	((INT64_C(1) << 53) - 1)

/* Options that say nothing by their name, but do to these programs. */
static const struct {
	char	program[12], option[4];
} options[] = {
	{ "sshpass", "-p" }, { "mysql", "-p" }, { "mariadb", "-p" },
	{ "mongo", "-p" }, { "7z", "-p" }, { "redis-cli", "-a" },
	{ "ldap", "-w" }, { "zip", "-P" }, { "unzip", "-P" },
};

static struct json *
hidden(const char *text, size_t keep, size_t n)
{
	auto_buf struct buf out = BUF_INIT;

	buf_add(&out, text, keep);
	if (redact_is_done(text + keep, n - keep))
		buf_add(&out, text + keep, n - keep);
	else if (n > keep)
		buf_addf(&out, "[redacted:%zu]", n - keep);
	return js_text(buf_str(&out), out.len);
}

/* What `program` is called with there is a secret. */
static bool
is_its_option(const char *program, const char *word)
{
	const char *slash = program != NULL ? strrchr(program, '/') : NULL;
	const char *base = slash != NULL ? slash + 1 : program;
	size_t i;

	for (i = 0; base != NULL && i < ARRAY_SIZE(options); i++)
		if (strncmp(base, options[i].program,
		    strlen(options[i].program)) == 0 &&
		    strcmp(word, options[i].option) == 0)
			return true;
	return false;
}

/* "--password", "-p" of a program that takes one so: the next word is it. */
static bool
asks_for_secret(const char *program, const char *word)
{
	return word != NULL && word[0] == '-' && (is_its_option(program,
	    word) || redact_is_name(word + strspn(word, "-")));
}

/* Behind which byte of a word what it assigns to a telling name begins: "NAME=",
 * "--NAME=", "--env=NAME=", "NAME: " of a header. `n` if nothing does. */
static size_t
behind_name(const char *word, size_t n)
{
	static const char parts[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789_-.";
	size_t at, from, dashes, len;
	char name[64];

	/* Behind a blank it is a text, or code. */
	for (at = 0; at < n && (unsigned char)word[at] > ' '; at++) {
		if (word[at] != '=' && word[at] != ':')
			continue;
		for (from = at; from > 0 && strchr(parts, word[from - 1]);)
			from--;
		dashes = strspn(word + from, "-");
		if (from + dashes >= at ||
		    at - from - dashes >= sizeof(name))
			continue;
		len = at - from - dashes;
		memcpy(name, word + from + dashes, len);
		name[len] = '\0';
		if (redact_is_name(name))
			return at + 1 + strspn(word + at + 1, " ");
	}
	return n;
}

/* "user:X" behind or in an option of that meaning. */
static bool
is_user(const char *word, const char *before)
{
	static const char asks[][16] = { "-u", "-U", "--user",
	    "--proxy-user" };

	return (before != NULL && IS_ONE_OF(before, asks)) ||
	    strncmp(word, "--user=", 7) == 0 ||
	    strncmp(word, "--proxy-user=", 13) == 0;
}

/*
 * How much of a word is shown where the rest is a secret: to behind a telling
 * name, "-p" of "-pX" (digits alone are a port), "user:" of "user:X@host" and
 * of what follows "-u". The whole of it if none is.
 */
static size_t
shown_of(const char *word, size_t n, const char *before)
{
	const char *colon = strchr(word, ':'), *at;
	size_t behind = behind_name(word, n);

	if (behind < n)
		return behind;
	if (strncmp(word, "-p", 2) == 0 && n > 2 &&
	    (isalnum((unsigned char)word[2]) == 0 ||
	    strspn(word + 2, "0123456789") < n - 2))
		return 2;
	if (colon == NULL || colon == word)
		return n;
	if (is_user(word, before))
		return (size_t)(colon + 1 - word);
	at = strrchr(colon, '@');
	if (at != NULL && at > colon + 1 && at[1] != '\0' &&
	    strcspn(word, "/?# <>") >= n && strncmp(word, "mailto:", 7) != 0)
		return (size_t)(colon + 1 - word);
	return n;
}

static struct json *
clean_bytes(const char *text, size_t n)
{
	auto_buf struct buf clean = BUF_INIT;

	return redact_text(text, n, &clean) ?
	    js_text(buf_str(&clean), clean.len) : js_text(text, n);
}

struct json *
redact_word(const char *program, const char *before, const char *word,
    size_t n)
{
	size_t shown = asks_for_secret(program, before) ? 0 :
	    shown_of(word, n, before);

	return shown < n ? hidden(word, shown, n) : clean_bytes(word, n);
}

static struct json *
clean_list(const struct json *list)
{
	const char *program = js_as_str(js_at(list, 0)), *before = NULL, *word;
	struct json *into = js_arr();
	size_t i, n;

	for (i = 0; i < js_len(list); i++) {
		word = js_as_text(js_at(list, i), &n);
		if (word == NULL) {
			js_add(into, redact_json(js_at(list, i)));
			before = NULL;
			continue;
		}
		js_add(into, redact_word(program, before, word, n));
		before = word;
	}
	return into;
}

static void
copy_member(const char *key, const struct json *value, void *into)
{
	const char *text;
	size_t n;

	text = js_as_text(value, &n);
	js_put(into, key, text != NULL && redact_is_name(key) ?
	    hidden(text, 0, n) : redact_json(value));
}

struct json *
redact_json(const struct json *value)
{
	struct json *into;
	const char *text;
	char digits[24];
	size_t len;
	int64_t n;

	if (js_is_obj(value)) {
		into = js_obj();
		js_each(value, copy_member, into);
		return into;
	}
	if (js_is_arr(value))
		return clean_list(value);
	text = js_as_text(value, &len);
	if (text != NULL)
		return clean_bytes(text, len);
	if (js_is_num(value)) {
		n = js_as_num(value);
		if (n > NUM_MAX || n < -NUM_MAX) {
			snprintf(digits, sizeof(digits), "%lld", (long long)n);
			return js_str(digits);
		}
	}
	return js_copy(value);
}
