/*
 * The parser as one unit: its core, the tables of Python, the scanner. It
 * calls the lexer through pointers for every byte it reads; here the compiler
 * sees what they point to. Two of its macros are exchanged for quicker ones
 * that do the same.
 *
 * Compiled with the include paths of the parser (see the Makefile), whose
 * sources are pinned by hash.
 */
#include "tree-sitter/vendor/tree-sitter/lib/src/lib.c"

/* Identifiers are letters of ASCII but for a few: no search among 685 ranges. */
static inline bool
set_holds(const TSCharacterRange *ranges, uint32_t n, int32_t c)
{
	uint32_t i;

	if (c >= 0x80)
		return set_contains(ranges, n, c);
	for (i = 0; i < n && ranges[i].start <= c; i++)
		if (c <= ranges[i].end)
			return true;
	return false;
}

#define set_contains set_holds

#undef START_LEXER
#define START_LEXER() \
	bool result = false, skip = false; \
	UNUSED bool eof = false; \
	int32_t lookahead; \
	goto start; \
next_state: \
	ts_lexer__advance(lexer, skip); \
start: \
	skip = false; \
	lookahead = lexer->lookahead;

#undef ACCEPT_TOKEN
#define ACCEPT_TOKEN(symbol_value) \
	result = true; \
	lexer->result_symbol = symbol_value; \
	ts_lexer__mark_end(lexer);

#include "tree-sitter-python/src/parser.c"
#include "tree-sitter-python/src/scanner.c"
