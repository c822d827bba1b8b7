/*
 * Is a text that could not be folded made by the submission out of nothing
 * but constants? Then nobody but its author knows what it says, and why it is
 * computed at all is a fair question. Texts that hold what is read, typed in,
 * or handed over as an argument are another matter: nobody can know those.
 *
 * One query goes from a use backwards through names, parameters, containers
 * and own functions to everything that may be in the text, each node once.
 */
#include "obscure.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../fold/foldtext.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "../values/site.h"
#include "behind.h"
#include "manners.h"
#include "obscure_parts.h"
#include "obscure_sets.h"
#include "origin.h"
#include "pieces.h"
#include "settings_text.h"

#define DEPTH_MAX	400	/* of what a text is made of */

/* What is marked is listed: a query costs what it sees, not what there is. */
bool
query_mark(struct query *q, size_t at, uint8_t with)
{
	struct judge *j = q->j;

	if (j->seen[at] & with)
		return false;
	if (j->seen[at] == 0)
		*MEM_PUSH(j->marked, j->nmarked, j->marked_cap) = (uint32_t)at;
	j->seen[at] |= with;
	return true;
}

bool
query_enter(struct query *q, size_t at, bool number)
{
	unsigned seen = q->j->seen[at] & ~(unsigned)SEEN_CHANGES;

	if (q->quiet)
		return seen == 0 && query_mark(q, at, SEEN_QUIETLY);
	if (number)
		return !(seen & (SEEN | SEEN_BY_LETTERS)) &&
		    query_mark(q, at, SEEN_AS_NUMBER);
	if (q->last_name || q->whole)
		return !(seen & (SEEN | SEEN_BY_LETTERS)) &&
		    query_mark(q, at, SEEN_IN_PART);
	if (q->letters)
		return query_mark(q, at, SEEN_BY_LETTERS);
	return !(seen & SEEN_BY_LETTERS) && query_mark(q, at, SEEN);
}

void
query_note(struct query *q, unsigned what, bool number)
{
	if (q->quiet)
		return;
	if ((what & (HAS_SLASH | NO_LEAD)) == HAS_SLASH)
		what |= HAS_LEAD;
	what &= ~(unsigned)NO_LEAD;
	q->found |= number ? what & FROM_OUTSIDE : what;
	q->has_source |= (what & FROM_OUTSIDE) != 0;
}

/*
 * What Python or a library hands over, no one can tell what: also a path that
 * is written down. Behind something else it is only a part of one.
 */
void
query_note_nowhere(struct query *q, bool number)
{
	q->has_nowhere |= !q->quiet && !number &&
	    (q->around & AFTER_SOMETHING) == 0;
}

/* Of what a callable of this manner gives. */
void
query_note_manner(struct query *q, enum manner manner, bool number)
{
	static const unsigned found[] = {
		[MANNER_OUTSIDE] = FROM_OUTSIDE,
		[MANNER_MAKES] = IS_MADE,
		[MANNER_DECODES] = IS_MADE | HAS_SLASH | HAS_INNER |
		    HAS_UNDERSCORE,
		[MANNER_SPELLS] = IS_MADE | HAS_SLASH | IS_SPELLED,
	};

	query_note(q, found[manner], number);
}

/* os.environ["HOME"], os.getenv("HOME"): the home itself, if it is all. */
void
query_keep_home(struct query *q, uint32_t at, unsigned around)
{
	struct judge *j = q->j;
	const struct value *of = vset_only(eval(j, at + 1), VALUE_PATH), *name;
	struct value *home;
	uint32_t key;

	if (of == NULL)
		return;
	if (j->nodes[at].kind == NODE_SUBSCRIPT)
		key = of->name == KNOWN(os_environ) ? tree_last(j->nodes, at) :
		    0;
	else
		key = of->name == KNOWN(os_environ_get) ||
		    of->name == KNOWN(os_getenv) ? site_argument(j, at, 0) : 0;
	name = key == 0 ? NULL : vset_only(eval(j, key), VALUE_STR);
	if (name == NULL || !value_is_text(name, "HOME"))
		return;
	home = value_new(j->arena, VALUE_RESULT, at);
	behind_add(j, q->behind, around, at, "~", 1, home);
}

