#include "rules_image.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "buf.h"
#include "mem.h"
#include "rules_load.h"
#include "util.h"

int
rules_builtin(const char *profile, const struct ruleset **ret)
{
	size_t i;

	for (i = 0; rules_builtin_profiles[i] != NULL; i++) {
		if (strcmp(rules_builtin_profiles[i], profile) == 0) {
			*ret = rules_builtin_images[i];
			return 0;
		}
	}
	return -ENOENT;
}

const char *const *
rules_builtin_names(void)
{
	return rules_builtin_profiles;
}

const char *
rules_builtin_file(const char *name, size_t *ret_n)
{
	const struct rules_builtin_text *t;

	for (t = rules_builtin_texts; t->name != NULL; t++) {
		if (strcmp(t->name, name) == 0) {
			*ret_n = t->n;
			return t->text;
		}
	}
	return NULL;
}

/* The next line that says something: its words, one blank between them. */
static const char *
next_line(const char *at, const char *end, struct buf *words)
{
	const char *stop;

	for (; at < end; at = stop + 1) {
		stop = memchr(at, '\n', (size_t)(end - at));
		if (stop == NULL)
			stop = end;
		for (words->len = 0; at < stop && *at != '#'; at++) {
			if (*at != ' ' && *at != '\t')
				buf_addc(words, *at);
			else if (words->len > 0 && at + 1 < stop &&
			    strchr(" \t#", at[1]) == NULL)
				buf_addc(words, ' ');
		}
		if (words->len > 0)
			return stop + 1;
	}
	return NULL;
}

/* Is the line `include "PROFILE.rules"`, of none that lies in `dir`? */
static int
included(const char *dir, const char *line, struct buf *names)
{
	auto_buf struct buf b = BUF_INIT;
	struct stat st;
	size_t i;

	for (i = 0; rules_builtin_profiles[i] != NULL; i++) {
		b.len = 0;
		buf_addf(&b, "include \"%s.rules\"", rules_builtin_profiles[i]);
		if (strcmp(buf_str(&b), line) != 0)
			continue;
		b.len = 0;
		buf_addf(&b, "%s%s.rules", dir, rules_builtin_profiles[i]);
		if (names != NULL)
			buf_add(names, buf_str(&b), b.len + 1);
		return stat(buf_str(&b), &st) < 0 && errno == ENOENT ?
		    (int)i : -1;
	}
	return -1;
}

static struct ruleset *
with_reads(size_t which, const char *profile)
{
	const struct ruleset *from = rules_builtin_images[which];
	size_t name = strlen(profile) + 1;
	size_t size = from->strings + from->nstrings;
	struct ruleset *rs = mem_new(1, (size + name + 7) & ~(size_t)7);

	memcpy(rs, from, size);
	memcpy((char *)rs + size, profile, name);
	rs->profile = from->nstrings;
	rs->nstrings += (uint32_t)name;
	rs->size = (uint32_t)((size + name + 7) & ~(size_t)7);
	rs->by_landlock = 1;
	memcpy(rs->hash, rules_builtin_reads[which], sizeof(rs->hash));
	return rs;
}

struct ruleset *
rules_builtin_variant(const char *dir, const char *profile, const char *text,
    size_t n, struct buf *names)
{
	auto_buf struct buf words = BUF_INIT;
	const char *end = text + n;
	bool reads = false;
	int which = -1;

	text = next_line(text, end, &words);
	if (text == NULL || strcmp(buf_str(&words), "sallyport-rules 1") != 0)
		return NULL;
	while ((text = next_line(text, end, &words)) != NULL) {
		if (!reads && strcmp(buf_str(&words),
		    "judge reads by landlock") == 0)
			reads = true;
		else if (which >= 0 ||
		    (which = included(dir, buf_str(&words), names)) < 0)
			return NULL;
	}
	return reads && which >= 0 ? with_reads((size_t)which, profile) : NULL;
}
