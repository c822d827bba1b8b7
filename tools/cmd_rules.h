/*
 * The words of `sallyport rules`, one file each: rules_NAME.c defines
 * `const struct cmd_word rules_NAME`, and cmd_rules.c lists it.
 */
#ifndef SALLYPORT_CMD_RULES_H
#define SALLYPORT_CMD_RULES_H

#include "cmd.h"

extern const struct cmd_word rules_check, rules_fmt, rules_show, rules_diff,
    rules_surface;

#endif
