/*
 * How much the whole gate costs over the bare parse of the same bytes: in one
 * process, in turn, the median of pairwise ratios of processor time. Parser
 * and text are warm in both. `bench_gate PARSER FILE...` prints a line a file:
 * the ratio to the parser as it comes (PARSER, a shared object) and its
 * quartiles, microseconds of its parse, bytes, the ratio to the gate's own
 * parser (tools/parser/whole.c), the name.
 */
#include <tree_sitter/api.h>

#include <dlfcn.h>
#include <time.h>

#include "analyzer/gate.h"
#include "analyzer/findings/verdict.h"
#include "supervisor/base/buf.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"

#define ROUNDS	200
#define ENOUGH	1.5	/* seconds of parsing, and at least 20 rounds */

const TSLanguage *tree_sitter_python(void);

/* One of two parsers. */
struct parser {
	TSParser *parser;
	TSTree *(*parse)(TSParser *, const TSTree *, const char *, uint32_t);
	void (*drop)(TSTree *);
};

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double
time_parse(const struct parser *p, const struct buf *text)
{
	double start = seconds();

	p->drop(p->parse(p->parser, NULL, text->data, (uint32_t)text->len));
	return seconds() - start;
}

static double
time_gate(struct gate *gate, const struct buf *text)
{
	double start = seconds();

	gate_judge(gate, "bench.py", text->data, text->len);
	return seconds() - start;
}

static int
compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return a < b ? -1 : a > b;
}

/* The median of n, which are sorted; its quartiles are beside it. */
static double
sorted(double *values, int n)
{
	qsort(values, (size_t)n, sizeof(*values), compare);
	return values[n / 2];
}

static void
bench(const struct parser *comes, const struct parser *own, struct gate *gate,
    const char *path)
{
	double ratios[ROUNDS], parses[ROUNDS], owns[ROUNDS], a = 0, b = 0, c;
	auto_buf struct buf text = BUF_INIT;
	int i, rounds = ROUNDS;

	if (fdio_read_file(path, 1u << 20, &text) < 0) {
		fprintf(stderr, "%s: cannot be read\n", path);
		return;
	}
	buf_str(&text);
	for (i = -5; i < rounds; i++) {
		if (i == 0 && b * ROUNDS > ENOUGH)
			rounds = b * 20 > ENOUGH ? 20 : (int)(ENOUGH / b);
		if (i % 2) {
			a = time_gate(gate, &text);
			b = time_parse(comes, &text);
		} else {
			b = time_parse(comes, &text);
			a = time_gate(gate, &text);
		}
		c = time_parse(own, &text);
		if (i >= 0) {
			ratios[i] = a / b;
			parses[i] = b;
			owns[i] = a / c;
		}
	}
	sorted(ratios, rounds);
	printf("%.3f %.3f %.3f %.0f %zu %.3f %s\n", ratios[rounds / 2],
	    ratios[rounds / 4], ratios[rounds * 3 / 4],
	    sorted(parses, rounds) * 1e6, text.len, sorted(owns, rounds), path);
	fflush(stdout);
}

/* A function of a shared object, by its name. */
static void
look_up(void *library, const char *name, void *ret_function)
{
	void *found = dlsym(library, name);

	if (found == NULL) {
		fprintf(stderr, "bench_gate: %s\n", dlerror());
		exit(1);
	}
	memcpy(ret_function, &found, sizeof(found));
}

static struct parser
as_it_comes(const char *path)
{
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const TSLanguage *(*language)(void);
	TSParser *(*make)(void);
	bool (*set)(TSParser *, const TSLanguage *);
	struct parser p;

	if (library == NULL) {
		fprintf(stderr, "bench_gate: %s\n", dlerror());
		exit(1);
	}
	look_up(library, "tree_sitter_python", &language);
	look_up(library, "ts_parser_new", &make);
	look_up(library, "ts_parser_set_language", &set);
	look_up(library, "ts_parser_parse_string", &p.parse);
	look_up(library, "ts_tree_delete", &p.drop);
	p.parser = make();
	set(p.parser, language());
	return p;
}

int
main(int argc, char **argv)
{
	struct parser comes, own = { ts_parser_new(), ts_parser_parse_string,
	    ts_tree_delete };
	const struct ruleset *rules;
	struct gate *gate;
	char *why = NULL;
	int i;

	if (argc < 3) {
		fprintf(stderr, "usage: bench_gate PARSER FILE...\n");
		return 2;
	}
	comes = as_it_comes(argv[1]);
	ts_parser_set_language(own.parser, tree_sitter_python());
	if (rules_builtin("data", &rules) < 0 ||
	    gate_new(rules, NULL, &why, &gate) < 0) {
		fprintf(stderr, "bench_gate: %s\n", why != NULL ? why :
		    "no table");
		return 1;
	}
	for (i = 2; i < argc; i++)
		bench(&comes, &own, gate, argv[i]);
	gate_free(gate);
	ts_parser_delete(own.parser);
	return 0;
}
