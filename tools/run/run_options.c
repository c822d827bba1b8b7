/* The options of `run` and `exec`. */
#include "run_auto.h"
#include "run_common.h"
#include "run_files.h"
#include "run_options.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>

#include "../../supervisor/audit/audit.h"
#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../python/lacking.h"

#define HELP_TABLE \
"  --rules FILE           a table instead of a profile\n" \
"  --time T, --cpu T      wall clock, processor time of the tree (30s, 500ms, 2m)\n" \
"  --memory N, --disk N   memory of the tree, bytes it may write (K, M, G)\n" \
"  --file-size N, --output-limit N\n" \
"                         size of each file, both output streams together\n" \
"  --processes N, --open-files N\n" \
"                         processes and threads; descriptors of each process\n" \
"  --files N, --io N      names it may make (10000); bytes it may read and write\n" \
"  --cpus N               processors at any time, as in 0.5; ends nothing\n" \
"  --read PATH, --write PATH, --allow-exec PATH, --connect ADDR:PORT\n" \
"                         permit this beyond the table; may be repeated\n" \
"  --input FILE[=NAME]    put FILE into the work folder, read-only\n" \
"  --output DIR           copy what is left in the work folder to DIR;\n" \
"  --overwrite            over regular files that lie there\n" \
"  --chdir DIR            start there instead of in the work folder\n" \
"  --env NAME=VALUE       add to the environment, which is built from nothing\n"
#define HELP_RUN \
"  --cgroup DIR|none      a delegated cgroup to run in (found where offered)\n" \
"  --uid N                whom to become when started as root (65534)\n" \
"  --uid-range FIRST-LAST one of these for this run alone; --uid outranks it\n" \
"  --explore              list all that is denied; end the run for nothing\n" \
"  --trace                record every system call\n" \
"  --degraded             run below the tier the profile requires\n" \
"  --audit FILE           the log\n" \
"  --alert COMMAND        gets the record of what matters; no shell reads it\n" \
"  --id LABEL, --agent NAME, --user NAME\n" \
"                         what to call this run in the log\n" \
"  --json                 print one document; output is captured in it\n" \
"  --stream               the same, and before it, a line each, what comes\n"

#define HELP_EXIT \
"\nExit status: the child's own; 124 a limit ended it; 125 Sallyport failed, or\n" \
"this host cannot meet the profile; 126 refused by the gate, or the wall ended\n" \
"it; 127 not found; 128+N died of signal N.\n"

const char run_help_run[] =
"  --profile P            minimal (default), data, extended, or a path with /;\n"
"                         auto[:P] is P (data) narrowed to what FILE needs\n"
HELP_TABLE
"  --module FILE[=NAME]   FILE belongs to the code, to be imported as NAME\n"
"                         (part.py, pkg/part.py); may be repeated\n"
"  --main FILE            which file of a FOLDER runs (__main__.py)\n"
"  --python PATH          the interpreter\n"
"  --show                 print the value of the last expression, too\n"
"  --results DIR          save figures and other results there\n"
HELP_RUN HELP_EXIT;

const char run_help_pool[] =
"  --profile P            minimal (default), data, extended, or a path with /\n"
HELP_TABLE
"  --python PATH          the interpreter\n"
"  --preload MODULE       loaded before any code comes; may be repeated\n"
"  --ready N              how many runs stand ready of each zygote (4)\n"
"  --zygotes N            how many zygotes there may be (8)\n"
"  --pool-memory SIZE     what stands ready holds no more (a quarter of all)\n"
"  --shrink T             unused for so long, fewer stand ready (1m)\n"
"  --no-options           refuse requests with options of their own\n"
"  --until-eof            end with standard input, and with an empty folder\n"
"  --status               what stands ready at SOCKET, and what it holds\n"
"  --sessions N, --cells N\n"
"                         how many sessions there may be (16); cells of one (20)\n"
"  --session-time T       wall clock, and processor time, of its cells (1h)\n"
"  --cell-time T          how far --time of one cell may be extended (1h)\n"
"  --session-idle T       how long one waits for its next cell (10m)\n"
"  --grace T              how long a cell may take to end when interrupted (2s)\n"
HELP_RUN;

