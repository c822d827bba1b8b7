/*
 * `sallyport rules surface [--python PATH] MODULE...`: ask a real interpreter
 * for the public members of modules, as rows of the table language with what
 * was left out and why (tools/surface.py says how).
 *
 * This imports the modules in that interpreter, unsupervised: name only what
 * you would run yourself. Exit status 1 if a module could not be imported.
 */
#include "../cmd_rules.h"

#include <getopt.h>
#include <spawn.h>
#include <sys/wait.h>

#include "../../supervisor/base/mem.h"

extern const char surface_py[];		/* made from tools/surface.py */

/* In order: the interpreter, -I -c and the script, the modules, NULL. */
static char **
build_argv(const char *python, char **modules, int n)
{
	const char *first[] = { python, "-I", "-c", surface_py };
	char **argv = mem_new(ARRAY_SIZE(first) + (size_t)n + 1,
	    sizeof(*argv));
	size_t i;
	int k;

	/* posix_spawn takes char *const[] but changes nothing. */
	for (i = 0; i < ARRAY_SIZE(first); i++)
		argv[i] = (char *)(uintptr_t)first[i];
	for (k = 0; k < n; k++)
		argv[i++] = modules[k];
	return argv;
}

static int
run_surface(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "python", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 }
	};
	const char *python = "python3";
	auto_free char **args = NULL;
	int c, r, status;
	pid_t pid;

	while ((c = cmd_getopt(&cmd_rules, argc, argv, longs)) != -1) {
		if (c != 'p')
			return cmd_rules.failure;
		python = optarg;
	}
	if (optind >= argc)
		return cmd_usage(&cmd_rules, "which module?");
	args = build_argv(python, argv + optind, argc - optind);
	fflush(stdout);
	r = posix_spawnp(&pid, python, NULL, NULL, args, environ);
	if (r != 0) {
		cmd_error(&cmd_rules, "%s: %s", python, strerror(r));
		return cmd_rules.failure;
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return cmd_rules.failure;
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) <= 2)
		return WEXITSTATUS(status);
	cmd_error(&cmd_rules, "%s ended unexpectedly", python);
	return cmd_rules.failure;
}

const struct cmd_word rules_surface = {
	.name = "surface",
	.usage = "[--python PATH] MODULE...",
	.summary = "the members of a module, from an interpreter",
	.help =
	"    --python PATH        that one; else python3\n",
	.run = run_surface,
};
