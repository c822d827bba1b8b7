/*
 * The walk reads the parser's own subtrees, not its cursor: a cursor costs a
 * sixth of the parse, which is all the time the gate has (see README.md). The
 * parser's sources are pinned by hash, so their layout is too.
 */
#include "syntax.h"

#include <tree_sitter/api.h>
#include <src/subtree.h>
#include <src/tree.h>
#include <src/language.h>

#include <pthread.h>
#include <stdio.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "blank.h"
#include "lines.h"
#include "../deadline.h"
#include "../source/identifier.h"
#include "../source/names.h"
#include "pool.h"
#include "syntax_parts.h"
#include "tokens.h"
#include "tree.h"

#define MEMORY_MAX	(160u << 20)
#define PARSER_BYTES	40	/* for each byte of a text, and seldom less */

const TSLanguage *tree_sitter_python(void);

struct frame {
	const Subtree	*children;
	const TSSymbol	*aliases;
	uint32_t	 nchildren, next, structural;
	uint32_t	 at;		/* byte before the next child's padding */
	uint32_t	 node;		/* whose skip to set; UINT32_MAX: none */
	uint32_t	 owner;		/* the visible node this lies in */
};

static const struct {
	uint16_t	kind;
	char		name[30];
} kinds[] = {
#define X(constant, number, name) { number, name },
	NODE_KINDS(X)
#undef X
};

static const bool is_kind[NODE_KIND_END] = {
#define X(constant, number, name) [number] = true,
	NODE_KINDS(X)
#undef X
};

const char *
syntax_verify(void)
{
	const TSLanguage *lang = tree_sitter_python();
	const char *name;
	size_t i;

	if (ts_language_symbol_count(lang) + 2 != NODE_KIND_END &&
	    ts_language_symbol_count(lang) != NODE_KIND_END)
		return "the number of symbols";
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		name = ts_language_symbol_name(lang, (TSSymbol)kinds[i].kind);
		if (name == NULL || strcmp(name, kinds[i].name) != 0)
			return kinds[i].name;
	}
	return NULL;
}

const char *
syntax_kind_name(unsigned kind)
{
	const char *name;

	name = ts_language_symbol_name(tree_sitter_python(), (TSSymbol)kind);
	return name != NULL ? name : "";
}

bool
syntax_is_kind(unsigned kind)
{
	return kind < NODE_KIND_END && is_kind[kind];
}

/* The pool of the parse that this thread is in; NULL: the system's memory. */
static __thread struct pool *parsing;

static void *
parser_malloc(size_t size)
{
	return parsing != NULL ? pool_malloc(parsing, size) :
	    mem_resize(NULL, size, 1);
}

static void *
parser_calloc(size_t count, size_t size)
{
	return parsing != NULL ? pool_calloc(parsing, count, size) :
	    mem_new(count, size);
}

static void *
parser_realloc(void *old, size_t size)
{
	return parsing != NULL ? pool_realloc(parsing, old, size) :
	    mem_resize(old, size, 1);
}

static void
parser_free(void *old)
{
	if (parsing != NULL)
		pool_release(parsing, old);
	else
		free(old);
}

/* The parser has one for all threads, and a thread may need one more syntax. */
static pthread_once_t allocator_set = PTHREAD_ONCE_INIT;

static void
set_allocator(void)
{
	ts_set_allocator(parser_malloc, parser_calloc, parser_realloc,
	    parser_free);
}

struct syntax *
syntax_new(void)
{
	struct syntax *s = mem_new(1, sizeof(*s));

	pthread_once(&allocator_set, set_allocator);
	s->pool = pool_new();
	return s;
}

void
syntax_free(struct syntax *s)
{
	if (s == NULL)
		return;
	pool_free(s->pool);
	free(s->nodes);
	free(s->stack);
	free(s->blanked);
	free(s);
}

static bool
is_late(TSParseState *state)
{
	return pool_used(parsing) > MEMORY_MAX ||
	    deadline_is_over(state->payload);
}

/*
 * What the parser reads. A token may make it look at all that is left, and it
 * asks whether it is late only once in many tokens: so a long text is handed
 * out in windows, and once it is late there is no more of it.
 */
#define WINDOW		(64u << 10)

struct text {
	const char		*bytes;
	uint32_t		 n;
	struct deadline		*deadline;
	bool			 is_cut;
};

static const char *
read_text(void *payload, uint32_t at, TSPoint point, uint32_t *ret_n)
{
	struct text *text = payload;

	(void)point;
	*ret_n = 0;
	if (text->n > WINDOW && !text->is_cut)
		text->is_cut = deadline_is_over(text->deadline);
	if (text->is_cut || at >= text->n)
		return "";
	*ret_n = text->n - at < WINDOW ? text->n - at : WINDOW;
	return text->bytes + at;
}