const char run_help_exec[] =
"  --profile P            agent (default: the host's programs, no network),\n"
"                         minimal (PROGRAM alone), data, extended, or a path\n"
"                         with /\n"
HELP_TABLE HELP_RUN HELP_EXIT;

#define MEMORY_LEAST	(2 << 20)	/* its stack, the loader, libc */

static const struct option longs[] = {
#define RUN_OPTION(option_, name_, has_, bind_) \
	{ (name_), (has_), NULL, OPT_##option_ },
	RUN_OPTIONS(RUN_OPTION)
#undef RUN_OPTION
	{ NULL, 0, NULL, 0 },
};

/* Which options set a limit. */
static const struct {
	int			option;
	enum rules_limit	limit;
} limit_options[] = {
	{ OPT_TIME, RULES_WALL },
	{ OPT_CPU, RULES_CPU },
	{ OPT_MEMORY, RULES_MEMORY },
	{ OPT_OUTPUT_LIMIT, RULES_OUTPUT },
	{ OPT_DISK, RULES_DISK },
	{ OPT_FILE_SIZE, RULES_FILE_SIZE },
	{ OPT_PROCESSES, RULES_PROCESSES },
	{ OPT_OPEN_FILES, RULES_OPEN_FILES },
	{ OPT_FILES, RULES_FILES },
	{ OPT_CPUS, RULES_CPUS },
	{ OPT_IO, RULES_IO },
};

bool
run_option_limit(enum run_option option, enum rules_limit *ret)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(limit_options); i++) {
		if (limit_options[i].option != (int)option)
			continue;
		*ret = limit_options[i].limit;
		return true;
	}
	return false;
}

static const char *
name_of(int option)
{
	size_t i;

	for (i = 0; longs[i].name != NULL; i++) {
		if (longs[i].val == option)
			return longs[i].name;
	}
	return "?";
}

const char *
run_option_of_limit(const char *limit)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(limit_options); i++)
		if (strcmp(rules_limit_name(limit_options[i].limit),
		    limit) == 0)
			return name_of(limit_options[i].option);
	return "?";
}

const char *
run_option_named(const char *word, bool *ret_value_follows)
{
	size_t n, i;
	const struct option *found = NULL;

	if (strncmp(word, "--", 2) != 0 || word[2] == '\0')
		return NULL;
	word += 2;
	n = strcspn(word, "=");
	for (i = 0; longs[i].name != NULL; i++) {
		if (strncmp(longs[i].name, word, n) != 0)
			continue;
		if (found != NULL && strlen(found->name) != n &&
		    strlen(longs[i].name) != n)
			return NULL;	/* it may be either */
		if (found == NULL || strlen(longs[i].name) == n)
			found = &longs[i];
	}
	if (found == NULL)
		return NULL;
	*ret_value_follows = found->has_arg == required_argument &&
	    word[n] != '=';
	return found->name;
}

void
run_list_add(struct run_list *list, const char *item)
{
	const char **slot = mem_push(&list->items, &list->n, &list->cap,
	    sizeof(*list->items));

	*slot = item;
}

static int
parse_count(const char *s, int64_t *ret)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(s, &end, 10);
	if (end == s || *end != '\0' || errno != 0 || s[0] < '0' || s[0] > '9')
		return -EINVAL;
	*ret = n;
	return 0;
}

