/*
 * The parser as one unit: its core, the tables of Python, the scanner. It
 * calls the lexer through pointers for every byte it reads; here the compiler
 * sees what they point to. Some things are exchanged for quicker ones that do
 * the same: tests/parser compares the trees with those of the parser as it
 * comes.
 *
 * Compiled with the include paths of the parser (see the Makefile), whose
 * sources are pinned by hash.
 */
#define ts_language_lookup search_table
#include "tree-sitter/vendor/tree-sitter/lib/src/language.h"
#undef ts_language_lookup

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define SEEN	512	/* a power of two */

/* Where this number stands first; or NULL. */
static inline const uint16_t *
find_number(const uint16_t *at, const uint16_t *end, uint16_t number)
{
#ifdef __SSE2__
	const __m128i all = _mm_set1_epi16((short)number);
	int same;

	for (; end - at >= 8; at += 8) {
		same = _mm_movemask_epi8(_mm_cmpeq_epi16(_mm_loadu_si128(
		    (const __m128i *)at), all));
		if (same != 0)
			return at + __builtin_ctz((unsigned)same) / 2;
	}
#endif
	for (; at < end; at++)
		if (*at == number)
			return at;
	return NULL;
}

/*
 * The lists of a small state lie in a row, each behind its value and its
 * length: the number is looked for in all of them at once, and then the list
 * that it is in.
 */
static inline uint16_t
search_lists(const TSLanguage *lang, TSStateId state, TSSymbol symbol)
{
	const uint32_t *map = lang->small_parse_table_map + (state -
	    lang->large_state_count);
	const uint16_t *list = lang->small_parse_table + map[0] + 1, *at;
	const uint16_t *end = lang->small_parse_table + map[1], *next;

	for (at = find_number(list, end, symbol); at != NULL;
	    at = find_number(at + 1, end, symbol)) {
		while ((next = list + 2 + list[1]) <= at)
			list = next;
		if (at >= list + 2)
			return list[0];
	}
	return 0;
}

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
		seen[i].value = (uint32_t)state + 1 < lang->state_count ?
		    search_lists(lang, state, symbol) : search_table(lang,
		    state, symbol);
		seen[i].pair = pair;
	}
	return seen[i].value;
}

#include "tree-sitter/vendor/tree-sitter/lib/src/stack.h"

/*
 * Two functions by one name, told apart by what comes first in the brackets:
 * parser.c defines the one (`TSParser *self`), and calls the other (`self`).
 */
static StackVersion reduce(TSParser *, StackVersion, TSSymbol, uint32_t, int,
    uint16_t, bool, bool);

#define ts_parser__reduce(first, ...) reduce_by_##first, __VA_ARGS__)
#define reduce_by_TSParser reduce_general(TSParser
#define reduce_by_self reduce(self

/* In the same way: stack.c defines it, and calls it of `head` and of NULL. */
static struct StackNode *node_above(struct StackNode *, Subtree, bool,
    TSStateId, void *);

#define stack_node_new(first, ...) node_by_##first, __VA_ARGS__)
#define node_by_StackNode node_of_zeros(StackNode
#define node_by_NULL node_of_zeros(NULL
#define node_by_head node_above(head

#include "tree-sitter/vendor/tree-sitter/lib/src/lib.c"

/* Of eight links only the one that there is has to be written. */
static StackNode *
node_above(StackNode *below, Subtree subtree, bool is_pending,
    TSStateId state, void *pool)
{
	StackNodeArray *spare = pool;
	StackNode *node = spare->size > 0 ? array_pop(spare) :
	    ts_malloc(sizeof(*node));

	node->state = state;
	node->ref_count = 1;
	node->link_count = 1;
	node->links[0] = (StackLink){ .node = below, .subtree = subtree,
	    .is_pending = is_pending };
	node->position = below->position;
	node->error_cost = below->error_cost;
	node->node_count = below->node_count;
	node->dynamic_precedence = below->dynamic_precedence;
	if (subtree.ptr == NULL)
		return node;
	node->error_cost += ts_subtree_error_cost(subtree);
	node->position = length_add(node->position,
	    ts_subtree_total_size(subtree));
	node->node_count += stack__subtree_node_count(subtree);
	node->dynamic_precedence += ts_subtree_dynamic_precedence(subtree);
	return node;
}

