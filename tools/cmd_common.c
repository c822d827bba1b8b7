/*
 * What the subcommands share: their way of complaining, options, and the
 * table they work with.
 */
#include "cmd.h"

#include <getopt.h>
#include <stdarg.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/fdio.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"

static _Thread_local char last_error[1024];
static _Thread_local bool is_quiet;
/* The word of the command that runs; NULL until it is known, or has none. */
static const struct cmd_word *running;

const char *
cmd_last_error(void)
{
	return last_error;
}

void
cmd_quiet(bool quiet)
{
	is_quiet = quiet;
}

/* What options are asked for; NULL: none, they are to be taken. */
static const char *listed;

static void
report(const struct cmd *cmd, const char *fmt, va_list ap)
{
	auto_buf struct buf raw = BUF_INIT, line = BUF_INIT;

	buf_vaddf(&raw, fmt, ap);
	snprintf(last_error, sizeof(last_error), "%s", buf_str(&raw));
	if (is_quiet)
		return;
	buf_adds(&line, "sallyport ");
	buf_adds(&line, cmd->name);
	buf_adds(&line, ": ");
	buf_add_visible(&line, buf_str(&raw), raw.len);
	buf_addc(&line, '\n');
	fflush(stdout);
	/* One write, so that lines of several threads do not mix. */
	fdio_write_all(STDERR_FILENO, line.data, line.len);
}

void
cmd_error(const struct cmd *cmd, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report(cmd, fmt, ap);
	va_end(ap);
}

static void
print_usage(const struct cmd *cmd, FILE *to)
{
	if (running != NULL)
		fprintf(to, "usage: sallyport %s %s %s\n", cmd->name,
		    running->name, running->usage);
	else
		fprintf(to, "usage: sallyport %s %s\n", cmd->name,
		    cmd->usage);
}

int
cmd_usage(const struct cmd *cmd, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	report(cmd, fmt, ap);
	va_end(ap);
	print_usage(cmd, stderr);
	return cmd->failure;
}

int
cmd_print(const struct cmd *cmd, struct buf *out)
{
	int r = cmd_flush(cmd);

	if (r == 0) {
		r = fdio_write_all(STDOUT_FILENO, buf_str(out), out->len);
		if (r < 0)
			cmd_error(cmd, "standard output: %s", strerror(-r));
	}
	out->len = 0;
	return r;
}

int
cmd_flush(const struct cmd *cmd)
{
	int r = 0;

	if (fflush(stdout) != 0)
		r = -errno;
	else if (ferror(stdout))
		r = -EIO;	/* earlier; why is not kept */
	if (r < 0)
		cmd_error(cmd, "standard output: %s", strerror(-r));
	return r;
}

int
cmd_print_help(const struct cmd *cmd)
{
	const struct cmd_word *const *word = cmd->words;

	const char *help = running != NULL ? running->help : cmd->help;

	print_usage(cmd, stdout);
	printf("%s\n%s", running != NULL ? running->summary : cmd->summary,
	    help != NULL ? help : "");
	for (; running == NULL && word != NULL && *word != NULL; word++)
		printf("  %-10s %s\n%s", (*word)->name, (*word)->summary,
		    (*word)->help != NULL ? (*word)->help : "");
	if (cmd->notes != NULL)
		printf("%s", cmd->notes);
	return cmd_flush(cmd) < 0 ? cmd->failure : 0;
}

/* Levenshtein's distance; words longer than the table are far from all. */
static unsigned
word_distance(const char *a, const char *b)
{
	enum { LONGEST = 31 };
	unsigned row[LONGEST + 1], diagonal, above;
	size_t i, j, n = strlen(a), m = strlen(b);

	if (n > LONGEST || m > LONGEST)
		return LONGEST;
	for (j = 0; j <= m; j++)
		row[j] = (unsigned)j;
	for (i = 1; i <= n; i++) {
		diagonal = row[0];
		row[0] = (unsigned)i;
		for (j = 1; j <= m; j++) {
			above = row[j];
			row[j] = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < row[j])
				row[j] = above + 1;
			if (row[j - 1] + 1 < row[j])
				row[j] = row[j - 1] + 1;
			diagonal = above;
		}
	}
	return row[m];
}

const char *
cmd_nearest(const char *word, const char *const *words)
{
	const char *best = NULL;
	unsigned least = (unsigned)strlen(word) / 3 + 2, d;

	for (; *words != NULL; words++) {
		d = word_distance(word, *words);
		if (d < least) {
			least = d;
			best = *words;
		}
	}
	return best;
}

const struct cmd_word *
cmd_find_word(const struct cmd *cmd, const char *name)
{
	size_t i;

	for (i = 0; cmd->words[i] != NULL; i++)
		if (strcmp(cmd->words[i]->name, name) == 0)
			return cmd->words[i];
	return NULL;
}

static int
no_word(const struct cmd *cmd, const char *given)
{
	auto_free const char **names = NULL;
	const char *near;
	size_t i, n = 0;

	while (cmd->words[n] != NULL)
		n++;
	names = mem_new(n + 1, sizeof(*names));
	for (i = 0; i < n; i++)
		names[i] = cmd->words[i]->name;
	near = cmd_nearest(given, names);
	return near != NULL ?
	    cmd_usage(cmd, "no command '%s'; did you mean %s?", given, near) :
	    cmd_usage(cmd, "no command '%s'", given);
}