static int
set_limit(struct run_setup *setup, int option)
{
	enum rules_form form;
	int64_t value = 0;
	size_t i;

	for (i = 0; limit_options[i].option != option; i++)
		;
	form = rules_limit_form(limit_options[i].limit);
	if (rules_parse_amount(form, optarg, &value) < 0)
		return cmd_usage(setup->cmd, "--%s '%s': want %s, more than 0",
		    name_of(option), optarg, rules_form_wanted(form));
	if (limit_options[i].limit == RULES_MEMORY && value < MEMORY_LEAST)
		return cmd_usage(setup->cmd, "--memory '%s': no program starts "
		    "in less than 2M, and Python wants 8M", optarg);
	setup->opts.limits[limit_options[i].limit] = value;
	return 0;
}

static int
add_input(struct run_setup *setup)
{
	const char *equals = strrchr(optarg, '='), *slash;
	struct run_input *input;

	input = mem_push(&setup->inputs, &setup->ninputs, &setup->inputs_cap,
	    sizeof(*setup->inputs));
	/* A file may have a = in its name; then it is meant whole. */
	if (equals == NULL || access(optarg, F_OK) == 0) {
		input->file = mem_strdup(optarg);
		slash = strrchr(optarg, '/');
		input->name = slash != NULL ? slash + 1 : optarg;
	} else {
		input->file = mem_strndup(optarg, (size_t)(equals - optarg));
		input->name = equals + 1;
	}
	if (input->file[0] == '\0' || input->name[0] == '\0')
		return cmd_usage(setup->cmd, "--input '%s': want FILE or "
		    "FILE=NAME", optarg);
	return 0;
}

static int
add_env(struct run_setup *setup)
{
	const char *equals = strchr(optarg, '=');

	if (equals == NULL || equals == optarg)
		return cmd_usage(setup->cmd, "--env '%s': want NAME=VALUE",
		    optarg);
	run_list_add(&setup->env, optarg);
	if (setup->cmd == &cmd_run && strncmp(optarg, "PYTHON", 6) == 0)
		cmd_error(setup->cmd, "note: the interpreter is started with "
		    "-I, which ignores %.*s", (int)(equals - optarg), optarg);
	return 0;
}

static int
set_uid(struct run_setup *setup)
{
	int64_t uid;

	if (parse_count(optarg, &uid) < 0 || uid >= (int64_t)UINT32_MAX)
		return cmd_usage(setup->cmd, "--uid '%s': want a number",
		    optarg);
	setup->opts.uid = (uid_t)uid;
	return 0;
}

/* Not root, nor what 16 or 32 bits mean by "none". */
static int
set_uid_range(struct run_setup *setup)
{
	const char *dash = strchr(optarg, '-');
	auto_free char *from = dash != NULL ?
	    mem_strndup(optarg, (size_t)(dash - optarg)) : NULL;
	int64_t first, last;

	if (from == NULL || parse_count(from, &first) < 0 ||
	    parse_count(dash + 1, &last) < 0 || first < 1 || last < first ||
	    last >= (int64_t)UINT32_MAX - 1 ||
	    (first <= 65535 && last >= 65535))
		return cmd_usage(setup->cmd, "--uid-range '%s': want FIRST-LAST, "
		    "as in 200000-200999, without 0 and 65535", optarg);
	setup->opts.uid_first = (uid_t)first;
	setup->opts.uid_last = (uid_t)last;
	return 0;
}

static int
set_table(struct run_setup *setup, int option, const char **slot)
{
	if (*slot != NULL)
		return cmd_usage(setup->cmd, "--%s is given twice: only one "
		    "table holds", name_of(option));
	*slot = optarg;
	return 0;
}

