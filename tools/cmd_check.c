/* sallyport check: judge files, run nothing. */
#include "cmd.h"

#include <getopt.h>
#include <signal.h>

#include "check/check.h"
#include "check/check_audit.h"
#include "run/run_common.h"
#include "../supervisor/audit/audit.h"
#include "../supervisor/base/rules.h"

struct options {
	const char	*profile, *rules, *format, *as, *session, *audit, *alert;
	struct check_choice_options choice;
	bool		 why_allowed, together, staged;
};

static const struct option longs[] = {
	{ "profile", required_argument, NULL, 'p' },
	{ "rules", required_argument, NULL, 'r' },
	{ "format", required_argument, NULL, 'f' },
	{ "json", no_argument, NULL, 'j' },
	{ "as", required_argument, NULL, 'a' },
	{ "session", required_argument, NULL, 's' },
	{ "audit", required_argument, NULL, 'l' },
	{ "alert", required_argument, NULL, 'L' },
	{ "why-allowed", no_argument, NULL, 'w' },
	{ "together", no_argument, NULL, 't' },
	{ "staged", no_argument, NULL, 'g' },
	{ "select", required_argument, NULL, 'S' },
	{ "ignore", required_argument, NULL, 'I' },
	{ "baseline", required_argument, NULL, 'b' },
	{ "write-baseline", required_argument, NULL, 'B' },
	{ NULL, 0, NULL, 0 },
};

static int
parse_options(int argc, char **argv, struct options *ret)
{
	int c;

	while ((c = cmd_getopt(&cmd_check, argc, argv, longs)) != -1) {
		switch (c) {
		case 'p':
			ret->profile = optarg;
			break;
		case 'r':
			ret->rules = optarg;
			break;
		case 'f':
			ret->format = optarg;
			break;
		case 'j':	/* as other commands spell it */
			ret->format = "json";
			break;
		case 'a':
			ret->as = optarg;
			break;
		case 's':
			ret->session = optarg;
			break;
		case 'l':
			ret->audit = optarg;
			/* What an unset variable leaves of "$LOG". */
			if (*optarg == '\0') {
				cmd_usage(&cmd_check, "--audit names no file");
				return -1;
			}
			break;
		case 'L':
			ret->alert = optarg;
			break;
		case 'g':
			ret->staged = true;
			break;
		case 'S':
			ret->choice.select = optarg;
			break;
		case 'I':
			ret->choice.ignore = optarg;
			break;
		case 'b':
			ret->choice.baseline = optarg;
			break;
		case 'B':
			ret->choice.write_baseline = optarg;
			break;
		case 't':
			ret->together = true;
			break;
		case 'w':
			ret->why_allowed = true;
			break;
		default:
			return -1;
		}
	}
	return 0;
}

static int
bad_word(const char *option, const char *word, const char *const *words,
    const char *all)
{
	const char *near = cmd_nearest(word, words);

	if (near != NULL)
		cmd_usage(&cmd_check, "%s '%s': did you mean %s? (one of %s)",
		    option, word, near, all);
	else
		cmd_usage(&cmd_check, "%s '%s': want one of %s", option, word,
		    all);
	return -1;
}

static int
choose_format(const struct options *opt, struct check *check)
{
	const char *word = opt->format != NULL ? opt->format : "text";
	bool terminal = isatty(STDOUT_FILENO);
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	check->format = format_find(word);
	if (check->format == NULL)
		return bad_word("--format", word, format_names,
		    "text, json, sarif, github");
	if (opt->why_allowed && strcmp(word, "text") != 0 &&
	    strcmp(word, "json") != 0) {
		cmd_usage(&cmd_check, "--why-allowed: --format %s has no "
		    "place for it", word);
		return -1;
	}
	check->env.why_allowed = opt->why_allowed;
	check->env.brief = !terminal;
	check->env.colour = terminal &&
	    (no_color == NULL || no_color[0] == '\0') &&
	    term != NULL && strcmp(term, "dumb") != 0;
	return 0;
}

static int
choose_frontend(const struct options *opt, struct check *check)
{
	static const char *const words[] = {
		"python", "markdown", "notebook", NULL
	};
	int i;

	for (i = 0; opt->as != NULL; i++) {
		if (words[i] == NULL)
			return bad_word("--as", opt->as, words,
			    "python, markdown, notebook");
		if (strcmp(words[i], opt->as) == 0) {
			check->as = (enum frontend)(FRONTEND_PYTHON + i);
			break;
		}
	}
	return 0;
}

static int
open_audit(const struct options *opt, struct check *check)
{
	struct run_setup none = { .cmd = &cmd_check, .alert = opt->alert,
	    .opts.uid = (uid_t)-1 };
	const char *path = opt->audit;
	int r;

	if (path == NULL)
		path = getenv("SALLYPORT_AUDIT");
	if (path == NULL || path[0] == '\0')
		return opt->alert == NULL ? 0 : cmd_usage(&cmd_check,
		    "--alert wants a log: --audit FILE");
	r = run_alert_start(&none, path);
	if (r != 0)
		return r;
	r = check_audit_open(path, check->rules, &check->audit);
	if (r < 0)
		cmd_error(&cmd_check, "%s: the log cannot be written: %s; "
		    "nothing was judged", path, audit_why(r));
	return r;
}

static int
open_session(const struct options *opt, const struct check_inputs *inputs,
    struct check *check)
{
	auto_free char *why = NULL;

	if (opt->session == NULL)
		return 0;
	if (inputs->n != 1 || inputs->items[0].root_fd >= 0) {
		cmd_usage(&cmd_check, "--session takes one FILE or '-': its "
		    "snippets have an order");
		return -1;
	}
	if (session_open(opt->session, &why, &check->session) < 0) {
		cmd_error(&cmd_check, "session '%s': %s", opt->session, why);
		return -1;
	}
	return 0;
}

