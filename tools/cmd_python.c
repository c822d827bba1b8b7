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
#include "../supervisor/run/python_check.h"
#include "../supervisor/run/python_copy.h"
#include "../supervisor/run/python_packages.h"
#include "../supervisor/run/run.h"
#include "python/python.h"

static const struct option longs[] = {
	{ "json", no_argument, NULL, 'j' },
	{ NULL, 0, NULL, 0 },
};

struct listing {
	struct json	*all;		/* one for each interpreter */
	uid_t		 uid;
	bool		 check, failed;
};

static void
add_problem(void *problems, const char *path, const char *what)
{
	struct json *one = js_obj();

	js_put_str(one, "path", path);
	js_put_str(one, "what", what);
	js_add(problems, one);
}

/* Are its packages what was installed? */
static void
check_files(struct listing *l, const struct python *py,
    const struct python_packages *packages, struct json *one)
{
	struct json *problems = js_arr(), *checked = js_obj();
	struct python_check check;
	char hex[HASH_HEX];

	if (python_check(py, packages, add_problem, problems, &check) < 0 ||
	    js_len(problems) > 0)
		l->failed = true;
	hash_hex(&check.contents, hex);
	js_put_num(checked, "files", (int64_t)check.files);
	js_put_num(checked, "read", (int64_t)check.read);
	js_put_num(checked, "unrecorded", (int64_t)check.unrecorded);
	js_put_str(checked, "contents", hex);
	js_put(checked, "problems", problems);
	js_put(one, "checked", checked);
}

static struct json *
describe(struct listing *l, const struct python *py)
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
	if (l->check)
		check_files(l, py, &packages, one);
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
		js_add(l->all, describe(l, &py));
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
	const struct json *checked = js_get(one, "checked");
	size_t i;

	buf_add_visible(out, js_get_str(one, "path"),
	    strlen(js_get_str(one, "path")));
	buf_addf(out, "  %s, environment %.12s%s\n",
	    js_get_str(one, "version"), js_get_str(one, "environment"),
	    js_get_flag(one, "copy") ? ", a copy" : "");
	if (checked != NULL) {
		const struct json *problems = js_get(checked, "problems");

		buf_addf(out, "    %lld files, %zu are not what was installed, "
		    "%lld packages without hashes; contents %.12s\n",
		    (long long)js_get_num(checked, "files"), js_len(problems),
		    (long long)js_get_num(checked, "unrecorded"),
		    js_get_str(checked, "contents"));
		for (i = 0; i < js_len(problems); i++) {
			const char *path = js_get_str(js_at(problems, i),
			    "path");

			buf_adds(out, "    ");
			buf_add_visible(out, path, strlen(path));
			buf_addf(out, ": %s\n", js_get_str(js_at(problems, i),
			    "what"));
		}
		return;
	}
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
run_listing(int argc, char **argv)
{
	struct listing l = { .all = js_arr(), .uid = run_uid_default(),
	    .check = strcmp(argv[0], "check") == 0 };
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
	.run = run_listing,
	.help =
"  --json        print one document\n",
};

static const struct cmd_word word_check = {
	.name = "check",
	.usage = "[--json] [PYTHON...]",
	.summary = "the same, and whether files are what was installed",
	.run = run_listing,
	.help =
"  --json        print one document\n",
};

static const struct cmd_word word_copy = {
	.name = "copy",
	.usage = "PYTHON",
	.summary = "make a copy, readable to runs, of one that is not",
	.run = run_copy,
};

static const struct cmd_word *const words[] = {
	&word_list, &word_check, &word_copy, &python_word_set, NULL
};

static int
run_python(int argc, char **argv)
{
	return cmd_run_word(&cmd_python, argc, argv);
}

const struct cmd cmd_python = {
	.name = "python",
	.usage = "list|check|copy|set [options] [PYTHON...|FOLDER]",
	.words = words,
	.summary = "interpreters, their packages, copies, curated sets",
	.failure = 2,
	.run = run_python,
};