/* The operator's word is part of the record, in the order it was given. */
static void
note(struct run_setup *setup, int option, const char *value)
{
	const char *name = name_of(option);
	const struct json *have = js_get(setup->given, name);
	auto_buf struct buf name_only = BUF_INIT;
	struct json *list;

	if (option == OPT_AUDIT || option == OPT_ALERT || option == OPT_ID ||
	    option == OPT_AGENT || option == OPT_USER || option == OPT_JSON ||
	    option == OPT_STREAM || option == OPT_SHOW)
		return;
	if (value == NULL) {
		js_put_flag(setup->given, name, true);
		return;
	}
	list = have != NULL ? js_copy(have) : js_arr();
	/* A value of the environment is often a secret, whatever its name. */
	if (option == OPT_ENV) {
		buf_addf(&name_only, "%.*s=[redacted:%zu]",
		    (int)strcspn(value, "="), value,
		    strlen(value + strcspn(value, "=") + 1));
		value = buf_str(&name_only);
	}
	js_add(list, js_str(value));
	js_put(setup->given, name, list);
}

/* A, A.B: what stands behind `import`, and nothing else. */
static int
add_preload(struct run_setup *setup)
{
	const char *at;

	for (at = optarg; *at != '\0'; at++)
		if (!(isalnum((unsigned char)*at) || *at == '_' ||
		    (*at == '.' && at != optarg && at[-1] != '.')))
			break;
	if (*at != '\0' || at == optarg || at[-1] == '.')
		return cmd_usage(setup->cmd, "--preload %s: not the name of a "
		    "module", optarg);
	run_list_add(&setup->preload, optarg);
	return 0;
}

static int
set_number(struct run_setup *setup, int option, long most, unsigned *slot)
{
	char *end;
	long n = strtol(optarg, &end, 10);

	if (*end != '\0' || end == optarg || n < 1 || n > most)
		return cmd_usage(setup->cmd, "--%s %s: not a number from 1 "
		    "to %ld", name_of(option), optarg, most);
	*slot = (unsigned)n;
	return 0;
}

static int
set_time(struct run_setup *setup, int option, int64_t *slot)
{
	enum rules_form form = rules_limit_form(RULES_WALL);

	if (rules_parse_amount(form, optarg, slot) == 0)
		return 0;
	return cmd_usage(setup->cmd, "--%s '%s': want %s, more than 0",
	    name_of(option), optarg, rules_form_wanted(form));
}

/* How a pool keeps runs ready, and sessions. */
static int
take_of_pool(struct run_setup *setup, int option)
{
	struct session_bounds *session = &setup->opts.session;

	if (setup->cmd != &cmd_pool)
		return cmd_usage(setup->cmd, "--%s: only a pool keeps runs "
		    "ready", name_of(option));
	switch (option) {
	case OPT_PRELOAD:
		return add_preload(setup);
	case OPT_READY:
		return set_number(setup, option, RUN_READY_MAX,
		    &setup->nready);
	case OPT_NO_OPTIONS:
		setup->no_options = true;
		return 0;
	case OPT_UNTIL_EOF:
		setup->until_eof = true;
		return 0;
	case OPT_STATUS:
		setup->status = true;
		return 0;
	case OPT_ZYGOTES:
		return set_number(setup, option, RUN_ZYGOTES_MAX,
		    &setup->nzygotes);
	case OPT_POOL_MEMORY:
		if (rules_parse_amount(rules_limit_form(RULES_MEMORY), optarg,
		    &setup->pool_memory) == 0)
			return 0;
		return cmd_usage(setup->cmd, "--pool-memory '%s': want %s",
		    optarg, rules_form_wanted(rules_limit_form(RULES_MEMORY)));
	case OPT_SHRINK:
		return set_time(setup, option, &setup->shrink_ms);
	case OPT_SESSIONS:
		return set_number(setup, option, 1024, &session->most);
	case OPT_CELLS:
		return set_number(setup, option, 100000, &session->cells);
	case OPT_CELL_TIME:
		return set_time(setup, option, &session->cell_ms);
	case OPT_SESSION_TIME:
		return set_time(setup, option, &session->wall_ms);
	case OPT_SESSION_IDLE:
		return set_time(setup, option, &session->idle_ms);
	default:
		return set_time(setup, option, &session->grace_ms);
	}
}