static struct frame *
push_frame(struct syntax *s, const TSLanguage *lang, Subtree t, uint32_t at,
    uint32_t node, uint32_t owner)
{
	struct frame *f;

	f = MEM_PUSH(s->stack, s->depth, s->stack_cap);
	f->children = ts_subtree_children(t);
	f->nchildren = ts_subtree_child_count(t);
	f->aliases = ts_language_alias_sequence(lang,
	    ts_subtree_production_id(t));
	f->at = at;
	f->node = node;
	f->owner = owner;
	return f;
}

/* The first ERROR or MISSING node in document order. */
static void
find_error(TSTree *tree, struct tree *ret)
{
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	TSNode node;

	for (;;) {
		node = ts_tree_cursor_current_node(&c);
		if (ts_node_is_error(node) || ts_node_is_missing(node)) {
			ret->error_start = ts_node_start_byte(node);
			ret->error_end = ts_node_end_byte(node);
			ret->missing = ts_node_is_missing(node);
			break;
		}
		if (ts_node_has_error(node) &&
		    ts_tree_cursor_goto_first_child(&c))
			continue;
		while (!ts_tree_cursor_goto_next_sibling(&c))
			if (!ts_tree_cursor_goto_parent(&c))
				goto out;
	}
out:
	ts_tree_cursor_delete(&c);
}

static struct node *
add_node(struct syntax *s, unsigned kind, uint32_t start, uint32_t end)
{
	struct node *node;

	if (s->nnodes == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 4096;
		s->nodes = mem_resize(s->nodes, s->cap, sizeof(*s->nodes));
	}
	node = &s->nodes[s->nnodes++];
	*node = (struct node){ .start = start, .end = end,
	    .skip = (uint32_t)s->nnodes, .kind = (uint16_t)kind };
	return node;
}

/* The parser's numbers of the brackets. */
enum { OPEN_PAREN = 7, CLOSE_PAREN, OPEN_SQUARE = 46, CLOSE_SQUARE,
    OPEN_CURLY = 52, CLOSE_CURLY };

static void
look_at_token(struct joins *joins, Subtree t, unsigned symbol, uint32_t start,
    const char *text, const char *bytes, struct tree *ret)
{
	switch (symbol) {
	case OPEN_PAREN:
	case OPEN_SQUARE:
	case OPEN_CURLY:
	case NODE_STRING_START:
		/* The line before an opening bracket is not within it. */
		if (joins->open++ > 0)
			return;
		break;
	case CLOSE_PAREN:
	case CLOSE_SQUARE:
	case CLOSE_CURLY:
	case NODE_STRING_END:
		joins->open -= joins->open > 0;
		return;
	}
	if (joins->open > 1 || (joins->open == 1 && symbol != OPEN_PAREN &&
	    symbol != OPEN_SQUARE && symbol != OPEN_CURLY &&
	    symbol != NODE_STRING_START))
		return;
	if (joins->may_begin == start)
		lines_look_at_indent(joins, text, bytes, start, ret);
	if (ts_subtree_padding(t).extent.row == 0 ||
	    joins->may_begin == start || ts_subtree_size(t).bytes == 0 ||
	    ret->joined_end != 0 ||
	    !lines_have_end(text, start, ts_subtree_padding(t).bytes))
		return;
	ret->joined_start = start;
	ret->joined_end = start + ts_subtree_size(t).bytes;
}

static bool
begins_line(unsigned symbol, unsigned owner)
{
	switch (symbol) {
	case NODE_ELIF:
	case NODE_ELSE:
	case NODE_EXCEPT:
	case NODE_FINALLY:
	case NODE_CASE:
	case NODE_DECORATOR:
	case NODE_FUNCTION:
	case NODE_CLASS:
		return true;
	default:
		return owner == NODE_BLOCK || owner == NODE_MODULE;
	}
}

