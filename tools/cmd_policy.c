/*
 * `sallyport policy --as-prompt`, --as-tool: what a profile allows, in words for the
 * system prompt of the model that writes the code. Every sentence is asked of
 * the table, so a table of one's own is described as truly as a shipped one;
 * the same table gives the same bytes. Modules that hardly any program needs
 * are left to the hint of the refusal, to stay under 400 tokens.
 */
#include "cmd.h"

#include <getopt.h>
#include <stdbool.h>

#include "../analyzer/symbols/python_names.h"
#include "../supervisor/base/buf.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"
#include "../supervisor/base/rules.h"
#include "../supervisor/run/python.h"
#include "../supervisor/run/python_packages.h"
#include "../supervisor/run/run.h"
#include "mcp/definitions.h"
#include "policy_prove.h"

static const struct cmd_word *const words[] = { &policy_prove, NULL };

/* Allowed, but not worth their tokens. */
static const char seldom[][16] = {
	"__future__", "abc", "array", "bz2", "calendar", "cmath", "codecs",
	"colorsys", "concurrent", "contextvars", "cycler", "difflib",
	"email", "encodings", "errno", "fastparquet", "filecmp", "fnmatch",
	"gc", "getopt", "graphlib", "hmac", "html", "importlib", "ipaddress", "keyword",
	"locale", "lzma", "mimetypes", "mpl_toolkits", "netrc", "numbers",
	"plistlib", "platform", "pprint", "pytz", "queue", "quopri",
	"reprlib", "resource", "sched", "secrets", "shlex", "stat", "struct",
	"tabulate", "timeit", "token", "tokenize", "tomllib", "tracemalloc",
	"types", "unicodedata", "uuid", "warnings", "wave", "weakref",
	"xlsxwriter", "xml", "zlib", "zoneinfo"
};

/* What to speak of if the table refuses it. */
static const struct probe {
	enum rules_kind	kind;
	char		subject[20];
} probes[] = {
	{ RULES_CALL, "eval" },
	{ RULES_CALL, "exec" },
	{ RULES_CALL, "compile" },
	{ RULES_CALL, "__import__" },
	{ RULES_IMPORT, "importlib" },
	{ RULES_CALL, "globals" },
	{ RULES_CALL, "vars" },
	{ RULES_CALL, "os.system" },
	{ RULES_IMPORT, "subprocess" },
	{ RULES_IMPORT, "socket" },
	{ RULES_IMPORT, "requests" },
	{ RULES_IMPORT, "urllib.request" },
	{ RULES_IMPORT, "ctypes" },
	{ RULES_CALL, "pickle.load" },
	{ RULES_IMPORT, "joblib" },
	{ RULES_CALL, "sys.modules" },
	{ RULES_CALL, "sys.path" },
	{ RULES_IMPORT, "sympy" },
	{ RULES_ATTR, "__dict__" },
	{ RULES_ATTR, "__globals__" },
	{ RULES_ATTR, "__subclasses__" },
	{ RULES_ATTR, "tb_frame" },
};

static enum rules_verb
verb_of(const struct ruleset *rules, enum rules_kind kind, const char *subject)
{
	const struct rules_row *row = rules_decide(rules, kind, subject);

	return row != NULL ? row->verb : RULES_DENY;
}

#define IMPORTS_MAX	72	/* names, of so many bytes: some 190 tokens */
#define IMPORTS_BYTES	640

/*
 * The top-level modules that may be imported, sorted: as many as there is room
 * for. What is left out is counted, but for the modules that are seldom needed.
 * `py`, or NULL: of packages only what it has.
 */
static void
add_imports(struct buf *out, const struct ruleset *rules,
    const struct python *py)
{
	const char **names = mem_new(rules_count(rules) + 1, sizeof(*names));
	size_t n = 0, start = out->len, i;
	bool others = false;

	for (i = 0; i < rules_count(rules); i++) {
		const struct rules_row *row = rules_at(rules, i);
		const char *name = rules_text(rules, row->subject);

		if (row->kind != RULES_IMPORT || row->verb != RULES_ALLOW ||
		    row->is_default || strpbrk(name, ".*") != NULL)
			continue;
		if (py != NULL && !python_has(PYTHON_STDLIB, name) &&
		    !python_has_module(py, name))
			continue;
		if (!IS_ONE_OF(name, seldom))
			names[n++] = name;
		else
			others |= strcmp(name, "__future__") != 0;
	}
	qsort(names, n, sizeof(*names), util_compare_texts);
	buf_adds(out, "Imports allowed: ");
	for (i = 0; i < n && i < IMPORTS_MAX && out->len - start +
	    strlen(names[i]) < IMPORTS_BYTES; i++)
		buf_addf(out, "%s%s", i > 0 ? " " : "", names[i]);
	if (i < n)
		buf_addf(out, "; and %zu more", n - i);
	else if (n == 0)
		buf_adds(out, others ? "some small stdlib modules" : "none");
	else if (others)
		buf_adds(out, "; and some smaller stdlib modules");
	buf_adds(out, ".");
	if (n > 0)
		buf_addf(out, " Use their documented functions, never other "
		    "modules through them%s.", verb_of(rules, RULES_IMPORT,
		    "json") == RULES_ALLOW ? " (json.codecs)" : "");
	buf_adds(out, "\n");
	free(names);
}