/* What has no meaning for a program. */
static int
take_of_script(struct run_setup *setup, int option)
{
	if (setup->cmd != &cmd_run)
		return cmd_usage(setup->cmd, "--%s: only run takes files of "
		    "code", name_of(option));
	if (option == OPT_MODULE)
		run_list_add(&setup->module_words, optarg);
	else if (option == OPT_MAIN)
		setup->main = optarg;
	else if (option == OPT_RESULTS)
		setup->results = optarg;
	else
		setup->show = true;
	return 0;
}

static int
take(struct run_setup *setup, int option)
{
	switch (option) {
	case OPT_PROFILE:
		return set_table(setup, option, &setup->profile);
	case OPT_RULES:
		return set_table(setup, option, &setup->rules);
	case OPT_READ:
		run_list_add(&setup->reads, optarg);
		return 0;
	case OPT_WRITE:
		run_list_add(&setup->writes, optarg);
		return 0;
	case OPT_ALLOW_EXEC:
		run_list_add(&setup->execs, optarg);
		return 0;
	case OPT_CONNECT:
		run_list_add(&setup->connects, optarg);
		return 0;
	case OPT_INPUT:
		return add_input(setup);
	case OPT_OUTPUT:
		setup->opts.output = optarg;
		return 0;
	case OPT_OVERWRITE:
		setup->opts.overwrite = true;
		return 0;
	case OPT_CHDIR:
		setup->opts.chdir = optarg;
		return 0;
	case OPT_ENV:
		return add_env(setup);
	case OPT_CGROUP:
		setup->opts.cgroup = optarg;
		return 0;
	case OPT_MODULE:
	case OPT_MAIN:
	case OPT_RESULTS:
	case OPT_SHOW:
		return take_of_script(setup, option);
	case OPT_PYTHON:
		setup->opts.python = optarg;
		return 0;
	case OPT_UID:
		return set_uid(setup);
	case OPT_UID_RANGE:
		return set_uid_range(setup);
	case OPT_TRACE:
		setup->opts.trace = true;
		return 0;
	case OPT_DEGRADED:
		setup->opts.degraded = true;
		return 0;
	case OPT_EXPLORE:
		setup->opts.explore = true;
		return 0;
	case OPT_AUDIT:
		setup->audit_path = optarg;
		return 0;
	case OPT_ALERT:
		setup->alert = optarg;
		return 0;
	case OPT_ID:
		setup->label = optarg;
		return 0;
	case OPT_AGENT:
		setup->agent = optarg;
		return 0;
	case OPT_USER:
		setup->user = optarg;
		return 0;
	case OPT_PRELOAD:
	case OPT_NO_OPTIONS:
	case OPT_UNTIL_EOF:
	case OPT_STATUS:
	case OPT_ZYGOTES:
	case OPT_POOL_MEMORY:
	case OPT_SHRINK:
	case OPT_READY:
	case OPT_SESSIONS:
	case OPT_CELLS:
	case OPT_CELL_TIME:
	case OPT_SESSION_TIME:
	case OPT_SESSION_IDLE:
	case OPT_GRACE:
		return take_of_pool(setup, option);
	case OPT_STREAM:
		setup->stream = true;
		/* fallthrough */
	case OPT_JSON:
		setup->json = true;
		return 0;
	default:
		return set_limit(setup, option);
	}
}

static const char *const *
finish_list(struct run_list *list)
{
	run_list_add(list, NULL);
	return list->items;
}

