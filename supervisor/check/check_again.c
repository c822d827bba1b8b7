#include "check_again.h"

#include <string.h>

#include "../base/util.h"

/* Up to the arguments of the call that the text ends in. */
static const char *const texts[] = {
	"from multiprocessing.spawn import spawn_main; spawn_main",
	"from multiprocessing.forkserver import main; main",
	"from multiprocessing.resource_tracker import main;main",
	"from multiprocessing.semaphore_tracker import main;main",
	"from joblib.externals.loky.backend.resource_tracker import main; main",
	"from loky.backend.resource_tracker import main; main",
};

static const char modules[][48] = {
	"joblib.externals.loky.backend.popen_loky_posix",
	"loky.backend.popen_loky_posix",
};

/* No option that names a file, nor one that reads code from elsewhere. */
static const char options[][20] = {
	"dev", "utf8", "utf8=0", "utf8=1", "faulthandler", "tracemalloc",
	"importtime", "no_debug_ranges", "showrefcount", "frozen_modules",
	"frozen_modules=on", "frozen_modules=off",
};

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The end of one literal: a number, a text in quotes, a word that is a constant
 * or names a keyword argument. NULL if it is none.
 */
static const char *
past_literal(const char *s)
{
	static const char constants[][8] = { "None", "True", "False" };
	const char *end = s;
	char word[8] = "";

	if (*s == '\'' || *s == '"') {
		/* Of three it has another end. */
		if (s[1] == *s && s[2] == *s)
			return NULL;
		for (end = s + 1; *end != *s && *end != '\0'; end++)
			if (*end == '\\' && *++end == '\0')
				return NULL;
		return *end == '\0' ? NULL : end + 1;
	}
	while (is_digit(*end))
		end++;
	/* "1or x" are two words, and what they say is no literal. */
	if (end > s)
		return is_letter(*end) ? NULL : end;
	while (is_letter(*end) || is_digit(*end))
		end++;
	if (end == s)
		return NULL;
	/* Of a keyword what follows is judged like all else. */
	if (*end == '=' && end[1] != '=')
		return end + 1;
	if ((size_t)(end - s) < sizeof(word))
		memcpy(word, s, (size_t)(end - s));
	return IS_ONE_OF(word, constants) ? end : NULL;
}

/*
 * "(12, ['a'], **{'b': 3})": literals in brackets, which can call nothing. Two
 * texts beside each other are one; no sign between literals is read.
 */
static bool
is_all_literals(const char *s)
{
	size_t n = strlen(s);
	const char *end = s + n - 1;

	if (n < 2 || s[0] != '(' || *end != ')')
		return false;
	for (s++; s < end;) {
		if (strchr("[]{},: *", *s) != NULL) {
			s++;
			continue;
		}
		s = past_literal(s);
		if (s == NULL || s > end)
			return false;
	}
	return true;
}

static bool
is_known_text(const char *text)
{
	size_t i, n;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		n = strlen(texts[i]);
		if (strncmp(text, texts[i], n) == 0 &&
		    is_all_literals(text + n))
			return true;
	}
	return false;
}

/*
 * -W and its filter in one word, as a bare -W takes the next one, or letters
 * that switch something on or off.
 */
static bool
is_known_flag(const char *flag)
{
	return flag[0] == '-' && flag[1] != '\0' && (flag[1] == 'W' ?
	    flag[2] != '\0' :
	    strspn(flag + 1, "BEIOPRSbdqsuv") == strlen(flag + 1));
}

bool
check_again_may(const char *const *argv, size_t n)
{
	size_t i;

	for (i = 1; i < n && is_known_flag(argv[i]); i++)
		;
	for (; i + 1 < n && strcmp(argv[i], "-X") == 0; i += 2)
		if (!IS_ONE_OF(argv[i + 1], options))
			return false;
	for (; i < n && is_known_flag(argv[i]); i++)
		;
	if (i + 1 >= n)
		return false;
	return strcmp(argv[i], "-c") == 0 ? is_known_text(argv[i + 1]) :
	    strcmp(argv[i], "-m") == 0 && IS_ONE_OF(argv[i + 1], modules);
}
