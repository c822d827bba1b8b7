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
	if (n > keep)
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

/*
 * How much of a word is shown where the rest is a secret: "NAME=", "--NAME=",
 * "NAME: " of a header, "-p" of "-pX" (digits alone are a port), "user:" of
 * "user:X@host" and of what follows "-u". The whole of it if none is.
 */
static size_t
shown_of(const char *word, size_t n, const char *before)
{
	size_t name = strcspn(word, "=:"), dashes = strspn(word, "-");
	char text[64];
	const char *colon = strchr(word, ':'), *at;

	if (name < n && name > dashes && name - dashes < sizeof(text)) {
		memcpy(text, word + dashes, name - dashes);
		text[name - dashes] = '\0';
		if (redact_is_name(text))
			return name + 1 + strspn(word + name + 1, " ");
	}
	if (strncmp(word, "-p", 2) == 0 && n > 2 &&
	    (isalnum((unsigned char)word[2]) == 0 ||
	    strspn(word + 2, "0123456789") < n - 2))
		return 2;
	if (colon == NULL || colon == word)
		return n;
	if (before != NULL && (strcmp(before, "-u") == 0 ||
	    strcmp(before, "-U") == 0 || strcmp(before, "--user") == 0 ||
	    strcmp(before, "--proxy-user") == 0))
		return (size_t)(colon + 1 - word);
	at = strrchr(colon, '@');
	if (at != NULL && at > colon + 1 && at[1] != '\0' &&
	    strcspn(word, "/?# <>") >= n && strncmp(word, "mailto:", 7) != 0)
		return (size_t)(colon + 1 - word);
	return n;
}

static struct json *
clean_text(const struct json *value)
{
	auto_buf struct buf clean = BUF_INIT;
	const char *text;
	size_t n;

	text = js_as_text(value, &n);
	if (!redact_text(text, n, &clean))
		return js_copy(value);
	return js_text(buf_str(&clean), clean.len);
}

static struct json *
clean_list(const struct json *list)
{
	const char *program = js_as_str(js_at(list, 0)), *before = NULL, *word;
	struct json *into = js_arr();
	size_t i, n, shown;

	for (i = 0; i < js_len(list); i++) {
		word = js_as_text(js_at(list, i), &n);
		if (word == NULL) {
			js_add(into, redact_json(js_at(list, i)));
			before = NULL;
			continue;
		}
		shown = asks_for_secret(program, before) ? 0 :
		    shown_of(word, n, before);
		js_add(into, shown < n ? hidden(word, shown, n) :
		    clean_text(js_at(list, i)));
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
	    hidden("", 0, n) : redact_json(value));
}

struct json *
redact_json(const struct json *value)
{
	struct json *into;
	char digits[24];
	int64_t n;

	if (js_is_obj(value)) {
		into = js_obj();
		js_each(value, copy_member, into);
		return into;
	}
	if (js_is_arr(value))
		return clean_list(value);
	if (js_as_str(value) != NULL)
		return clean_text(value);
	if (js_is_num(value)) {
		n = js_as_num(value);
		if (n > NUM_MAX || n < -NUM_MAX) {
			snprintf(digits, sizeof(digits), "%lld", (long long)n);
			return js_str(digits);
		}
	}
	return js_copy(value);
}
