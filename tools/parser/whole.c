/*
 * The parser as one unit: its core, the tables of Python, the scanner. It
 * calls the lexer through pointers for every byte it reads; here the compiler
 * sees what they point to. Three small things are exchanged for quicker ones
 * that do the same.
 *
 * Compiled with the include paths of the parser (see the Makefile), whose
 * sources are pinned by hash.
 */
#define ts_language_lookup search_table
#include "tree-sitter/vendor/tree-sitter/lib/src/language.h"
#undef ts_language_lookup

#define SEEN	512	/* a power of two */

/*
 * What a state does at a symbol. In most states that is a search through
 * lists, and few pairs make up most of a text.
 */
static inline uint16_t
ts_language_lookup(const TSLanguage *lang, TSStateId state, TSSymbol symbol)
{
	static __thread struct { uint32_t pair; uint16_t value; } seen[SEEN];
	uint32_t pair = (uint32_t)state << 16 | symbol, i;

	if (state < lang->large_state_count)
		return search_table(lang, state, symbol);
	i = (pair * 0x9e3779b1u) >> 23 & (SEEN - 1);
	if (seen[i].pair != pair) {
		seen[i].value = search_table(lang, state, symbol);
		seen[i].pair = pair;
	}
	return seen[i].value;
}

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
