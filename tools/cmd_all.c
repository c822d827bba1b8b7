/*
 * The subcommands.
 */
#include "cmd.h"

/* Each subcommand that is built adds its line here. */
const struct cmd *const cmd_all[CMD_N + 1] = {
	&cmd_audit,
	&cmd_check,
	&cmd_complete,
	&cmd_doctor,
	&cmd_exec,
	&cmd_explain,
	&cmd_policy,
	&cmd_python,
	&cmd_review,
	&cmd_rules,
	&cmd_run,
	&cmd_pool,
	&cmd_serve,
	&cmd_session,
	&cmd_mcp,
	NULL
};