void
run_release(struct run_setup *setup)
{
	size_t i;

	for (i = 0; i < setup->ninputs; i++)
		free((void *)(uintptr_t)setup->inputs[i].file);
	free(setup->inputs);
	for (i = 0; i < setup->npaths; i++)
		free(setup->paths[i]);
	free(setup->paths);
	free(setup->granted.items);
	free(setup->environment);
	free(setup->typed.items);
	free(setup->tables.items);
	free(setup->table_names);
	free(setup->preload.items);
	free(setup->reads.items);
	free(setup->writes.items);
	free(setup->execs.items);
	free(setup->connects.items);
	free(setup->env.items);
	if (setup->results_fd > 0)
		close(setup->results_fd);
	if (setup->opts.stdin_fd > 0)
		close(setup->opts.stdin_fd);
	for (i = 0; i < ARRAY_SIZE(setup->logs); i++)
		if (setup->logs[i] > 0)
			close(setup->logs[i]);
	free(setup->log_path);
	js_free(setup->given);
	js_free(setup->judged);
	run_auto_release(setup);
	run_files_release(setup);
	audit_close(setup->audit);
}

static bool
asks_for(const char *option, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], option) == 0)
			return true;
	return false;
}

/* The table, and the names of the files it was made from. */
static int
load_table(struct run_setup *setup)
{
	auto_buf struct buf names = BUF_INIT;
	size_t at, n;

	if (setup->cmd == &cmd_exec && setup->rules == NULL &&
	    setup->profile == NULL)
		setup->profile = "agent";
	if (cmd_load_rules_from(setup->cmd, setup->profile, setup->rules,
	    &names, &setup->opts.rules) < 0)
		return -1;
	n = names.len;
	setup->table_names = buf_steal(&names);
	for (at = 0; at < n; at += strlen(setup->table_names + at) + 1)
		run_list_add(&setup->tables, setup->table_names + at);
	setup->opts.tables = finish_list(&setup->tables);
	return 0;
}

int
run_parse(const struct cmd *cmd, int argc, char **argv,
    struct run_setup *setup)
{
	int c, r = 0;

	setup->cmd = cmd;
	setup->opts.uid = (uid_t)-1;
	setup->given = js_obj();
	while ((c = cmd_getopt(cmd, argc, argv, longs)) != -1) {
		r = c == '?' ? cmd->failure : take(setup, c);
		if (r != 0)
			break;
		note(setup, c, optarg);
	}
	/* Who asked for a document gets one, wherever he went wrong. */
	if (r != 0) {
		setup->stream = asks_for("--stream", argc, argv);
		setup->json = setup->stream || asks_for("--json", argc, argv);
	}
	/* main() put something unwritable where nothing was. */
	if (setup->json &&
	    (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY) {
		setup->printed = true;
		if (r != 0)
			return r;
		cmd_error(cmd, "--json: standard output is closed; nothing "
		    "was run");
		return cmd->failure;
	}
	if (r != 0)
		return r;
	if (run_auto_base(setup->profile) != NULL) {
		if (setup->cmd != &cmd_run)
			return cmd_usage(cmd, "--profile %s: only run has a "
			    "manifest to narrow a profile by", setup->profile);
		setup->is_auto = true;
		setup->profile = run_auto_base(setup->profile);
	}
	if (setup->opts.overwrite && setup->opts.output == NULL &&
	    setup->results == NULL)
		return cmd_usage(cmd, "--overwrite: without --output nothing "
		    "is copied");
	setup->opts.results = setup->json || setup->show ||
	    setup->results != NULL;
	if (load_table(setup) < 0)
		return cmd->failure;
	/* The operator's word outranks the table's. */
	if (setup->cmd != &cmd_exec && setup->opts.python == NULL)
		setup->opts.python = setup->environment =
		    lacking_python(rules_environment(setup->opts.rules));
	run_paths(setup);
	setup->opts.reads = finish_list(&setup->reads);
	setup->opts.writes = finish_list(&setup->writes);
	setup->opts.execs = finish_list(&setup->execs);
	setup->opts.connects = finish_list(&setup->connects);
	setup->opts.env = finish_list(&setup->env);
	finish_list(&setup->preload);
	setup->opts.inputs = setup->inputs;
	setup->opts.ninputs = setup->ninputs;
	return 0;
}