/* f"{a}({b})" that has too many values: as it is written. */
static void
keep_written(struct query *q, uint32_t string)
{
	struct judge *j = q->j;
	auto_buf struct buf text = BUF_INIT;
	uint32_t child;
	size_t n, from = 0, to;
	const char *s = judge_text(j, string, &n);
	static const char gap[] = { FOLD_GAP };

	TREE_CHILDREN(j->nodes, string, child) {
		if (j->nodes[child].kind != NODE_INTERPOLATION)
			continue;
		to = j->nodes[child].start - j->nodes[string].start;
		buf_add(&text, s + from, to - from);
		buf_add(&text, gap, 1);
		from = j->nodes[child].end - j->nodes[string].start;
	}
	buf_add(&text, s + from, n - from);
	q->behind->pieces |= pieces_of(text.data, text.len, q->letters);
}

/* The same as pieces of code. */
static void
keep_pieces(struct query *q, uint32_t at, const struct vset *set)
{
	bool any = false;
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR ||
		    set->v[i]->kind == VALUE_BYTES ||
		    set->v[i]->kind == VALUE_PARTIAL) {
			q->behind->pieces |= pieces_of(set->v[i]->text.bytes,
			    set->v[i]->text.n, q->letters);
			any = true;
		}
	if (!any && q->j->nodes[at].kind == NODE_STRING)
		keep_written(q, at);
}

/* Is it a text that something is read out of? */
static bool
has_words(const struct query *q, const struct value *v)
{
	if (v->kind == VALUE_STR && q->quiet)
		return true;
	return (v->kind == VALUE_STR || v->kind == VALUE_PARTIAL) &&
	    (memchr(v->text.bytes, ' ', v->text.n) != NULL ||
	    memchr(v->text.bytes, '\n', v->text.n) != NULL);
}

/* A text of several words, and of settings what they come to. */
static void
keep_words(struct query *q, const struct value *v)
{
	auto_buf struct buf text = BUF_INIT;

	behind_add_parts(q->j, q->behind, q->around, v->place, v->text.bytes,
	    v->text.n);
	switch (settings_expand(v->text.bytes, v->text.n, &text)) {
	case SETTINGS_PLAIN:
		break;
	case SETTINGS_EXPANDED:
		behind_add_parts(q->j, q->behind, q->around, v->place,
		    text.data, text.len);
		break;
	case SETTINGS_TOO_MANY:
		query_note(q, HAS_SLASH | IS_SPELLED, false);
	}
}

/* "/%(dir)s", "/${dir}": settings that begin at the root of the host. */
static void
keep_root(struct query *q, const struct value *v)
{
	static const char root[] = { '/', FOLD_GAP };
	struct value *found;

	if (q->around & AFTER_SOMETHING && !(q->around & MAY_BEGIN))
		return;
	if (v->text.n < 4 || (memcmp(v->text.bytes, "/%(", 3) != 0 &&
	    memcmp(v->text.bytes, "/${", 3) != 0))
		return;
	found = value_new(q->j->arena, VALUE_PARTIAL, v->place);
	found->text.bytes = root;
	found->text.n = sizeof(root);
	behind_keep(q->behind, found);
}

/* For query.behind: the texts among these values, as parts of a path. */
static void
keep_texts(struct query *q, uint32_t at, const struct vset *set)
{
	size_t i;

	if (q->behind->as_pieces) {
		keep_pieces(q, at, set);
		return;
	}
	for (i = 0; i < set->n; i++)
		if (has_words(q, set->v[i]))
			keep_words(q, set->v[i]);
		else if (set->v[i]->kind == VALUE_STR ||
		    set->v[i]->kind == VALUE_BYTES) {
			keep_root(q, set->v[i]);
			behind_add(q->j, q->behind, q->around,
			    set->v[i]->place, set->v[i]->text.bytes,
			    set->v[i]->text.n, set->v[i]->from);
		}
		else if (set->v[i]->kind == VALUE_RESULT &&
		    set->v[i]->text.bytes != NULL)
			behind_add(q->j, q->behind, q->around, at,
			    set->v[i]->text.bytes, set->v[i]->text.n,
			    set->v[i]);
		else if (set->v[i]->kind == VALUE_PATH)
			behind_add_library(q->j, q->behind, q->around, at,
			    names_text(q->j->names, set->v[i]->name));
}