static enum syntax_result
flatten(struct syntax *s, Subtree root, const char *text, bool ascii,
    uint32_t max_depth, struct names *names, struct tree *ret)
{
	const TSLanguage *lang = tree_sitter_python();
	struct frame *f;
	struct node *node;
	uint32_t index, start, end;
	unsigned symbol, visible = 1;
	struct joins joins = { .may_begin = UINT32_MAX };
	const Subtree *t;
	bool lift = false;

	s->nnodes = s->depth = 0;
	start = ts_subtree_padding(root).bytes;
	add_node(s, NODE_MODULE, 0, start + ts_subtree_size(root).bytes);
	push_frame(s, lang, root, 0, 0, 0);
	while (s->depth > 0) {
		f = &s->stack[s->depth - 1];
		if (f->next == f->nchildren) {
			if (f->node != UINT32_MAX) {
				s->nodes[f->node].skip = (uint32_t)s->nnodes;
				visible--;
			}
			s->depth--;
			continue;
		}
		t = &f->children[f->next++];
		start = f->at + ts_subtree_padding(*t).bytes;
		end = start + ts_subtree_size(*t).bytes;
		symbol = 0;
		if (!ts_subtree_extra(*t)) {
			if (f->aliases != NULL)
				symbol = f->aliases[f->structural];
			f->structural++;
		}
		index = f->at;
		f->at = end;
		if (!ascii && ts_subtree_child_count(*t) == 0)
			lines_look_at_padding(text, index, start, ret);
		if (symbol == 0) {
			symbol = ts_subtree_symbol(*t);
			if (!ts_subtree_visible(*t)) {
				if (ts_subtree_child_count(*t) > 0)
					push_frame(s, lang, *t, index,
					    UINT32_MAX, f->owner);
				continue;
			}
		}
		/* As the API names it; an error never comes here. */
		symbol = symbol < NODE_KIND_END ?
		    lang->public_symbol_map[symbol] : 0;
		if (ts_subtree_child_count(*t) == 0 && !ts_subtree_extra(*t)) {
			if (begins_line(symbol, s->nodes[f->owner].kind))
				joins.may_begin = start;
			look_at_token(&joins, *t, symbol, start, text,
			    s->bytes, ret);
		}
		if (!is_kind[symbol] || symbol == NODE_COMMENT)
			continue;
		if (symbol == NODE_LINE_CONTINUATION) {
			if (joins.open == 0)
				lines_look_at_continuation(text, start, ret);
			continue;
		}
		if (s->nnodes >= SYNTAX_NODES_MAX) {
			ret->error_start = start;
			ret->error_end = end;
			return SYNTAX_NODES;
		}
		node = add_node(s, symbol, start, end);
		node->parent = f->owner;
		if (symbol == NODE_IDENTIFIER) {
			node->name = ascii ? names_intern(names, text + start,
			    end - start) : identifier_intern(names, text +
			    start, end - start);
			continue;
		}
		/* What the pieces of a plain string are, the bytes say. */
		if (symbol == NODE_STRING_CONTENT ||
		    ts_subtree_child_count(*t) == 0)
			continue;
		if (++visible > max_depth) {
			ret->error_start = start;
			ret->error_end = end;
			return SYNTAX_DEEP;
		}
		ret->has_alias |= symbol == NODE_TYPE_ALIAS;
		lift |= symbol == NODE_LIST_SPLAT &&
		    tree_is_low_star(s->nodes, (uint32_t)s->nnodes - 1);
		if (begins_line(symbol, s->nodes[f->owner].kind))
			joins.may_begin = start;
		push_frame(s, lang, *t, index, (uint32_t)s->nnodes - 1,
		    (uint32_t)s->nnodes - 1);
	}
	for (index = 1; lift && index < s->nnodes; index++)
		if (s->nodes[index].kind == NODE_LIST_SPLAT)
			tree_lift_star(s->nodes, index);
	return SYNTAX_OK;
}

/*
 * How far the parser came, by what it tells of each step: row and column of
 * what it had read when the last of its readings had to end.
 */
struct progress {
	uint32_t	row, column;	/* of the step */
	uint32_t	far_row, far_column;
	/* Where a token was read last; the end of a line, which has no bytes,
	 * was, too? Then it is behind that. */
	uint32_t	ended_row, ended_column;
	bool		has_ended;
	bool		is_over;	/* what it does now is guess */
};

static void
follow(void *payload, TSLogType type, const char *step)
{
	struct progress *p = payload;
	const char *row;

	if (type != TSLogTypeParse || p->is_over)
		return;
	if (strncmp(step, "process ", 8) == 0) {
		row = strstr(step, "row:");
		if (row == NULL || sscanf(row, "row:%u, col:%u", &p->row,
		    &p->column) != 2)
			p->is_over = true;
	} else if (strncmp(step, "lexed_lookahead", 15) == 0) {
		if (p->ended_row != p->row || p->ended_column != p->column)
			p->has_ended = false;
		p->has_ended |= strstr(step, "sym:_newline") != NULL;
		p->ended_row = p->row;
		p->ended_column = p->column;
	} else if (strncmp(step, "detect_error", 12) == 0) {
		if (p->row > p->far_row || (p->row == p->far_row &&
		    p->column >= p->far_column)) {
			p->far_row = p->row;
			p->far_column = p->column + (p->has_ended &&
			    strstr(step, ":_newline") == NULL);
		}
	} else if (strncmp(step, "resume version", 14) == 0)
		p->is_over = true;
}

