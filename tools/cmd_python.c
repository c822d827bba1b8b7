/*
 * sallyport python: interpreters and what is installed for them, by reading.
 * Nothing of them runs.
 */
#include "cmd.h"

#include <dirent.h>
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/hash.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/run/python.h"
#include "../supervisor/run/python_copy.h"
#include "../supervisor/run/python_packages.h"
#include "../supervisor/run/run.h"

static const struct option longs[] = {
	{ "json", no_argument, NULL, 'j' },
	{ NULL, 0, NULL, 0 },
};

struct listing {
	struct json	*all;		/* one for each interpreter */
	uid_t		 uid;
	bool		 failed;
};

static struct json *
describe(const struct python *py)
{
	struct json *one = js_obj(), *list = js_arr();
	struct python_packages packages;
	struct hash hash;
	char hex[HASH_HEX];
	size_t i;

	python_packages_read(py, &packages);
	js_put_str(one, "path", py->argv0);
	js_put_str(one, "executable", py->exe);
	js_put_str(one, "version", py->version);
	python_fingerprint(py, &hash);
	hash_hex(&hash, hex);
	js_put_str(one, "fingerprint", hex);
	python_packages_hash(py, &packages, &hash);
	hash_hex(&hash, hex);
	js_put_str(one, "environment", hex);
	js_put_flag(one, "copy", py->moved.items != NULL);
	for (i = 0; i < packages.n; i++) {
		struct json *package = js_obj();

		js_put_str(package, "name", packages.items[i].name);
		js_put_str(package, "version", packages.items[i].version);
		js_add(list, package);
	}
	js_put(one, "packages", list);
	python_packages_release(&packages);
	return one;
}

/* By whatever name: of one that is listed already, no other. */
static void
list_one(struct listing *l, const char *name, bool asked)
{
	struct python py;
	char *why = NULL;
	size_t i;

	if (python_find(name, l->uid, &why, &py) < 0) {
		if (asked) {
			cmd_error(&cmd_python, "%s", why);
			l->failed = true;
		}
		free(why);
		return;
	}
	for (i = 0; i < js_len(l->all); i++) {
		const struct json *one = js_at(l->all, i);

		if (!asked && strcmp(js_get_str(one, "executable"), py.exe) == 0)
			break;
	}
	if (i == js_len(l->all))
		js_add(l->all, describe(&py));
	python_release(&py);
}

static void
list_path(struct listing *l)
{
	const char *path = getenv("PATH"), *p, *end;

	for (p = path != NULL ? path : "/usr/local/bin:/usr/bin:/bin"; ;
	    p = end + 1) {
		auto_free char *folder = NULL;
		struct dirent **entries = NULL;
		int n, i;

		end = strchrnul(p, ':');
		folder = mem_strndup(p, (size_t)(end - p));
		n = p[0] == '/' ? scandir(folder, &entries, NULL, alphasort) : 0;
		for (i = 0; i < n; i++) {
			auto_buf struct buf b = BUF_INIT;

			buf_addf(&b, "%s/%s", folder, entries[i]->d_name);
			if (python_is_name(buf_str(&b)))
				list_one(l, buf_str(&b), false);
			free(entries[i]);
		}
		free(entries);
		if (*end == '\0')
			return;
	}
}

static void
add_text(struct buf *out, const struct json *one)
{
	const struct json *packages = js_get(one, "packages");
	size_t i;

	buf_add_visible(out, js_get_str(one, "path"),
	    strlen(js_get_str(one, "path")));
	buf_addf(out, "  %s, environment %.12s%s\n",
	    js_get_str(one, "version"), js_get_str(one, "environment"),
	    js_get_flag(one, "copy") ? ", a copy" : "");
	for (i = 0; i < js_len(packages); i++) {
		const char *name = js_get_str(js_at(packages, i), "name");
		const char *version = js_get_str(js_at(packages, i), "version");

		buf_adds(out, "    ");
		buf_add_visible(out, name, strlen(name));
		buf_addc(out, ' ');
		buf_add_visible(out, version, strlen(version));
		buf_addc(out, '\n');
	}
}

static int
run_list(int argc, char **argv)
{
	struct listing l = { .all = js_arr(), .uid = run_uid_default() };
	auto_buf struct buf out = BUF_INIT;
	bool json = false;
	size_t i;
	int c;

	while ((c = cmd_getopt(&cmd_python, argc, argv, longs)) != -1) {
		if (c != 'j') {
			js_free(l.all);
			return cmd_python.failure;
		}
		json = true;
	}
	if (optind == argc)
		list_path(&l);
	for (; optind < argc; optind++)
		list_one(&l, argv[optind], true);
	if (json) {
		struct json *doc = js_obj();

		js_put_str(doc, "schema", "sallyport/python/1");
		js_put(doc, "interpreters", js_copy(l.all));
		js_write(doc, &out);
		buf_addc(&out, '\n');
		js_free(doc);
	}
	for (i = 0; !json && i < js_len(l.all); i++)
		add_text(&out, js_at(l.all, i));
	js_free(l.all);
	if (cmd_print(&cmd_python, &out) < 0)
		return cmd_python.failure;
	return l.failed ? 1 : 0;
}

static int
run_copy(int argc, char **argv)
{
	auto_buf struct buf out = BUF_INIT;
	auto_free char *why = NULL, *folder = NULL;
	struct python py;

	if (cmd_getopt(&cmd_python, argc, argv, longs) != -1)
		return cmd_python.failure;
	if (optind + 1 != argc)
		return cmd_usage(&cmd_python, "copy takes one interpreter");
	if (python_find(argv[optind], geteuid(), &why, &py) < 0) {
		cmd_error(&cmd_python, "%s", why);
		return 1;
	}
	if (python_copy_make(&py, &folder, &why) < 0)
		cmd_error(&cmd_python, "%s", why);
	else
		buf_addf(&out, "%s\n", folder);
	python_release(&py);
	if (folder == NULL)
		return 1;
	return cmd_print(&cmd_python, &out) < 0 ? cmd_python.failure : 0;
}

static const struct cmd_word word_list = {
	.name = "list",
	.usage = "[--json] [PYTHON...]",
	.summary = "interpreters on PATH or named, and what is installed",
	.run = run_list,
	.help =
"  --json        print one document\n",
};

static const struct cmd_word word_copy = {
	.name = "copy",
	.usage = "PYTHON",
	.summary = "make a copy, readable to runs, of one that is not",
	.run = run_copy,
};

static const struct cmd_word *const words[] = { &word_list, &word_copy, NULL };

static int
run_python(int argc, char **argv)
{
	return cmd_run_word(&cmd_python, argc, argv);
}

const struct cmd cmd_python = {
	.name = "python",
	.usage = "WORD ...",
	.words = words,
	.summary = "interpreters, what is installed for them, copies",
	.failure = 2,
	.run = run_python,
};
