/*
 * sallyport rules: the tables. Finds the word and hands over.
 */
#include "cmd_rules.h"

static const struct cmd_word *const words[] = {
	&rules_check, &rules_show, &rules_fmt, &rules_diff, &rules_surface,
	NULL
};

static int
run_rules(int argc, char **argv)
{
	return cmd_run_word(&cmd_rules, argc, argv);
}

const struct cmd cmd_rules = {
	.name = "rules",
	.usage = "check|show|fmt|diff|surface [ARGUMENT...]",
	.words = words,
	.summary = "the tables: check, show, format and compare them",
	.failure = 2,
	.run = run_rules,
};
