/*
 * What a parser makes of texts, a line each: trees FILE...
 *
 * Built twice, with the parser as it comes and with the one that the gate uses
 * (tools/parser/whole.c): every line has to be the same. Each file is parsed
 * as it is, and CHANGES times with some bytes changed, so that what is broken
 * is seen as well. A line is the file, the change, and a sum over every node
 * of the tree: its symbol, its place, its field and what is said of it.
 */
#include <tree_sitter/api.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGES	6
#define MOST	(1u << 20)

const TSLanguage *tree_sitter_python(void);

static uint64_t chance = 1;

/* Knuth's linear congruence: the same texts in each of the two programs. */
static uint32_t
below(uint32_t n)
{
	chance = chance * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(chance >> 33) % n;
}

static void
add(uint64_t *sum, uint64_t value)
{
	int i;

	for (i = 0; i < 8; i++)
		*sum = (*sum ^ (value >> 8 * i & 0xff)) * 0x100000001b3u;
}

static uint64_t
sum_of(const TSTree *tree)
{
	TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint64_t sum = 0xcbf29ce484222325u;
	TSNode node;

	for (;;) {
		node = ts_tree_cursor_current_node(&cursor);
		add(&sum, (uint64_t)ts_node_symbol(node) << 32 |
		    (uint64_t)ts_tree_cursor_current_field_id(&cursor) << 16 |
		    (uint64_t)ts_node_is_missing(node) << 3 |
		    (uint64_t)ts_node_is_extra(node) << 2 |
		    (uint64_t)ts_node_has_error(node) << 1 |
		    (uint64_t)ts_node_is_named(node));
		add(&sum, (uint64_t)ts_node_start_byte(node) << 32 |
		    ts_node_end_byte(node));
		add(&sum, (uint64_t)ts_node_start_point(node).row << 32 |
		    ts_node_end_point(node).column);
		if (ts_tree_cursor_goto_first_child(&cursor) ||
		    ts_tree_cursor_goto_next_sibling(&cursor))
			continue;
		do {
			if (!ts_tree_cursor_goto_parent(&cursor)) {
				ts_tree_cursor_delete(&cursor);
				return sum;
			}
		} while (!ts_tree_cursor_goto_next_sibling(&cursor));
	}
}

/* A byte exchanged, some left out, or a piece from elsewhere put in. */
static size_t
change(char *text, size_t n)
{
	static const char bytes[] = "()[]{}:,.=*'\"\\#\n\t @fr0xA_\xc3\xa4";
	size_t at = below((uint32_t)n), from = below((uint32_t)n);
	size_t some = 1 + below(40);

	switch (below(3)) {
	case 0:
		text[at] = bytes[below(sizeof(bytes) - 1)];
		return n;
	case 1:
		if (some > n - at)
			some = n - at;
		memmove(text + at, text + at + some, n - at - some);
		return n - some;
	default:
		if (some > n - from)
			some = n - from;
		if (some > n - at)
			some = n - at;
		memmove(text + at, text + from, some);
		return n;
	}
}

static void
show(TSParser *parser, const char *path, int changes, const char *text, size_t n)
{
	TSTree *tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)n);

	printf("%s %d %016llx\n", path, changes,
	    (unsigned long long)sum_of(tree));
	ts_tree_delete(tree);
}

int
main(int argc, char **argv)
{
	static char text[MOST];
	TSParser *parser = ts_parser_new();
	FILE *file;
	size_t n;
	int i, j;

	ts_parser_set_language(parser, tree_sitter_python());
	for (i = 1; i < argc; i++) {
		if ((file = fopen(argv[i], "r")) == NULL) {
			perror(argv[i]);
			return 1;
		}
		n = fread(text, 1, sizeof(text), file);
		fclose(file);
		show(parser, argv[i], 0, text, n);
		for (j = 1; j <= CHANGES && n > 0; j++) {
			n = change(text, n);
			show(parser, argv[i], j, text, n);
		}
	}
	ts_parser_delete(parser);
	return 0;
}
