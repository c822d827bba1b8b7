#include "pool.h"

#include <getopt.h>

#include "../../analyzer/gate.h"
#include "../../supervisor/base/clock.h"
#include "../../supervisor/base/json.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"

static const char *const none[] = { NULL };

static void
set_modules(struct kind *kind)
{
	kind->sets[0] = none;
	kind->nsets = 1;
	if (kind->setup->preload.items[0] != NULL)
		kind->sets[kind->nsets++] = kind->setup->preload.items;
}

void
kinds_begin(struct pool *pool)
{
	struct kind *kind = &pool->kinds[0];

	*kind = (struct kind){ .setup = &pool->setup, .gate = pool->gate };
	set_modules(kind);
}

int
kinds_parse(struct pool *pool, const struct json *options, struct kind *ret)
{
	size_t n = js_len(options), i, had = (size_t)pool->argc;
	char **argv = mem_new(had + n + 1, sizeof(*argv));
	struct run_setup *setup = mem_new(1, sizeof(*setup));
	struct gate_options of_gate = { 0 };
	auto_free char *why = NULL;
	const char *word;
	int r;

	/* As long as the kind: options are not copied. */
	ret->setup = setup;
	ret->argv = argv;
	memcpy(argv, pool->argv, had * sizeof(*argv));
	for (i = 0; i < n; i++) {
		word = js_as_str(js_at(options, i));
		argv[had + i] = mem_strdup(word != NULL ? word : "");
	}
	optind = 0;		/* glibc's word for: from the beginning */
	r = run_parse(&cmd_pool, (int)(had + n), argv, setup);
	/* The operator's, as it was when the pool began. */
	if (r == 0 && setup->alert != pool->setup.alert)
		r = cmd_usage(&cmd_pool, "--alert: not for requests");
	if (r == 0 && optind != (int)(had + n))
		r = cmd_usage(&cmd_pool, "options: %s is none", argv[optind]);
	setup->json = setup->opts.results = true;
	setup->opts.base = pool->root;
	setup->opts.session = pool->setup.opts.session;
	if (r == 0)
		r = pool_check_options(setup);
	if (r != 0)
		return r;
	of_gate.granted = run_granted(setup);
	ret->lacking = mem_new(1, sizeof(*ret->lacking));
	lacking_begin(ret->lacking, setup->opts.rules, setup->opts.python,
	    &of_gate);
	if (gate_new(setup->opts.rules, &of_gate, &why, &ret->gate) < 0) {
		cmd_error(&cmd_pool, "the gate cannot use this table: %s",
		    why != NULL ? why : "unknown reason");
		return cmd_pool.failure;
	}
	set_modules(ret);
	return 0;
}

static void
release(struct pool *pool, struct kind *kind)
{
	size_t i;

	gate_free(kind->gate);
	if (kind->lacking != NULL)
		lacking_release(kind->lacking);
	free(kind->lacking);
	if (kind->setup != NULL)
		run_release(kind->setup);
	free(kind->setup);
	for (i = (size_t)pool->argc; kind->argv != NULL && kind->argv[i] !=
	    NULL; i++)
		free(kind->argv[i]);
	free(kind->argv);
	free(kind->key);
	*kind = (struct kind){ .key = NULL };
}

static bool
is_used(const struct pool *pool, size_t kind)
{
	for (size_t i = 0; i < pool->nzygotes; i++)
		if (pool->zygotes[i].family != NULL &&
		    pool->zygotes[i].kind == kind)
			return true;
	return false;
}

/* One that is free, or was asked for least lately and is in no use; 0: none. */
static size_t
room(struct pool *pool)
{
	size_t i, oldest = 0;

	for (i = 1; i < POOL_KINDS; i++) {
		if (pool->kinds[i].key == NULL)
			return i;
		if (!is_used(pool, i) && (oldest == 0 ||
		    pool->kinds[i].asked < pool->kinds[oldest].asked))
			oldest = i;
	}
	if (oldest != 0)
		release(pool, &pool->kinds[oldest]);
	return oldest;
}

size_t
kinds_find(struct pool *pool, const char *key)
{
	struct json *options = NULL;
	struct kind *kind;
	size_t i;

	if (key[0] == '\0')
		return 0;
	for (i = 1; i < POOL_KINDS; i++)
		if (pool->kinds[i].key != NULL &&
		    strcmp(pool->kinds[i].key, key) == 0)
			break;
	if (i == POOL_KINDS) {
		/* Who asks once gets no zygote. */
		i = room(pool);
		if (i != 0) {
			pool->kinds[i].key = mem_strdup(key);
			pool->kinds[i].asked = clock_ms();
		}
		return POOL_KINDS;
	}
	kind = &pool->kinds[i];
	kind->asked = clock_ms();
	if (kind->setup == NULL && js_parse(key, strlen(key), &options) == 0)
		/* What is wrong with it is told by who runs cold. */
		kind->broken = kinds_parse(pool, options, kind) != 0 ||
		    kind->setup->ninputs > 0;
	js_free(options);
	return kind->broken ? POOL_KINDS : i;
}

void
kinds_end(struct pool *pool)
{
	for (size_t i = 1; i < POOL_KINDS; i++)
		release(pool, &pool->kinds[i]);
}
