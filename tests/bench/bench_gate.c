/*
 * How much the whole gate costs over the bare parse of the same bytes: in one
 * process, in turn, the median of pairwise ratios of processor time. Parser
 * and text are warm in both. `bench_gate FILE...` prints a line a file: the
 * ratio and its quartiles, microseconds of the parse, bytes, the name.
 */
#include <tree_sitter/api.h>

#include <time.h>

#include "analyzer/gate.h"
#include "analyzer/verdict.h"
#include "supervisor/base/buf.h"
#include "supervisor/base/fdio.h"
#include "supervisor/base/mem.h"
#include "supervisor/base/util.h"

#define ROUNDS	200
#define ENOUGH	1.5	/* seconds of parsing, and at least 20 rounds */

const TSLanguage *tree_sitter_python(void);

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static double
time_parse(TSParser *parser, const struct buf *text)
{
	double start = seconds();
	TSTree *tree;

	tree = ts_parser_parse_string(parser, NULL, text->data,
	    (uint32_t)text->len);
	ts_tree_delete(tree);
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

static void
bench(TSParser *parser, struct gate *gate, const char *path)
{
	double ratios[ROUNDS], parses[ROUNDS], a = 0, b = 0;
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
			b = time_parse(parser, &text);
		} else {
			b = time_parse(parser, &text);
			a = time_gate(gate, &text);
		}
		if (i >= 0) {
			ratios[i] = a / b;
			parses[i] = b;
		}
	}
	qsort(ratios, (size_t)rounds, sizeof(ratios[0]), compare);
	qsort(parses, (size_t)rounds, sizeof(parses[0]), compare);
	printf("%.3f %.3f %.3f %.0f %zu %s\n", ratios[rounds / 2],
	    ratios[rounds / 4], ratios[rounds * 3 / 4],
	    parses[rounds / 2] * 1e6, text.len, path);
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	TSParser *parser = ts_parser_new();
	const struct ruleset *rules;
	struct gate *gate;
	char *why = NULL;
	int i;

	ts_parser_set_language(parser, tree_sitter_python());
	if (rules_builtin("data", &rules) < 0 ||
	    gate_new(rules, NULL, &why, &gate) < 0) {
		fprintf(stderr, "bench_gate: %s\n", why != NULL ? why :
		    "no table");
		return 1;
	}
	for (i = 1; i < argc; i++)
		bench(parser, gate, argv[i]);
	gate_free(gate);
	ts_parser_delete(parser);
	return 0;
}
