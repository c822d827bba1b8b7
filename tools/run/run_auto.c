#include "run_auto.h"

#include "run_common.h"

#include "../../analyzer/findings/verdict.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/rules.h"
#include "../../supervisor/policy/narrow.h"

#define BASE	"data"

struct run_auto {
	struct narrow	 need;
	bool		 narrowed;
};

/* What a module does unasked, or by arguments that no manifest has. */
enum { THREADS = 1, PROCESSES = 2, NETWORK = 4, HOME = 8, WORK = 16,
	ALL = 31 };

/*
 * Beyond the modules of `minimal`, which need nothing. The longest name that a
 * module is, or is below, counts; of others all that BASE has is kept. Numeric
 * libraries ask programs about the processor when they are loaded.
 */
static const struct {
	char		module[24];
	unsigned	needs;
} modules[] = {
	{ "IPython", THREADS | HOME },
	{ "PIL", 0 },
	{ "asyncio", THREADS },
	{ "concurrent", THREADS | PROCESSES | HOME },
	{ "cycler", 0 },
	{ "dateutil", 0 },
	{ "email", 0 },
	{ "filecmp", 0 },
	{ "logging.handlers", THREADS },
	{ "matplotlib", THREADS | PROCESSES | HOME },
	{ "mpl_toolkits", THREADS | PROCESSES | HOME },
	{ "multiprocessing", THREADS | PROCESSES | HOME },
	{ "multiprocessing.dummy", THREADS | HOME },
	{ "networkx", THREADS | PROCESSES | HOME },
	{ "numpy", THREADS | PROCESSES },
	{ "openpyxl", WORK },		/* temporary files */
	{ "os", 0 },			/* its starters have rows */
	{ "pandas", THREADS | PROCESSES },
	{ "pickle", 0 },
	{ "plistlib", 0 },
	{ "posix", 0 },
	{ "pytz", 0 },
	{ "quopri", 0 },
	{ "resource", 0 },
	{ "scipy", THREADS | PROCESSES },
	{ "seaborn", THREADS | PROCESSES | HOME },
	{ "sklearn", THREADS | PROCESSES | HOME },	/* joblib */
	{ "sqlite3", 0 },
	{ "statsmodels", THREADS | PROCESSES | HOME },
	{ "tabulate", 0 },
	{ "tarfile", WORK },		/* the names are in the archive */
	{ "tempfile", WORK },
	{ "threading", THREADS },
	{ "token", 0 },
	{ "tokenize", 0 },
	{ "tqdm", THREADS | HOME },
	{ "typing_extensions", 0 },
	{ "wave", 0 },
	{ "xml", WORK },
	{ "yaml", 0 },
	{ "zipfile", WORK },
};

const char *
run_auto_base(const char *name)
{
	if (name == NULL || strncmp(name, "auto", 4) != 0)
		return NULL;
	if (name[4] == '\0')
		return BASE;
	return name[4] == ':' ? name + 5 : NULL;
}

static unsigned
needs_of(const struct ruleset *minimal, const char *module)
{
	const struct rules_row *row;
	size_t i, n, best = 0;
	unsigned needs = 0;

	for (i = 0; i < ARRAY_SIZE(modules); i++) {
		n = strlen(modules[i].module);
		if (n <= best || strncmp(modules[i].module, module, n) != 0 ||
		    (module[n] != '\0' && module[n] != '.'))
			continue;
		best = n;
		needs = modules[i].needs;
	}
	if (best > 0)
		return needs;
	row = minimal != NULL ? rules_decide(minimal, RULES_IMPORT, module) :
	    NULL;
	return row != NULL && row->verb == RULES_ALLOW ? 0 : ALL;
}

/* A copy that ends with NULL; the strings stay the verdict's. */
static const char *const *
list_of(const char **items, size_t n)
{
	const char **list = mem_new(n + 1, sizeof(*list));

	if (n > 0)
		memcpy(list, items, n * sizeof(*list));
	return list;
}

/* The gate's word on processes counts `import os`, whatever is done with it. */
static bool
gate_lets_fork(const struct ruleset *rules)
{
	const struct rules_row *row = rules_decide(rules, RULES_CALL,
	    "os.fork");

	return row != NULL && row->verb != RULES_DENY;
}

void
run_auto_narrow(struct run_setup *setup, const struct verdict *v)
{
	const struct manifest *m = &v->manifest;
	const struct ruleset *minimal = NULL;
	struct run_auto *a;
	unsigned needs = 0;
	size_t i;

	if (!setup->is_auto)
		return;
	a = setup->narrow = mem_new(1, sizeof(*a));
	if (!m->complete) {
		if (!setup->json)
			cmd_error(setup->cmd, "auto: the manifest is not "
			    "complete, so all of profile %s holds",
			    rules_profile_name(setup->opts.rules));
		return;
	}
	if (rules_builtin("minimal", &minimal) < 0)
		minimal = NULL;
	for (i = 0; i < m->nimports; i++)
		needs |= needs_of(minimal, m->imports[i]);
	a->need.threads = m->threads || (needs & THREADS);
	a->need.processes = (needs & PROCESSES) || (m->processes &&
	    gate_lets_fork(setup->opts.rules));
	a->need.network = m->nhosts > 0 || (needs & NETWORK) ||
	    setup->connects.n > 1;
	a->need.home = needs & HOME;
	a->need.work = needs & WORK;
	a->need.reads = list_of(m->reads, m->nreads);
	a->need.writes = list_of(m->writes, m->nwrites);
	a->narrowed = true;
	setup->opts.narrow = &a->need;
}

static struct json *
strings(const char *const *list)
{
	struct json *out = js_arr();

	for (; list != NULL && *list != NULL; list++)
		js_add(out, js_str(*list));
	return out;
}

void
run_auto_note(const struct run_setup *setup, struct json *record)
{
	const struct run_auto *a = setup->narrow;
	struct json *note;
	size_t i;

	js_put(record, "auto", js_nul());
	if (a == NULL)
		return;
	const struct { const char *name; bool needed; } flags[] = {
		{ "threads", a->need.threads },
		{ "processes", a->need.processes },
		{ "network", a->need.network },
		{ "home", a->need.home },
		{ "work", a->need.work },
	};
	note = js_obj();
	js_put_str(note, "base", rules_profile_name(setup->opts.rules));
	js_put_flag(note, "narrowed", a->narrowed);
	js_put_str(note, "why", a->narrowed ? NULL :
	    "the manifest is not complete");
	for (i = 0; i < ARRAY_SIZE(flags); i++)
		js_put(note, flags[i].name, a->narrowed ?
		    js_flag(flags[i].needed) : js_nul());
	js_put(note, "reads", a->narrowed ? strings(a->need.reads) : js_nul());
	js_put(note, "writes", a->narrowed ? strings(a->need.writes) :
	    js_nul());
	js_put(record, "auto", note);
}

void
run_auto_release(struct run_setup *setup)
{
	if (setup->narrow == NULL)
		return;
	free((void *)(uintptr_t)setup->narrow->need.reads);
	free((void *)(uintptr_t)setup->narrow->need.writes);
	free(setup->narrow);
}
