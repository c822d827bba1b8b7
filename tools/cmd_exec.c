/* sallyport exec: supervise any program, no gate. */
#include "run/run_common.h"

#include <getopt.h>

static int
run_exec(int argc, char **argv)
{
	struct run_setup setup = { 0 };
	int r = run_parse(&cmd_exec, argc, argv, &setup);

	if (r == 0 && optind >= argc)
		r = cmd_usage(&cmd_exec, "no program: give it, and its arguments, "
		    "behind the options");
	if (r == 0)
		r = run_begin(&setup);
	if (r == 0) {
		setup.opts.argv = argv + optind;
		r = run_and_report(&setup, NULL);
	}
	run_failed(&setup, r);
	run_release(&setup);
	return r;
}

const struct cmd cmd_exec = {
	.name = "exec",
	.usage = "[options] [--json] [--] PROGRAM [ARG...]",
	.summary = "supervise any program, no gate",
	.failure = 125,
	.in_order = true,
	.run = run_exec,
	.help = run_help_exec,
};