/* "Lead: eval, exec.\n" of the probes with this verb; nothing if none. */
static void
add_probes(struct buf *out, const struct ruleset *rules, const char *lead,
    enum rules_verb verb)
{
	const char *between = lead;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		if (verb_of(rules, probes[i].kind, probes[i].subject) != verb)
			continue;
		buf_addf(out, "%s%s", between, probes[i].subject);
		between = ", ";
	}
	if (between != lead)
		buf_adds(out, ".\n");
}

static void
add_size(struct buf *out, int64_t bytes)
{
	if (bytes >= 1024 * 1024 * 1024 && bytes % (1024 * 1024 * 1024) == 0)
		buf_addf(out, "%lld GB", (long long)(bytes >> 30));
	else
		buf_addf(out, "%lld MB", (long long)(bytes >> 20));
}

static void
add_limits(struct buf *out, const struct ruleset *rules)
{
	static const struct {
		enum rules_limit	 limit;
		const char		*of;
	} sizes[] = {
		{ RULES_MEMORY, "memory" }, { RULES_DISK, "files" },
		{ RULES_OUTPUT, "output" },
	};
	const char *between = "Limits: ";
	int64_t value = rules_limit(rules, RULES_WALL);
	size_t i;

	if (value >= 0) {
		buf_addf(out, "%s%lld s", between, (long long)value / 1000);
		between = ", ";
	}
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		value = rules_limit(rules, sizes[i].limit);
		if (value < 0)
			continue;
		buf_adds(out, between);
		add_size(out, value);
		buf_addf(out, " of %s", sizes[i].of);
		between = ", ";
	}
	if (strcmp(between, ", ") == 0)
		buf_adds(out, ".\n");
}

static void
add_files(struct buf *out, const struct ruleset *rules)
{
	enum rules_verb verb = verb_of(rules, RULES_PATH, "write:/srv/x");

	if (verb_of(rules, RULES_CALL, "open") != RULES_ALLOW) {
		buf_adds(out, "Files: none.\n");
		return;
	}
	buf_adds(out, "Files: open inputs by name in the current folder; "
	    "write results there");
	if (verb != RULES_ALLOW)
		buf_adds(out, verb == RULES_HOLD ? " (elsewhere a person "
		    "must approve)" : " (nowhere else)");
	buf_adds(out, ".\n");
}

/* pd.read_csv(URL) needs no import that would be refused. */
static void
add_network(struct buf *out, const struct ruleset *rules)
{
	switch (verb_of(rules, RULES_HOST, "example.org")) {
	case RULES_DENY:
		buf_adds(out, "Network: none; no URL in place of a file "
		    "name, nothing that downloads.\n");
		break;
	case RULES_HOLD:
		buf_adds(out, "Network, also a URL in place of a file name: a "
		    "person must approve.\n");
		break;
	default:
		break;
	}
}

/* What to speak of where the table allows it. */
struct phrase {
	enum rules_kind	kind;
	char		subject[20], text[52];
};

/* "Lead" and the phrases that hold, parted by `between`; nothing if none. */
static void
add_phrases(struct buf *out, const struct ruleset *rules, const char *lead,
    const struct phrase *phrases, size_t n, const char *between,
    const char *end)
{
	const char *before = lead;
	size_t i;

	for (i = 0; i < n; i++) {
		if (verb_of(rules, phrases[i].kind, phrases[i].subject) !=
		    RULES_ALLOW)
			continue;
		buf_addf(out, "%s%s", before, phrases[i].text);
		before = between;
	}
	if (before != lead)
		buf_adds(out, end);
}

