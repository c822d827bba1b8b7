/*
 * The parser as one unit: its core, the tables of Python, the scanner. It
 * calls the lexer through pointers for every byte it reads; here the compiler
 * sees what they point to. Four small things are exchanged for quicker ones
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

/* One character on: from one of ASCII to the next, on the same line. */
static inline void
step(TSLexer *data, bool skip)
{
	Lexer *self = (Lexer *)data;
	uint32_t next = self->current_position.bytes + 1, at;

	at = next - self->chunk_start;
	if (self->lookahead_size != 1 || data->lookahead == '\n' ||
	    at >= self->chunk_size || (self->chunk[at] & 0x80) != 0 ||
	    next >= self->included_ranges[
	    self->current_included_range_index].end_byte) {
		ts_lexer__advance(data, skip);
		return;
	}
	self->current_position.bytes = next;
	self->current_position.extent.column++;
	ts_lexer__increment_column_data(self);
	if (skip)
		self->token_start_position = self->current_position;
	data->lookahead = self->chunk[at];
}

#undef START_LEXER
#define START_LEXER() \
	bool result = false, skip = false; \
	UNUSED bool eof = false; \
	int32_t lookahead; \
	goto start; \
next_state: \
	step(lexer, skip); \
start: \
	skip = false; \
	lookahead = lexer->lookahead;

#undef ACCEPT_TOKEN
#define ACCEPT_TOKEN(symbol_value) \
	result = true; \
	lexer->result_symbol = symbol_value; \
	ts_lexer__mark_end(lexer);

#include "tree-sitter-python/src/parser.c"

/*
 * The scanner has a function advance() of its own, and calls lexer->advance()
 * in it and in skip(): the one has one argument, the other two.
 */
#define OF_TWO(a, b, name, ...) name
#define advance(...) OF_TWO(__VA_ARGS__, advance_lexer, advance_own,)(__VA_ARGS__)
#define advance_own(lexer) scanner_advance(lexer)
#define advance_lexer(lexer, skip) mark_end != NULL ? step(lexer, skip) : (void)0

#include "tree-sitter-python/src/scanner.c"
