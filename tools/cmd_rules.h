/*
 * The subcommands of `sallyport rules`, one file each: rules_NAME.c defines
 * `const struct rules_command rules_NAME`, and cmd_rules.c lists it.
 */
#ifndef SALLYPORT_CMD_RULES_H
#define SALLYPORT_CMD_RULES_H

#include "cmd.h"

struct rules_command {
	const char	*name, *usage, *summary;
	int		(*run)(int argc, char **argv);	/* argv[0] is NAME */
};

extern const struct rules_command rules_check, rules_fmt, rules_show,
    rules_diff, rules_surface;

/* An error of usage, and how the subcommand is used; returns 2. */
int rules_usage(const struct rules_command *, const char *fmt, ...)
    PRINTF_LIKE(2, 3);

#endif