/* What imports what is asked of one folder. */
static int
open_together(const struct options *opt, const struct check_inputs *inputs,
    struct check *check)
{
	size_t i;

	if (!opt->together)
		return 0;
	for (i = 0; i < inputs->n; i++)
		if (inputs->items[i].root_fd < 0 ||
		    inputs->items[i].root_fd != inputs->items[0].root_fd)
			break;
	if (i < inputs->n || opt->session != NULL || opt->as != NULL) {
		cmd_usage(&cmd_check, "--together takes one folder, and "
		    "neither --session nor --as");
		return -1;
	}
	return check_together_new(check, inputs, &check->together);
}

/* What does not count is no part of what a session keeps. */
static int
open_choice(const struct options *opt, struct check *check)
{
	int r = check_choice_new(check, &opt->choice, &check->choice);

	if (r == 0 && check->choice != NULL && opt->session != NULL) {
		cmd_usage(&cmd_check, "--session takes none of --select, "
		    "--ignore, --baseline and --write-baseline");
		r = -1;
	}
	return r;
}

static int
add_staged(const struct options *opt, int argc, char **argv,
    const struct check *check, struct check_inputs *inputs)
{
	if (opt->together || opt->session != NULL || opt->as != NULL) {
		cmd_usage(&cmd_check, "--staged takes none of --together, "
		    "--session and --as");
		return -1;
	}
	return check_staged_add(check, argv + optind, (size_t)(argc - optind),
	    inputs);
}

static int
add_operands(int argc, char **argv, struct check_inputs *inputs)
{
	int i, from_stdin = 0;

	if (optind >= argc) {
		cmd_usage(&cmd_check, "what to check? give a FILE, a DIR, or "
		    "'-' for standard input");
		return -1;
	}
	for (i = optind; i < argc; i++) {
		from_stdin += strcmp(argv[i], "-") == 0;
		if (argv[i][0] == '\0' || from_stdin > 1) {
			cmd_usage(&cmd_check, from_stdin > 1 ? "standard "
			    "input can be read only once" :
			    "a FILE with an empty name");
			return -1;
		}
		check_files_add(inputs, argv[i]);
	}
	if (argc - optind > 1)
		check_files_unique(inputs);
	return 0;
}

static int
run_check(int argc, char **argv)
{
	struct check check = { .cmd = &cmd_check };
	struct check_inputs inputs = { 0 };
	struct options opt = { 0 };
	int status = cmd_check.failure;

	/* A reader that went away is an error, not a silent death. */
	signal(SIGPIPE, SIG_IGN);
	if (parse_options(argc, argv, &opt) == 0 &&
	    choose_format(&opt, &check) == 0 &&
	    choose_frontend(&opt, &check) == 0 &&
	    cmd_load_rules(&cmd_check, opt.profile, opt.rules,
	    &check.rules) == 0 &&
	    (opt.staged ? add_staged(&opt, argc, argv, &check, &inputs) :
	    add_operands(argc, argv, &inputs)) == 0 &&
	    open_choice(&opt, &check) == 0 &&
	    open_session(&opt, &inputs, &check) == 0 &&
	    open_together(&opt, &inputs, &check) == 0 &&
	    open_audit(&opt, &check) == 0) {
		check.env.rules = check.rules;
		check.table = opt.rules != NULL ? opt.rules :
		    rules_profile_name(check.rules);
		if (opt.profile != NULL)
			check.table = opt.profile;
		status = check_run(&check, &inputs);
	}
	check_audit_close(check.audit);
	session_close(check.session);
	check_together_free(check.together);
	check_choice_free(check.choice);
	check_files_free(&inputs);
	return status;
}

const struct cmd cmd_check = {
	.name = "check",
	.usage = "[--profile P] [--rules F] [--format text|json|sarif|github] "
	    "[--as python|markdown|notebook] [--session DIR] [--together] [--why-allowed] "
	    "[--select IDS] [--ignore IDS] [--baseline FILE | --write-baseline FILE] "
	    "[--audit FILE [--alert COMMAND]] FILE|DIR|-... | --staged [PATH...]",
	.summary = "judge Python source, run nothing",
	.help = "\n"
	    "  --profile P      minimal (default), data, extended; a path if "
	    "it has a '/'\n"
	    "  --rules FILE     a table to judge by instead\n"
	    "  --format FORM    text (default), json, sarif, github; --json is short\n"
	    "                   for json\n"
	    "  --as KIND        python, markdown, notebook; else by the "
	    "name's extension\n"
	    "  --session DIR    judge after the snippets accepted there "
	    "before\n"
	    "  --together       the files of a folder import one another\n"
	    "  --staged         judge what the next commit of git would change, as\n"
	    "                   its index has it; the work tree is not read\n"
	    "  --select IDS     only these rules count: G110,G2 is one rule and all\n"
	    "                   that begin with G2; --ignore IDS: not these\n"
	    "  --baseline FILE  leave out the findings that FILE knows;\n"
	    "                   --write-baseline FILE writes it and fails on nothing\n"
	    "  --why-allowed    list the rows that admitted something\n"
	    "  --audit FILE     record it; else $SALLYPORT_AUDIT says where\n"
	    "  --alert COMMAND  gets the record of what is blocked or held\n"
	    "\n"
	    "Exit status: 0 allow, 1 block, 3 hold, 2 usage, unreadable file "
	    "or internal error.\n",
	.failure = 2,
	.run = run_check,
};
