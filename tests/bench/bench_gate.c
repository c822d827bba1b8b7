/*
 * How much the whole gate costs over the bare parse of the same bytes: in one
 * process, in turn, the median of pairwise ratios. Parser and text are warm in
 * both. `bench_gate FILE...` prints one line a file.
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

const TSLanguage *tree_sitter_python(void);

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
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
	double ratios[ROUNDS], parses[ROUNDS], a, b;
	auto_buf struct buf text = BUF_INIT;
	int i;

	if (fdio_read_file(path, 1u << 20, &text) < 0) {
		fprintf(stderr, "%s: cannot be read\n", path);
		return;
	}
	buf_str(&text);
	for (i = -5; i < ROUNDS; i++) {
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
	qsort(ratios, ROUNDS, sizeof(ratios[0]), compare);
	qsort(parses, ROUNDS, sizeof(parses[0]), compare);
	printf("%s: %zu bytes, parse %.0f us, gate/parse %.3f (%.3f to "
	    "%.3f)\n", path, text.len, parses[ROUNDS / 2] * 1e6,
	    ratios[ROUNDS / 2], ratios[ROUNDS / 4], ratios[ROUNDS * 3 / 4]);
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
