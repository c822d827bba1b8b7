/*
 * sallyport complete: what may stand at the end of a command line, a line
 * each, for the shells' completion (completion/). The commands and their own
 * tables of options are asked, so that no list of them stands anywhere else.
 */
#include "cmd.h"

#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "format/format.h"

static bool
begins(const char *word, const char *so_far)
{
	return strncmp(word, so_far, strlen(so_far)) == 0;
}

static void
offer(const char *word, const char *so_far)
{
	if (begins(word, so_far))
		printf("%s\n", word);
}

static void
offer_all(const char *const *words, const char *so_far)
{
	for (; *words != NULL; words++)
		offer(*words, so_far);
}

static void
offer_commands(const char *so_far)
{
	size_t i;

	for (i = 0; cmd_all[i] != NULL; i++)
		offer(cmd_all[i]->name, so_far);
	offer("--help", so_far);
	offer("--version", so_far);
}

/* Of options that name one of a few; what else has a value, is a path. */
static bool
offer_value(const char *option, const char *so_far)
{
	if (strcmp(option, "--profile") == 0)
		offer_all(rules_builtin_names(), so_far);
	else if (strcmp(option, "--format") == 0)
		offer_all(format_names, so_far);
	else
		return false;
	return true;
}

/* The command prints its options in place of running: see cmd_getopt(). */
static int
offer_options(const struct cmd *cmd, const char *word, const char *so_far)
{
	char *argv[] = { "", (char *)(uintptr_t)word, NULL };

	offer("--help", so_far);
	if (cmd->takes != NULL) {
		offer_all(cmd->own, so_far);
		cmd = cmd->takes;
	}
	cmd_list_options(so_far);
	return cmd->run(word != NULL ? 2 : 1, argv);
}

static int
run_complete(int argc, char **argv)
{
	const char *so_far = argv[argc - 1], *word = NULL;
	const struct cmd *cmd = NULL;
	size_t i;

	if (argc < 3) {
		offer_commands(argc < 2 ? "" : so_far);
		return cmd_flush(&cmd_complete) < 0;
	}
	for (i = 0; cmd_all[i] != NULL; i++)
		if (strcmp(cmd_all[i]->name, argv[1]) == 0)
			cmd = cmd_all[i];
	if (cmd == NULL || cmd == &cmd_complete)
		return 1;
	if (cmd->words != NULL && argc > 3 &&
	    cmd_find_word(cmd, argv[2]) != NULL)
		word = argv[2];
	if (offer_value(argv[argc - 2], so_far))
		return cmd_flush(&cmd_complete) < 0;
	if (cmd->words != NULL && argc == 3)
		for (i = 0; cmd->words[i] != NULL; i++)
			offer(cmd->words[i]->name, so_far);
	if (so_far[0] == '-' && (cmd->words == NULL || word != NULL ||
	    strcmp(cmd->name, "policy") == 0))
		return offer_options(cmd, word, so_far);
	return cmd_flush(&cmd_complete) < 0;
}

const struct cmd cmd_complete = {
	.name = "complete",
	.usage = "[WORD...]",
	.summary = "what a shell may complete the last WORD to",
	.failure = 2,
	.run = run_complete,
	.in_order = true,
};
