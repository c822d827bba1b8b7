/*
 * What an operator's options permit or limit beyond the table, in one form:
 * an approval holds for exactly these. Left out is what does neither (--json,
 * --trace, --explore, names for the log). Lists are sorted, paths absolute, so
 * that neither the order nor the place it was typed at matters.
 */
#include "run_common.h"

#include <limits.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * As JSON has it: bytes that are no UTF-8 become \xHH, and a backslash is
 * doubled, so that no two texts become one.
 */
static struct json *
one_text(const char *text)
{
	auto_buf struct buf out = BUF_INIT;

	for (; *text != '\0'; text++) {
		if (*text == '\\')
			buf_addc(&out, '\\');
		buf_addc(&out, *text);
	}
	return js_text(buf_str(&out), out.len);
}

/* Takes the texts over. */
static void
put_sorted(struct json *o, const char *key, char **texts, size_t n)
{
	struct json *list;

	if (n > 0) {
		list = js_arr();
		qsort(texts, n, sizeof(*texts), compare_texts);
		for (size_t i = 0; i < n; i++)
			if (i == 0 || strcmp(texts[i], texts[i - 1]) != 0)
				js_add(list, one_text(texts[i]));
		js_put(o, key, list);
	}
	for (size_t i = 0; i < n; i++)
		free(texts[i]);
	free(texts);
}

/* The file that is meant; one that is not there yet, by its place. */
static char *
absolute(const char *path)
{
	char *real = realpath(path, NULL), here[PATH_MAX];
	auto_buf struct buf text = BUF_INIT;

	if (real != NULL)
		return real;
	if (path[0] != '/' && getcwd(here, sizeof(here)) != NULL)
		buf_addf(&text, "%s/", here);
	buf_adds(&text, path);
	return buf_steal(&text);
}

static void
put_list(struct json *o, const char *key, const char *const *items,
    bool paths)
{
	char **texts = NULL;
	size_t n = 0, cap = 0;

	for (; items != NULL && *items != NULL; items++)
		*MEM_PUSH(texts, n, cap) = paths ? absolute(*items) :
		    mem_strdup(*items);
	put_sorted(o, key, texts, n);
}

static void
put_path(struct json *o, const char *key, const char *path)
{
	const char *const items[] = { path, NULL };

	put_list(o, key, items, true);
}

static void
put_inputs(struct json *o, const struct run_setup *setup)
{
	char **texts = NULL;
	size_t n = 0, cap = 0;

	for (size_t i = 0; i < setup->ninputs; i++) {
		auto_free char *file = absolute(setup->inputs[i].file);
		auto_buf struct buf text = BUF_INIT;

		buf_addf(&text, "%s=%s", file, setup->inputs[i].name);
		*MEM_PUSH(texts, n, cap) = buf_steal(&text);
	}
	put_sorted(o, "input", texts, n);
}

struct json *
run_grants(const struct run_setup *setup)
{
	const struct run_options *opts = &setup->opts;
	struct json *o = js_obj();

	put_list(o, "read", opts->reads, true);
	put_list(o, "write", opts->writes, true);
	put_list(o, "allow-exec", opts->execs, true);
	put_list(o, "connect", opts->connects, false);
	put_list(o, "env", opts->env, false);
	put_inputs(o, setup);
	put_path(o, "output", opts->output);
	put_path(o, "chdir", opts->chdir);
	put_path(o, "python", opts->python);
	if (opts->uid != (uid_t)-1)
		js_put_num(o, "uid", (int64_t)opts->uid);
	if (opts->degraded)
		js_put_flag(o, "degraded", true);
	/* Narrowed by what the code needs: without it, more is permitted. */
	if (setup->is_auto)
		js_put_flag(o, "auto", true);
	if (opts->cgroup != NULL)
		js_put(o, "cgroup", one_text(opts->cgroup));
	for (int i = 0; i < RULES_NLIMITS; i++)
		if (opts->limits[i] > 0)
			js_put_num(o, rules_limit_name((enum rules_limit)i),
			    opts->limits[i]);
	return o;
}

static void
grant(struct run_setup *setup, const char *const *paths)
{
	for (; paths != NULL && *paths != NULL; paths++) {
		*MEM_PUSH(setup->granted, setup->ngranted,
		    setup->granted_cap) = absolute(*paths);
		if ((*paths)[0] == '/')
			*MEM_PUSH(setup->granted, setup->ngranted,
			    setup->granted_cap) = mem_strdup(*paths);
	}
}

const char *const *
run_granted(struct run_setup *setup)
{
	grant(setup, setup->opts.reads);
	grant(setup, setup->opts.writes);
	*MEM_PUSH(setup->granted, setup->ngranted, setup->granted_cap) = NULL;
	return (const char *const *)setup->granted;
}

int
run_grants_hash(const struct json *grants, char ret_hex[HASH_HEX])
{
	auto_buf struct buf text = BUF_INIT;
	struct hash hash;
	int r = js_canonical(grants, &text);

	if (r < 0)
		return r;
	hash_of(buf_str(&text), text.len, &hash);
	hash_hex(&hash, ret_hex);
	return 0;
}