/*
 * A reduction where the stack is one line of nodes that nothing else refers
 * to, as it is but for where the text can be read in two ways: the children
 * move from the stack into their parent. The general way copies the stack for
 * it, and drops what it was copied from.
 */
static StackVersion
reduce(TSParser *self, StackVersion version, TSSymbol symbol, uint32_t count,
    int precedence, uint16_t production, bool fragile, bool ends_extra)
{
	Stack *stack = self->stack;
	StackHead *head = array_get(&stack->heads, version);
	StackNode *node = head->node, *below;
	SubtreeArray children = array_new();
	MutableSubtree parent;
	TSStateId next;
	uint32_t n = 0, left;

	if (fragile || stack->heads.size != 1)
		return reduce_general(self, version, symbol, count, precedence,
		    production, fragile, ends_extra);
	for (left = count; left > 0; n++, node = node->links[0].node) {
		/* An extra at the very top stays outside of the parent. */
		if (node->ref_count != 1 || node->link_count != 1 ||
		    node->links[0].subtree.ptr == NULL ||
		    (n == 0 && ts_subtree_extra(node->links[0].subtree)))
			return reduce_general(self, version, symbol, count,
			    precedence, production, fragile, ends_extra);
		left -= !ts_subtree_extra(node->links[0].subtree);
	}
	array_reserve(&children,
	    (uint32_t)(ts_subtree_alloc_size(n) / sizeof(Subtree)));
	children.size = n;
	for (node = head->node; n > 0; node = below) {
		children.contents[--n] = node->links[0].subtree;
		below = node->links[0].node;
		if (stack->node_pool.size < MAX_NODE_POOL_SIZE)
			stack->node_pool.contents[stack->node_pool.size++] = node;
		else
			ts_free(node);
	}
	head->node = node;

	parent = ts_subtree_new_node(symbol, &children, production,
	    self->language);
	next = ts_language_next_state(self->language, node->state, symbol);
	if (ends_extra && next == node->state)
		parent.ptr->extra = true;
	parent.ptr->parse_state = node->state;
	parent.ptr->dynamic_precedence += precedence;
	ts_stack_push(stack, version, ts_subtree_from_mut(parent), false, next);
	return version;
}

/* Identifiers are letters of ASCII but for a few: no search among 685 ranges. */
static inline bool
set_holds(const TSCharacterRange *ranges, uint32_t n, int32_t c)
{
	uint32_t i;

	if (c >= 0x80)
		return set_contains(ranges, n, c);
	/* Both sets that there are hold these. */
	if ((uint32_t)(c | 32) - 'a' < 26 || c == '_')
		return true;
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

#define tree_sitter_python_external_scanner_deserialize deserialize_anew
#include "tree-sitter-python/src/scanner.c"
#undef tree_sitter_python_external_scanner_deserialize

/* For every token, the scanner's state is set; its memory can stay. */
void
tree_sitter_python_external_scanner_deserialize(void *payload,
    const char *bytes, unsigned length)
{
	Scanner *scanner = payload;
	unsigned delimiters = length > 0 ? (uint8_t)bytes[1] : 0, i;
	unsigned from = 2 + delimiters;
	unsigned n = length > from + 1 ? (length - from) / 2 : 0;

	scanner->delimiters.size = delimiters;
	array_reserve(&scanner->delimiters, delimiters);
	array_reserve(&scanner->indents, n + 1);
	scanner->indents.size = n + 1;
	scanner->indents.contents[0] = 0;
	if (length == 0)
		return;
	scanner->inside_interpolated_string = bytes[0];
	if (delimiters > 0)
		memcpy(scanner->delimiters.contents, bytes + 2, delimiters);
	for (i = 0; i < n; i++)
		scanner->indents.contents[i + 1] =
		    (uint8_t)bytes[from + 2 * i] |
		    (uint8_t)bytes[from + 2 * i + 1] << 8;
}
