/*
 * sallyport rules: the tables. Finds the subcommand and hands over.
 */
#include "cmd_rules.h"

#include <stdarg.h>

#include "../supervisor/base/buf.h"

static const struct rules_command *const subcommands[] = {
	&rules_check,
	&rules_show,
	&rules_fmt,
	&rules_diff,
	&rules_surface,
	NULL
};

static int cmd_rules_run(int, char **);

const struct cmd cmd_rules = {
	.name = "rules",
	.usage = "check|show|fmt|diff|surface [ARGUMENT...]",
	.summary = "the tables: check, show, format and compare them",
	.failure = 2,
	.run = cmd_rules_run,
	.help = "\n"
	    "  check [--strict] [--no-run] [--json] [FILE|PROFILE...]\n"
	    "                 load tables and judge their bad: and ok: lines\n"
	    "  show [--profile P | --rules F] [--json] [KIND]\n"
	    "                 one table with its includes and sets spelled out\n"
	    "  fmt [--check] FILE...\n"
	    "                 write tables in their one form; - is a filter\n"
	    "  diff A B PATH...\n"
	    "                 files whose verdict changes between two tables\n"
	    "  surface MODULE\n"
	    "                 a member table made from a real interpreter\n",
};

int
rules_usage(const struct rules_command *sub, const char *fmt, ...)
{
	auto_buf struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	cmd_error(&cmd_rules, "%s: %s", sub->name, buf_str(&text));
	fprintf(stderr, "usage: sallyport rules %s %s\n", sub->name,
	    sub->usage);
	return cmd_rules.failure;
}

static int
cmd_rules_run(int argc, char **argv)
{
	const char *names[ARRAY_SIZE(subcommands)], *near;
	size_t i;

	if (argc < 2)
		return cmd_usage(&cmd_rules, "which of its commands?");
	for (i = 0; subcommands[i] != NULL; i++) {
		names[i] = subcommands[i]->name;
		if (strcmp(argv[1], names[i]) != 0)
			continue;
		if (argc > 2 && strcmp(argv[2], "--help") == 0) {
			printf("usage: sallyport rules %s %s\n%s\n", names[i],
			    subcommands[i]->usage, subcommands[i]->summary);
			return cmd_flush(&cmd_rules) == 0 ? 0 : 2;
		}
		return subcommands[i]->run(argc - 1, argv + 1);
	}
	names[i] = NULL;
	near = cmd_nearest(argv[1], names);
	if (near != NULL)
		return cmd_usage(&cmd_rules, "unknown command '%s'; did you "
		    "mean %s?", argv[1], near);
	return cmd_usage(&cmd_rules, "unknown command '%s'", argv[1]);
}