static enum syntax_result
parse_once(struct syntax *s, const char *bytes, uint32_t n, bool ascii,
    struct deadline *deadline, uint32_t max_depth, struct names *names,
    struct tree *ret)
{
	struct text text = { bytes, n, deadline, false };
	TSInput input = { .payload = &text, .read = read_text,
	    .encoding = TSInputEncodingUTF8 };
	TSParseOptions options = { .payload = deadline,
	    .progress_callback = is_late };
	enum syntax_result r = SYNTAX_ERROR;
	struct pool *outer = parsing;
	TSParser *parser;
	TSTree *tree;

	*ret = (struct tree){ 0 };
	/* Parser and tree live in the pool and are never taken apart. */
	parsing = s->pool;
	pool_reset(s->pool);
	pool_expect(s->pool, (size_t)n * PARSER_BYTES);
	parser = ts_parser_new();
	ts_parser_set_language(parser, tree_sitter_python());
	ts_parser_set_logger(parser, (TSLogger){ s->progress,
	    s->progress != NULL ? follow : NULL });
	tree = ts_parser_parse_with_options(parser, NULL, input, options);
	if (tree == NULL || text.is_cut) {
		ret->error_end = n;
		r = pool_used(s->pool) > MEMORY_MAX ? SYNTAX_NODES :
		    SYNTAX_TIMEOUT;
	} else if (ts_node_has_error(ts_tree_root_node(tree)))
		find_error(tree, ret);
	else
		/* Words as the parser saw them: between two of them may be
		 * comments that it did not see. */
		r = flatten(s, tree->root, text.bytes, ascii, max_depth, names,
		    ret);
	/* All but the scanner, which has its memory from elsewhere. */
	ts_parser_set_language(parser, NULL);
	parsing = outer;
	pool_reset(s->pool);
	ret->nodes = s->nodes;
	ret->n = (uint32_t)s->nnodes;
	return r;
}

uint32_t
syntax_stop(struct syntax *s, const char *bytes, uint32_t n, bool ascii,
    struct deadline *deadline, struct names *names)
{
	struct progress progress = { 0 };
	const char *text, *line;
	struct tree tree;

	s->bytes = bytes;
	text = blank_tabs(bytes, n, &s->blanked, &s->blanked_cap);
	text = respell_layout(s, text, n);
	text = blank_formats(text, n, &s->blanked, &s->blanked_cap);
	s->progress = &progress;
	parse_once(s, text, n, ascii, deadline, 1, names, &tree);
	s->progress = NULL;
	for (line = text; progress.far_row > 0 && line != NULL;
	    progress.far_row--) {
		line = memchr(line, '\n', (size_t)(text + n - line));
		line = line != NULL ? line + 1 : NULL;
	}
	return line == NULL || !progress.is_over ? UINT32_MAX :
	    (uint32_t)(line - text) + progress.far_column;
}

/* What is at fault may be the parser: once more, written more plainly. */
static enum syntax_result
parse_plainly(struct syntax *s, const char *text, uint32_t n, bool ascii,
    struct deadline *deadline, uint32_t max_depth, struct names *names,
    struct tree *ret)
{
	struct tree again;

	text = respell_layout(s, text, n);
	text = blank_formats(text, n, &s->blanked, &s->blanked_cap);
	if (parse_once(s, text, n, ascii, deadline, max_depth, names,
	    &again) != SYNTAX_OK || respell_has_odd_name(&again, s->bytes,
	    text) || !respell_restore_layout(s, n)) {
		if (ret->joined_end != 0) {
			ret->error_start = ret->joined_start;
			ret->error_end = ret->joined_end;
		}
		return SYNTAX_ERROR;
	}
	*ret = again;
	return SYNTAX_OK;
}

enum syntax_result
syntax_parse(struct syntax *s, const char *bytes, uint32_t n, bool ascii,
    struct deadline *deadline, uint32_t max_depth, struct names *names,
    struct tree *ret)
{
	const char *text, *renamed = NULL;
	enum syntax_result r;
	bool plain;

	s->bytes = bytes;
	text = blank_tabs(bytes, n, &s->blanked, &s->blanked_cap);
	plain = blank_has_comments(text, n);
	if (plain)
		text = respell_layout(s, text, n);
	r = parse_once(s, text, n, ascii, deadline, max_depth, names, ret);
	if (r == SYNTAX_OK && ret->has_alias)
		renamed = respell_types(s, text, n);
	if (renamed != NULL)
		r = parse_once(s, text = renamed, n, ascii, deadline,
		    max_depth, names, ret);
	if (r == SYNTAX_ERROR || (r == SYNTAX_OK && (ret->joined_end != 0 ||
	    (plain && !respell_restore_layout(s, n)))))
		r = parse_plainly(s, text, n, ascii, deadline, max_depth,
		    names, ret);
	if (r == SYNTAX_OK && renamed != NULL)
		respell_restore_types(s, bytes, s->blanked, names);
	return r;
}

void *
syntax_spare(struct syntax *s, size_t *ret_n)
{
	return pool_lend(s->pool, ret_n);
}
