/*
 * `sallyport rules surface [--list] [--python PATH] MODULE...`: ask a real interpreter
 * for the public members of modules, as rows of the table language with what
 * was left out and why (tools/surface.py says how).
 *
 * This imports the modules in that interpreter, supervised as `exec` would be
 * under the profile data. Exit status 1 if a module could not be imported.
 */
#include "../cmd_rules.h"

#include <getopt.h>

#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/run/run.h"

extern const char surface_py[];		/* made from tools/surface.py */

/* In order: the interpreter, -I -c and the script, the modules, NULL. */
static char **
build_argv(const char *python, bool lists, char **modules, int n)
{
	const char *first[] = { python, "-I", "-c", surface_py, "--list" };
	char **argv = mem_new(ARRAY_SIZE(first) + (size_t)n + 1,
	    sizeof(*argv));
	size_t i;
	int k;

	/* exec takes char *const[] but changes nothing. */
	for (i = 0; i + !lists < ARRAY_SIZE(first); i++)
		argv[i] = (char *)(uintptr_t)first[i];
	for (k = 0; k < n; k++)
		argv[i++] = modules[k];
	return argv;
}

static int
ask(char **args)
{
	struct run_options opts = { .uid = (uid_t)-1, .stdin_null = true,
	    .argv = args, .limits = {
		[RULES_WALL] = 600000, [RULES_CPU] = 600000,
		[RULES_MEMORY] = 4ll << 30, [RULES_OUTPUT] = 64ll << 20,
	    } };
	struct json *record = NULL;
	const char *why;
	int r, status = -1, signal = 0;

	r = rules_builtin("data", &opts.rules);
	if (r == 0)
		r = run_supervised(&opts, NULL, &record, &status, &signal);
	if (r == 0 && status >= 0 && status <= 2) {
		js_free(record);
		return status;
	}
	why = js_get_str(js_get(record, "error"), "value");
	cmd_error(&cmd_rules, "%s", why != NULL ? why :
	    "the interpreter ended unexpectedly");
	js_free(record);
	return cmd_rules.failure;
}

static int
run_surface(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "list", no_argument, NULL, 'l' },
		{ "python", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 }
	};
	const char *python = "python3";
	auto_free char **args = NULL;
	bool lists = false;
	int c;

	while ((c = cmd_getopt(&cmd_rules, argc, argv, longs)) != -1) {
		if (c == 'l')
			lists = true;
		else if (c == 'p')
			python = optarg;
		else
			return cmd_rules.failure;
	}
	if (optind >= argc)
		return cmd_usage(&cmd_rules, "which module?");
	args = build_argv(python, lists, argv + optind, argc - optind);
	fflush(stdout);
	return ask(args);
}

const struct cmd_word rules_surface = {
	.name = "surface",
	.usage = "[--list] [--python PATH] MODULE...",
	.summary = "the members of a module, from an interpreter",
	.help =
	"    --list               packages, as lists of harmless names\n"
	"    --python PATH        that one; else python3\n",
	.run = run_surface,
};