static void
add_prompt(struct buf *out, const struct ruleset *rules,
    const struct python *py)
{
	static const struct phrase fine[] = {
		{ RULES_NODE, "class_definition", "classes" },
		{ RULES_ATTR, "__add__", "operator methods" },
		{ RULES_NODE, "decorator", "decorators" },
		{ RULES_IMPORT, "sys", "sys.argv" },
		{ RULES_CALL, "input", "input" },
	};
	static const struct phrase instead[] = {
		{ RULES_IMPORT, "ast", "ast.literal_eval reads data" },
		{ RULES_NODE, "dictionary",
		    "a dict of functions replaces eval" },
		{ RULES_IMPORT, "json", "json stores results" },
		{ RULES_IMPORT, "csv", "csv stores tables" },
		{ RULES_IMPORT, "time", "time.perf_counter measures" },
		{ RULES_IMPORT, "pathlib",
		    "pathlib and shutil replace shell commands" },
	};

	/* For exec: there is no source to speak of. */
	if (rules_default(rules, RULES_NODE) == NULL) {
		buf_adds(out, "Your commands run with the programs and "
		    "libraries that are installed here, in a folder of their "
		    "own, with a /tmp of their own. What you compile may "
		    "run.\nOf this host's other files, users and processes "
		    "nothing is there.\n");
		add_network(out, rules);
		add_limits(out, rules);
		return;
	}
	buf_adds(out, "Your Python is checked before it runs; a line that is "
	    "refused comes back with a hint. Write one plain file.\n");
	add_imports(out, rules, py);
	add_files(out, rules);
	add_network(out, rules);
	add_limits(out, rules);
	add_probes(out, rules, "Refused, also under another name: ",
	    RULES_DENY);
	add_probes(out, rules, "Waits for a person's approval: ", RULES_HOLD);
	if (verb_of(rules, RULES_CALL, "getattr") == RULES_ALLOW)
		buf_adds(out, "getattr and setattr need a constant name.\n");
	add_phrases(out, rules, "These are fine: ", fine, ARRAY_SIZE(fine),
	    ", ", ".\n");
	add_phrases(out, rules, "Instead: ", instead, ARRAY_SIZE(instead),
	    "; ", ".\n");
}

/* As text, or, with `api`, in what that takes as a model's tools. */
static int
print_prompt(const char *profile, const char *file, const char *python,
    const char *api)
{
	auto_buf struct buf out = BUF_INIT;
	struct json *all = NULL;
	auto_free char *why = NULL;
	struct python py = { 0 };
	const struct ruleset *rules;

	if (cmd_load_rules(&cmd_policy, profile, file, &rules) < 0)
		return cmd_policy.failure;
	if (python != NULL && python_find(python, run_uid_default(), &why,
	    &py) < 0) {
		cmd_error(&cmd_policy, "%s", why);
		return cmd_policy.failure;
	}
	add_prompt(&out, rules, python != NULL ? &py : NULL);
	python_release(&py);
	if (api != NULL) {
		all = tool_for_api(api, buf_str(&out));
		if (all == NULL)
			return cmd_usage(&cmd_policy, "--as-tool '%s': want "
			    "%s", api, tool_apis);
		out.len = 0;
		js_write(all, &out);
		buf_addc(&out, '\n');
		js_free(all);
	}
	return cmd_print(&cmd_policy, &out) < 0 ? cmd_policy.failure : 0;
}

static int
run_policy(int argc, char **argv)
{
	enum { OPT_PROMPT = 1, OPT_TOOL, OPT_PROFILE, OPT_RULES, OPT_PYTHON };
	static const struct option longs[] = {
		{ "as-prompt", no_argument, NULL, OPT_PROMPT },
		{ "as-tool", required_argument, NULL, OPT_TOOL },
		{ "profile", required_argument, NULL, OPT_PROFILE },
		{ "rules", required_argument, NULL, OPT_RULES },
		{ "python", required_argument, NULL, OPT_PYTHON },
		{ NULL, 0, NULL, 0 }
	};
	const char *profile = NULL, *file = NULL, *python = NULL,
	    *api = NULL;
	bool as_prompt = false;
	int c;

	if (argc > 1 && cmd_find_word(&cmd_policy, argv[1]) != NULL)
		return cmd_run_word(&cmd_policy, argc, argv);
	while ((c = cmd_getopt(&cmd_policy, argc, argv, longs)) != -1) {
		switch (c) {
		case OPT_PROMPT:
			as_prompt = true;
			break;
		case OPT_TOOL:
			api = optarg;
			break;
		case OPT_PROFILE:
			profile = optarg;
			break;
		case OPT_RULES:
			file = optarg;
			break;
		case OPT_PYTHON:
			python = optarg;
			break;
		default:
			return cmd_policy.failure;
		}
	}
	if (optind < argc)
		return cmd_usage(&cmd_policy, "did not expect '%s'",
		    argv[optind]);
	if (as_prompt == (api != NULL))
		return cmd_usage(&cmd_policy, "one of --as-prompt, --as-tool "
		    "API and prove");
	return print_prompt(profile, file, python, api);
}

const struct cmd cmd_policy = {
	.name = "policy",
	.usage = "--as-prompt | --as-tool API | prove [--profile P | --rules FILE]",
	.words = words,
	.summary = "say what a profile allows, for a model's prompt",
	.failure = 2,
	.run = run_policy,
	.help =
	"  --as-prompt print the policy in under 400 tokens\n"
	"    --profile P          minimal (the default), data, extended, agent,\n"
	"                         or a path\n"
	"    --rules FILE         a table of your own\n"
	"    --python PATH        name only the packages that it has\n",
};
