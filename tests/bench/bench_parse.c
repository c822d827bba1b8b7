/*
 * What a one-shot check cannot go below: a program that reads one file, parses
 * it with the bare parser, and ends. bench_parse FILE
 */
#include <tree_sitter/api.h>

#include <fcntl.h>
#include <unistd.h>

#define MOST	(1u << 20)

const TSLanguage *tree_sitter_python(void);

static char text[MOST];

int
main(int argc, char **argv)
{
	TSParser *parser = ts_parser_new();
	int fd = argc > 1 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text)) : -1;

	if (n < 0)
		return 1;
	ts_parser_set_language(parser, tree_sitter_python());
	return ts_parser_parse_string(parser, NULL, text, (uint32_t)n) == NULL;
}