/* char(47), x'2f' */
static bool
spells_in_sql(const char *s, size_t n)
{
	const char *at = n < 8 ? NULL : memmem(s, n - 3, "x'", 2);

	return n > 8 && (memmem(s, n, "char(", 5) != NULL || (at != NULL &&
	    isxdigit((unsigned char)at[2]) && isxdigit((unsigned char)at[3])));
}

/* A text that is known: could it, as a part of a path, lead elsewhere? */
void
query_known(struct query *q, const struct vset *set, bool inside, bool number)
{
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];
		const char *s = v->text.bytes;
		size_t n;

		if (v->kind != VALUE_STR && v->kind != VALUE_BYTES)
			continue;
		n = v->text.n;
		query_note(q, HAS_TEXT, number);
		if (n == 0)
			continue;
		if (s[0] == '/' || s[0] == '~' || memmem(s, n, "..", 2) ||
		    (q->letters && memchr(s, '/', n) != NULL) ||
		    memmem(s, n, "%c", 2) || memmem(s, n, ":c}", 3))
			query_note(q, HAS_SLASH, number);
		else if (inside && memchr(s, '/', n) != NULL)
			query_note(q, HAS_SLASH | NO_LEAD, number);
		if ((inside || q->letters) && memchr(s, '/', n) != NULL)
			query_note(q, HAS_INNER, number);
		if (memchr(s, '_', n) != NULL)
			query_note(q, HAS_UNDERSCORE, number);
		if (spells_in_sql(s, n))
			query_note(q, HAS_SLASH, number);
	}
}

/* Part of a text, with something before or after it. */
static void
visit_part(struct query *q, uint32_t node, unsigned around, bool number)
{
	unsigned saved = q->around;
	bool whole = q->whole;

	q->around |= around;
	q->whole = false;
	query_visit(q, node, number);
	q->around = saved;
	q->whole = whole;
}

void
query_children(struct query *q, uint32_t node, bool number)
{
	uint32_t child;

	TREE_CHILDREN(q->j->nodes, node, child)
		query_visit(q, child, number);
}

/*
 * f"/{a}", where more of such may follow; f"{a}/{b}" begins with a slash, if
 * `a` may be empty.
 */
static bool
may_begin_path(struct judge *j, uint32_t string, uint32_t first)
{
	const struct vset *set;
	uint32_t start = j->nodes[first].start;
	size_t i;

	if (start == j->nodes[string].start + 3 &&
	    j->source.bytes[start - 1] == '/')
		return true;
	if (j->nodes[first].start > j->nodes[string].start + 2 ||
	    j->source.bytes[j->nodes[first].end] != '/')
		return false;
	set = eval(j, first + 1);
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && set->v[i]->text.n == 0)
			return true;
	return false;
}

/* {x:/srv}; not {x:/^20}, which fills with slashes. */
static bool
is_text_format(const char *s, size_t n)
{
	const char *at = memmem(s, n, ":/", 2);

	return at != NULL && at + 2 < s + n &&
	    memchr("<>=^}", at[2], 5) == NULL;
}

static void
visit_string(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	size_t length;
	const char *text = judge_text(j, at, &length);
	uint32_t i;

	/* Of what is too long to be read, only that much is to be seen. */
	if (length > FOLD_MAX && memchr(text, '/', length) != NULL)
		query_note(q, HAS_SLASH | IS_MADE, number);
	for (i = at + 1; i < j->nodes[at].skip; ) {
		if (j->nodes[i].kind == NODE_INTERPOLATION) {
			query_note(q, IS_MADE | (may_begin_path(j, at, i) ?
			    HAS_SLASH : 0), number);
			visit_part(q, i + 1, BEFORE_SOMETHING | (j->nodes[
			    i].start > j->nodes[at].start + 2 ?
			    AFTER_SOMETHING : 0), number);
			if (tree_first(j->nodes, i, NODE_FORMAT_SPECIFIER)) {
				size_t n;
				const char *s = judge_text(j, i, &n);

				if (memchr(s, '/', n) != NULL)
					query_note(q, HAS_SLASH, number);
				/* f"{today:/srv}": of a date it is text. */
				if (memmem(s, n, ":c", 2) != NULL ||
				    is_text_format(s, n))
					query_note(q, HAS_SLASH | IS_SPELLED,
					    number);
			}
			i = j->nodes[i].skip;
		} else
			i++;
	}
}

