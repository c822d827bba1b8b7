/* What is shown of the words of a command line, and of texts that hold some. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "supervisor/base/buf.h"
#include "supervisor/base/json.h"
#include "supervisor/base/redact.h"
#include "supervisor/base/util.h"

/* Each "S3cret", "1234" or "hush" is one, and has to go. */
static const char *const secrets[][3] = {
	{ "x", "--token=hush" }, { "x", "--token", "hush" },
	{ "x", "--api-key", "hush" }, { "x", "--api_key", "hush" },
	{ "x", "--apiKey=hush" }, { "x", "--API_KEY=hush" },
	{ "x", "--api.key", "hush" }, { "x", "-api-key", "hush" },
	{ "x", "-pS3cret" }, { "x", "TOKEN=hush" }, { "x", "token=hush" },
	{ "x", "My-Secret.Key=hush" }, { "x", "dbPass=hush" },
	{ "x", "--db-pass", "hush" }, { "x", "--pin", "1234" },
	{ "x", "--env", "API_KEY=hush" }, { "x", "--env=API_KEY=hush" },
	{ "x", "--env=api_key=hush" }, { "x", "-eTOKEN=hush" },
	{ "x", "-DauthToken=hush" }, { "x", "/p:password=hush" },
	{ "x", "--set", "db.password=hush" }, { "x", "a=1;password=hush" },
	{ "x", "-H", "Authorization: Bearer hush" },
	{ "x", "-H", "authorization:hush" }, { "x", "Cookie: a=hush; b=hush" },
	{ "x", "--header=X-Api-Key: hush" }, { "x", "X-Auth-Token: hush" },
	{ "x", "https://joe:hush@host/" }, { "x", "redis://:hush@host/0" },
	{ "x", "--url=https://joe:hush@host/" }, { "x", "joe:hush@host" },
	{ "x", "-u", "joe:hush" }, { "x", "--user=joe:hush" },
	{ "x", "{\"password\": \"hush\"}" }, { "x", "{\"a\":1,\"pin\":1234}" },
	{ "x", "{\"API-Key\":\"hush\"}" }, { "x", "{'token': 'hush'}" },
	{ "x", "{\"password\": [\"hush\", \"hush\"]}" },
	{ "x", "curl --password=hush host" }, { "x", "API_KEY=hush ./run" },
	{ "x", "curl -H 'Authorization: hush' host" },
	{ "x", "curl -H \"Cookie: a=hush; b=hush\" host" },
	{ "x", "/cb?a=1&token=hush" }, { "x", "/cb#access_token=hush" },
	{ "sshpass", "-p", "hush" }, { "/usr/bin/mysql", "-p", "hush" },
	{ "x", "--password", "-hush" }, { "x", "--bearer", "hush" },
};

/* These have to stay. */
static const char *const plain[][3] = {
	{ "x", "--passes", "3" }, { "x", "--passes=3" },
	{ "x", "--tokens-per-line", "40" }, { "x", "--tokens-per-line=40" },
	{ "x", "--max-tokens", "100" }, { "x", "--no-password", "file" },
	{ "x", "--password-file", "/etc/pw" }, { "x", "bypass=1" },
	{ "x", "compass:north" }, { "x", "-p", "8080" }, { "x", "-p22" },
	{ "x", "a:b" }, { "x", "mailto:joe@example.org" },
	{ "x", "https://host:80/a?b=c" }, { "x", "ssh://git@host/x" },
	{ "x", "--author", "joe" }, { "x", "author=joe" },
	{ "x", "--spin", "3" }, { "x", "spin=3" }, { "x", "keyboard=us" },
	{ "x", "{\"tokens\": 40}" }, { "x", "key=value" },
	{ "x", "password = getpass()" }, { "x", "a = 1; PASSWORD=getpass()" },
	{ "x", "def f(cookie: str): pass" }, { "x", "/a:b/c@d" },
	{ "x", "token" }, { "x", "2026-01-02T03:04:05" },
};

static const char *
words_shown(const char *const *words, struct buf *out)
{
	struct json *list = js_arr(), *once, *twice;
	auto_buf struct buf again = BUF_INIT;

	for (size_t i = 0; i < 3 && words[i] != NULL; i++)
		js_add(list, js_str(words[i]));
	once = redact_json(list);
	twice = redact_json(once);
	js_canonical(once, out);
	js_canonical(twice, &again);
	assert_string_equal(buf_str(out), buf_str(&again));
	js_free(list);
	js_free(once);
	js_free(twice);
	return buf_str(out);
}

static void
every_spelling_is_hidden(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(secrets); i++) {
		auto_buf struct buf out = BUF_INIT;
		const char *shown = words_shown(secrets[i], &out);

		if (strstr(shown, "hush") != NULL ||
		    strstr(shown, "S3cret") != NULL ||
		    strstr(shown, "1234") != NULL ||
		    strstr(shown, "[redacted:") == NULL)
			fail_msg("shown: %s", shown);
	}
}

static void
what_only_looks_like_it_stays(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(plain); i++) {
		auto_buf struct buf out = BUF_INIT;
		const char *shown = words_shown(plain[i], &out);

		if (strstr(shown, "[redacted:") != NULL)
			fail_msg("hidden: %s", shown);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_spelling_is_hidden),
		cmocka_unit_test(what_only_looks_like_it_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