int
cmd_run_word(const struct cmd *cmd, int argc, char **argv)
{
	if (argc < 2)
		return cmd_usage(cmd, "what should it do?");
	running = cmd_find_word(cmd, argv[1]);
	return running != NULL ? running->run(argc - 1, argv + 1) :
	    no_word(cmd, argv[1]);
}

/* Within several short options in one word, optind stands at that word. */
static const char *
erring_word(char **argv)
{
	const char *at = argv[optind];

	if (optopt > 0 && optopt < 256 && at != NULL && at[0] == '-' &&
	    at[1] != '-' && at[1] != '\0' && at[2] != '\0' &&
	    strchr(at + 1, optopt) != NULL)
		return at;
	return argv[optind > 0 ? optind - 1 : 0];
}

static void
report_option(const struct cmd *cmd, char **argv, const struct option *longs)
{
	enum { MOST = 64 };
	const char *names[MOST + 1], *given, *near;
	auto_buf struct buf word = BUF_INIT;
	size_t n = 0;

	given = erring_word(argv);
	if (strcmp(given, "--help") == 0 || strcmp(given, "-h") == 0)
		exit(cmd_print_help(cmd));
	if (access(given, F_OK) == 0) {
		cmd_usage(cmd, "unknown option '%s'; the file of that name is "
		    "./%s", given, given);
		return;
	}
	if (strncmp(given, "--", 2) != 0) {
		cmd_usage(cmd, "unknown option '-%c'", optopt);
		return;
	}
	buf_add(&word, given + 2, strcspn(given + 2, "="));
	for (; longs->name != NULL; longs++) {
		if (optopt != 0 && longs->val == optopt) {
			cmd_usage(cmd, "option --%s takes no value",
			    longs->name);
			return;
		}
		if (n < MOST)
			names[n++] = longs->name;
	}
	names[n] = NULL;
	near = cmd_nearest(buf_str(&word), names);
	if (near != NULL)
		cmd_usage(cmd, "unknown option '--%s'; did you mean --%s?",
		    buf_str(&word), near);
	else
		cmd_usage(cmd, "unknown option '--%s'", buf_str(&word));
}

void
cmd_list_options(const char *so_far)
{
	listed = so_far;
}

static void
list_options(const struct cmd *cmd, const struct option *longs)
{
	for (; longs->name != NULL; longs++)
		if (strncmp("--", listed, strnlen(listed, 2)) == 0 &&
		    (strlen(listed) <= 2 || strncmp(longs->name, listed + 2,
		    strlen(listed) - 2) == 0))
			printf("--%s\n", longs->name);
	exit(cmd_flush(cmd) < 0 ? cmd->failure : 0);
}

int
cmd_getopt(const struct cmd *cmd, int argc, char **argv,
    const struct option *longs)
{
	int c;

	if (listed != NULL)
		list_options(cmd, longs);
	opterr = 0;
	c = getopt_long(argc, argv, cmd->in_order ? "+:" : ":", longs, NULL);
	if (c == ':') {
		cmd_usage(cmd, "option %s needs a value", argv[optind - 1]);
		return '?';
	}
	if (c == '?')
		report_option(cmd, argv, longs);
	return c;
}

static void
report_profile(const struct cmd *cmd, const char *profile)
{
	const char *const *names = rules_builtin_names();
	const char *near = cmd_nearest(profile, names);
	auto_buf struct buf all = BUF_INIT;
	size_t i;

	for (i = 0; names[i] != NULL; i++)
		buf_addf(&all, "%s%s", i > 0 ? ", " : "", names[i]);
	if (near != NULL)
		cmd_error(cmd, "no profile '%s'; did you mean %s? (there are: "
		    "%s; a path contains '/')", profile, near, buf_str(&all));
	else
		cmd_error(cmd, "no profile '%s' (there are: %s; a path "
		    "contains '/')", profile, buf_str(&all));
}

int
cmd_load_rules(const struct cmd *cmd, const char *profile, const char *rules,
    const struct ruleset **ret)
{
	return cmd_load_rules_from(cmd, profile, rules, NULL, ret);
}

int
cmd_load_rules_from(const struct cmd *cmd, const char *profile,
    const char *rules, struct buf *names, const struct ruleset **ret)
{
	static struct ruleset *kept[4];
	static size_t nkept;
	auto_buf struct buf errors = BUF_INIT;
	struct ruleset *loaded;
	int r;

	if (profile != NULL && rules != NULL) {
		cmd_usage(cmd, "--profile and --rules exclude each other: "
		    "both name the table");
		return -1;
	}
	if (profile == NULL && rules == NULL)
		profile = "minimal";
	if (profile != NULL && strchr(profile, '/') != NULL)
		rules = profile;
	if (rules == NULL) {
		r = rules_builtin(profile, ret);
		if (r == 0)
			return 0;
		if (r == -ENOENT)
			report_profile(cmd, profile);
		else
			cmd_error(cmd, "profile '%s': %s", profile,
			    strerror(-r));
		return -1;
	}
	r = rules_load_from(rules, &errors, names, &loaded);
	if (r == 0) {
		/* Reachable to the end, so that it is not called a leak. */
		if (nkept < ARRAY_SIZE(kept))
			kept[nkept++] = loaded;
		*ret = loaded;
		return 0;
	}
	if (r != -EINVAL) {
		cmd_error(cmd, "%s: %s", rules, strerror(-r));
		return -1;
	}
	if (errors.len > 0)
		fdio_write_all(STDERR_FILENO, errors.data, errors.len);
	cmd_error(cmd, "%s: the table was not loaded, nothing was done", rules);
	return -1;
}