static bool
has_step(const struct judge *j, uint32_t slice)
{
	size_t n;
	const char *s = judge_text(j, slice, &n), *colon = memchr(s, ':', n);

	return colon != NULL && memchr(colon + 1, ':', n - (size_t)(colon + 1 -
	    s)) != NULL;
}

static bool
is_empty_slice(const struct judge *j, uint32_t slice)
{
	size_t n;
	const char *s = judge_text(j, slice, &n);

	return (n == 2 && memcmp(s, ":0", 2) == 0) || (n == 3 &&
	    s[1] == ':' && s[0] == s[2] && s[0] >= '0' && s[0] <= '9');
}

/* x[2:]: what comes first may stand among the letters of x. */
static bool
cuts_front(const struct judge *j, uint32_t slice)
{
	size_t n;
	const char *s = judge_text(j, slice, &n);

	return n > 0 && s[0] != ':' && (s[0] != '0' || n < 2 || s[1] != ':');
}

/* x[k]; x[::-1] moves letters about. */
static void
visit_subscript(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	uint32_t child = tree_last(j->nodes, at);
	bool slice = j->nodes[child].kind == NODE_SLICE;
	bool letters = q->letters, whole = q->whole, cut = q->cut, by_text;

	/* x[:0] gives nothing, whatever x is. */
	if (slice && is_empty_slice(j, child))
		return;
	if (slice || !set_holds_container(eval(j, at + 1))) {
		query_note(q, IS_MADE, number);
		q->cut = true;
	}
	if (slice)
		q->whole = false;
	q->letters |= slice && (has_step(j, child) || cuts_front(j, child));
	query_visit(q, at + 1, number);
	q->letters = letters;
	q->whole = whole;
	q->cut = cut;
	by_text = set_answers_by_text(eval(j, at + 1));
	for (child = j->nodes[at + 1].skip; child < j->nodes[at].skip;
	    child = j->nodes[child].skip)
		query_visit(q, child, number || !by_text);
}

/* What stands before the right operand, in what becomes of both. */
static unsigned
after_left(struct judge *j, uint32_t binary)
{
	uint32_t right = tree_last(j->nodes, binary);

	if (set_is_blank(eval(j, binary + 1)) ||
	    vset_only(eval(j, right), VALUE_OBJECT) != NULL)
		return 0;
	return site_operator(j, binary + 1, right) == '/' ? AFTER_SLASH :
	    AFTER_SOMETHING;
}

/*
 * The "/" of `folder + "/" + name`, where the first is out of os.walk(): no
 * path begins with that.
 */
static bool
stands_behind_name(struct query *q, uint32_t binary)
{
	struct judge *j = q->j;
	uint32_t right = tree_last(j->nodes, binary), left = binary + 1;
	const struct value *v = vset_only(eval(j, right), VALUE_STR);

	while (j->nodes[left].kind == NODE_BINARY)
		left++;
	return v != NULL && value_is_text(v, "/") && !q->letters &&
	    !q->quiet && query_is_listed(j, left);
}

/* By what it is: nothing is known of its value. */
static void
visit_kind(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;

	switch (j->nodes[at].kind) {
	case NODE_IDENTIFIER:
		query_name(q, at, number);
		break;
	case NODE_ATTRIBUTE:
		query_member(q, at, at + 1, j->nodes[tree_last(j->nodes,
		    at)].name, number);
		break;
	case NODE_CALL:
		if (!query_fetched(q, at, number))
			query_call(q, at, number);
		break;
	case NODE_STRING:
	case NODE_CONCATENATED_STRING:
		visit_string(q, at, number);
		break;
	case NODE_BINARY:
		query_note(q, IS_MADE, number);
		visit_part(q, at + 1, BEFORE_SOMETHING, number);
		if (!stands_behind_name(q, at))
			visit_part(q, tree_last(j->nodes, at), after_left(j,
			    at), number);
		break;
	case NODE_SUBSCRIPT:
		visit_subscript(q, at, number);
		break;
	case NODE_LAMBDA:
		query_visit(q, tree_last(j->nodes, at), number);
		break;
	case NODE_UNARY:	/* -x of an own class may be a text */
		query_children(q, at, number || !set_answers_by_text(eval(j,
		    at + 1)));
		break;
	case NODE_COMPARISON:
	case NODE_NOT:
		query_children(q, at, true);
		break;
	case NODE_YIELD:	/* x = yield: what send() hands in */
		q->asks |= LIES_AT_OTHER_END;
		query_children(q, at, number);
		break;
	case NODE_CONDITIONAL:
		query_visit(q, at + 1, number);
		query_visit(q, tree_last(j->nodes, at), number);
		break;
	case NODE_NAMED_EXPRESSION:
	case NODE_KEYWORD_ARGUMENT:
	case NODE_ASSIGNMENT:
		query_visit(q, tree_last(j->nodes, at), number);
		break;
	case NODE_LIST_COMPREHENSION:
	case NODE_SET_COMPREHENSION:
	case NODE_DICTIONARY_COMPREHENSION:
	case NODE_GENERATOR:
		query_visit(q, at + 1, number);
		break;
	case NODE_COMMENT:
	case NODE_INTEGER:
	case NODE_FLOAT:
	case NODE_TRUE:
	case NODE_FALSE:
	case NODE_NONE:
	case NODE_ELLIPSIS:
		break;
	default:
		query_children(q, at, number);
	}
}

/* sys.argv, os.environ["X"]: of what the submission has put there itself. */
static bool
was_put_there(struct query *q, uint32_t at, const struct vset *set,
    bool number)
{
	struct judge *j = q->j;
	uint32_t parent = j->nodes[at].parent;
	const struct value *v = vset_only(set, VALUE_PATH);

	if (v == NULL)
		return false;
	if (v->name == KNOWN(os_environ))
		return j->nodes[parent].kind == NODE_SUBSCRIPT &&
		    query_put_there(q, "environ", tree_last(j->nodes, parent),
		    number);
	return strcmp(names_text(j->names, v->name), "sys.argv") == 0 &&
	    query_put_there(q, "argv", 0, number);
}

/* A connection to a file: what it was told may come out of it as well. */
static void
visit_quietly(struct query *q, uint32_t at, bool number)
{
	bool was_quiet = q->quiet;

	if (q->behind == NULL || number)
		return;
	q->quiet = true;
	visit_kind(q, at, number);
	q->quiet = was_quiet;
}

static void
visit_value(struct query *q, uint32_t at, bool number)
{
	/* In these a text is one, not a list of letters. */
	static const uint8_t whole[] = { NODE_ARGUMENTS, NODE_ASSIGNMENT,
	    NODE_BINARY, NODE_DEFAULT_PARAMETER, NODE_INTERPOLATION,
	    NODE_KEYWORD_ARGUMENT, NODE_TYPED_DEFAULT_PARAMETER };
	struct judge *j = q->j;
	const struct vset *set = eval(j, at);
	unsigned parent = j->nodes[j->nodes[at].parent].kind;

	if (set_is_connection(j, set)) {
		if (origin_of(j, set, false) != ORIGIN_DATABASE) {
			query_note(q, FROM_OUTSIDE, number);
			visit_quietly(q, at, number);
			return;
		}
		query_note(q, IS_MADE, number);
	}
	if (q->behind != NULL && !number) {
		keep_texts(q, at, set);
		if (q->around == 0 && (j->nodes[at].kind == NODE_SUBSCRIPT ||
		    j->nodes[at].kind == NODE_CALL))
			query_keep_home(q, at, 0);
	}
	if (was_put_there(q, at, set, number))
		return;
	if (q->joined != NULL && (j->nodes[at].kind == NODE_LIST ||
	    j->nodes[at].kind == NODE_TUPLE))
		query_joined_items(q, at);
	else if (q->joined != NULL && j->nodes[at].kind == NODE_IDENTIFIER &&
	    set->n > 1)
		query_joined_values(q, at, set);
	if (set_gives_letters(j, set, at))
		query_note(q, HAS_SLASH | HAS_INNER | IS_MADE, number);
	query_note_part(q, at, set, number);
	if (set_is_known(set))
		query_known(q, set, !memchr(whole, parent, sizeof(whole)),
		    number);
	else
		visit_kind(q, at, number);
}

void
query_visit(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;

	if (q->any_outside && q->found & FROM_OUTSIDE)
		return;
	if (j->seen[at] & SEEN_BY_LETTERS || (j->seen[at] & SEEN &&
	    !q->letters) || !query_enter(q, number ? q->numbers + at : at,
	    false))
		return;
	/* Too much to follow is taken for the worst. */
	if (j->too_complex || j->late || q->depth > DEPTH_MAX) {
		q->found |= IS_SPELLED | IS_MADE | HAS_SLASH;
		return;
	}
	q->depth++;
	visit_value(q, at, number);
	q->depth--;
}

/* Can a text be spelled out of numbers at all? */
bool
query_may_spell(struct judge *j)
{
	static const char names[][16] = { "bytearray", "bytes", "chr" };
	const char *s;
	uint32_t i;
	size_t n;

	if (j->may_spell != ANSWER_UNASKED)
		return j->may_spell == ANSWER_YES;
	j->may_spell = OWN_MENTIONS(j, names) ? ANSWER_YES : ANSWER_NO;
	for (i = 0; i < j->tree.n && j->may_spell == ANSWER_NO; i++) {
		if (j->nodes[i].kind != NODE_FORMAT_SPECIFIER)
			continue;
		s = judge_text(j, i, &n);
		if (memchr(s, 'c', n) != NULL)
			j->may_spell = ANSWER_YES;
	}
	return j->may_spell == ANSWER_YES;
}

void
query_run(struct judge *j, uint32_t at, struct query *q)
{
	size_t n = j->tree.n + 1, attributes = 2 * n + j->scopes.nbindings;
	size_t all = attributes + names_count(j->names), i;

	q->j = j;
	q->numbers = n;
	q->bindings = 2 * n;
	q->attributes = attributes;

	if (j->first_use == NULL)
		uses_find(j);
	if (j->seen_cap < all) {
		j->seen = mem_resize(j->seen, all, 1);
		memset(j->seen + j->seen_cap, 0, all - j->seen_cap);
		j->seen_cap = all;
	}
	/* Parts are many, and small. */
	if (!q->is_part)
		j->work += (uint32_t)(n / 128);
	query_visit(q, at, false);
	/* Names of own files lie in their folder, if no "/" can stand first. */
	if ((q->found & (OWN_NAMES | HAS_LEAD)) == OWN_NAMES)
		q->found |= FROM_OUTSIDE;
	j->work += (uint32_t)(j->nmarked / 8);
	for (i = 0; i < j->nmarked; i++)
		j->seen[j->marked[i]] = 0;
	j->nmarked = 0;
}

static unsigned
look_behind(struct judge *j, uint32_t at, struct behind *ret_behind,
    bool in_order)
{
	struct query q = { .behind = ret_behind, .in_order = in_order,
	    .any_outside = ret_behind == NULL && !query_may_spell(j) };

	query_run(j, at, &q);
	if (ret_behind != NULL && !(q.found & IS_SPELLED) &&
	    !ret_behind->as_pieces && query_is_hidden(&q))
		q.found |= IS_SPELLED;
	free(q.part);
	if (ret_behind != NULL) {
		ret_behind->nowhere = q.has_nowhere;
		ret_behind->outside = q.has_source;
		ret_behind->nothing = !q.has_source && (q.found &
		    ~(unsigned)(IS_MADE | FROM_OUTSIDE)) == 0;
	}
	return q.found;
}

static bool
hides_path(unsigned found)
{
	if (found & IS_SPELLED)
		return true;
	return !(found & FROM_OUTSIDE) && found & IS_MADE &&
	    found & HAS_SLASH;
}

bool
is_obscure_behind(struct judge *j, uint32_t at, struct behind *ret_behind)
{
	return hides_path(look_behind(j, at, ret_behind, false));
}

bool
is_obscure_in_order(struct judge *j, uint32_t at)
{
	struct behind behind = { .n = 0 };

	return hides_path(look_behind(j, at, &behind, true));
}

unsigned
pieces_behind(struct judge *j, uint32_t at)
{
	struct behind behind = { .as_pieces = true };

	look_behind(j, at, &behind, false);
	return behind.pieces;
}

bool
is_obscure(struct judge *j, uint32_t at)
{
	return is_obscure_behind(j, at, NULL);
}

bool
is_obscure_name(struct judge *j, uint32_t at)
{
	unsigned found = look_behind(j, at, NULL, false);

	if (found & IS_SPELLED)
		return true;
	return !(found & FROM_OUTSIDE) && found & IS_MADE &&
	    found & HAS_UNDERSCORE;
}
