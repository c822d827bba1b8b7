/*
 * Parts of a path that are hidden by themselves. A path that also depends on
 * something from outside is excused, for nobody can know it; but not where a
 * part of it is made of constants alone so that it hides, or where what comes
 * "from outside" out of a library was given such a text by the submission.
 */
#include "obscure_parts.h"

#include <stdlib.h>
#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/fold.h"
#include "../judge.h"
#include "../own/own.h"
#include "../places/signatures.h"
#include "../values/eval.h"
#include "../values/eval_parts.h"
#include "../values/site.h"
#include "behind.h"
#include "obscure.h"
#include "obscure_sets.h"

/*
 * What it gives is no text: codecs.getreader("utf-8"). What is called there,
 * by name, is none either.
 */
static bool
makes_tool(const char *name)
{
	static const char all[][24] = { "codecs.getreader",
	    "codecs.getwriter", "functools.lru_cache", "operator.attrgetter",
	    "operator.itemgetter", "re.compile", "str.maketrans" };

	return IS_ONE_OF(name, all);
}

/* A value that query_known() and behind.h do not see as it is. */
static bool
may_hide(const struct judge *j, const struct value *v)
{
	switch (v->kind) {
	case VALUE_RESULT:
		return v->text.bytes == NULL && !makes_tool(names_text(
		    j->names, v->name));
	case VALUE_PATH:	/* os.path.abspath, or of what a call gave */
		return v->from != NULL;
	case VALUE_OBJECT:
		return true;
	default:
		return false;
	}
}

static void
add_part(struct query *q, uint32_t at, enum query_role role)
{
	*MEM_PUSH(q->part, q->nparts, q->parts_cap) = (struct query_part){
	    at, role };
}

/* What did not fold, and is a text that the whole one has in it. */
void
query_note_part(struct query *q, uint32_t at, const struct vset *set,
    bool number)
{
	const struct judge *j = q->j;
	uint32_t parent = j->nodes[at].parent;
	unsigned kind = j->nodes[at].kind;
	size_t i;

	if (number || q->quiet || q->behind == NULL || q->behind->as_pieces ||
	    (j->nodes[parent].kind == NODE_CALL && at == parent + 1) ||
	    (kind != NODE_IDENTIFIER && kind != NODE_CALL &&
	    kind != NODE_SUBSCRIPT && kind != NODE_BINARY &&
	    kind != NODE_STRING && kind != NODE_ATTRIBUTE))
		return;
	for (i = 0; i < set->n && !may_hide(j, set->v[i]); i++)
		;
	if (i == set->n && !set->unknown && set->n > 0)
		return;
	add_part(q, at, (q->around & AFTER_SOMETHING) == 0 ? PART_FIRST :
	    PART_BEHIND);
}

#define PIECES_DEEP	3	/* lists in lists */

/*
 * "/", "/part", "%c": what begins so may be put behind others to make a path, where
 * several things are written one after another.
 */
static bool
has_piece(struct judge *j, const struct vset *set, unsigned depth)
{
	const struct vset *const *items;
	size_t i, k, n;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if ((v->kind == VALUE_STR || v->kind == VALUE_BYTES ||
		    v->kind == VALUE_PARTIAL) && v->text.n > 0 &&
		    (v->text.bytes[0] == '/' || memmem(v->text.bytes,
		    v->text.n, "%c", 2) != NULL))
			return true;
		if (v->kind != VALUE_LIST || depth == PIECES_DEEP)
			continue;
		items = fold_elements(j, vset_one(j->arena, v), &n);
		for (k = 0; items != NULL && k < n; k++)
			if (has_piece(j, items[k], depth + 1))
				return true;
	}
	return false;
}

static void
note_given(struct query *q, uint32_t at)
{
	struct judge *j = q->j;
	uint32_t child;

	if (q->behind == NULL || q->behind->as_pieces)
		return;
	switch (j->nodes[at].kind) {
	case NODE_COMMENT: case NODE_FALSE: case NODE_FLOAT:
	case NODE_INTEGER: case NODE_NONE: case NODE_TRUE:
		break;
	/* Each by itself: what is from outside excuses no other. */
	case NODE_ARGUMENTS: case NODE_DICTIONARY: case NODE_LIST:
	case NODE_PAIR: case NODE_PARENTHESIZED: case NODE_SET:
	case NODE_TUPLE:
		TREE_CHILDREN(j->nodes, at, child)
			note_given(q, child);
		break;
	case NODE_KEYWORD_ARGUMENT:
		note_given(q, tree_last(j->nodes, at));
		break;
	case NODE_DICTIONARY_SPLAT: case NODE_LIST_SPLAT:
		note_given(q, at + 1);
		break;
	default:
		q->piece |= has_piece(j, eval(j, at), 0);
		if (!set_is_known(eval(j, at)))
			add_part(q, at, PART_GIVEN);
	}
}

/*
 * open(x), numpy.load(x): what that is was judged there. What a person is
 * asked is no answer.
 */
static bool
reads_path(const char *name)
{
	const struct signature *sig = signature_of(name);
	size_t i;

	for (i = 0; sig != NULL && i < sig->n; i++)
		if (sig->parameters[i].use != 0 && sig->parameters[i].use !=
		    'm')
			return true;
	return util_compare(name, "input") == 0;
}

/*
 * Where a text may lie out of sight, until it is asked for again: what is
 * called that puts it there. In the order of util_compare().
 */
static const struct tell { char name[24]; uint8_t place; } tells[] = {
	{ "ArgumentParser", LIES_IN_OBJECT },
	{ "DictWriter", LIES_IN_FILE }, { "Parse", LIES_IN_LIBRARY },
	{ "add_argument", LIES_IN_OBJECT },
	{ "add_text", LIES_IN_FILE }, { "copyfileobj", LIES_IN_FILE },
	{ "critical", LIES_IN_LIBRARY | LIES_IN_FILE },
	{ "debug", LIES_IN_LIBRARY | LIES_IN_FILE }, { "dump", LIES_IN_FILE },
	{ "error", LIES_IN_LIBRARY | LIES_IN_FILE },
	{ "exception", LIES_IN_LIBRARY | LIES_IN_FILE },
	{ "execute", LIES_IN_FILE }, { "executemany", LIES_IN_FILE },
	{ "feed", LIES_IN_LIBRARY },
	{ "info", LIES_IN_LIBRARY | LIES_IN_FILE },
	{ "log", LIES_IN_LIBRARY | LIES_IN_FILE },
	{ "memmap", LIES_IN_OWN_FILE }, { "parse_args", LIES_IN_OBJECT },
	{ "parse_known_args", LIES_IN_OBJECT }, { "pp", LIES_IN_FILE },
	{ "pprint", LIES_IN_FILE }, { "print", LIES_IN_FILE },
	{ "print_exc", LIES_IN_FILE },
	{ "put", LIES_AT_OTHER_END }, { "safe_dump", LIES_IN_FILE },
	{ "save", LIES_IN_FILE }, { "savetxt", LIES_IN_FILE },
	{ "savez", LIES_IN_FILE }, { "send", LIES_AT_OTHER_END },
	{ "set", LIES_IN_OBJECT },
	{ "set_defaults", LIES_IN_OBJECT }, { "setattr", LIES_IN_OBJECT },
	{ "to_csv", LIES_IN_FILE }, { "to_excel", LIES_IN_FILE },
	{ "to_json", LIES_IN_FILE }, { "to_parquet", LIES_IN_FILE },
	{ "to_sql", LIES_IN_FILE }, { "tofile", LIES_IN_OWN_FILE },
	{ "visit", LIES_IN_LIBRARY }, { "warn", LIES_IN_LIBRARY },
	{ "warning", LIES_IN_LIBRARY | LIES_IN_FILE },
	{ "write", LIES_IN_FILE }, { "write_bytes", LIES_IN_FILE },
	{ "write_text", LIES_IN_FILE },
	{ "writeframes", LIES_IN_FILE | LIES_IN_OWN_FILE },
	{ "writelines", LIES_IN_FILE }, { "writer", LIES_IN_FILE },
	{ "writerow", LIES_IN_FILE },
	{ "writerows", LIES_IN_FILE }, { "writestr", LIES_IN_FILE },
};

static int
compare(const void *key, const void *row)
{
	return util_compare(key, ((const struct tell *)row)->name);
}

static unsigned
tells_of(const char *name)
{
	const char *dot = strrchr(name, '.');
	const struct tell *found = bsearch(dot == NULL ? name : dot + 1,
	    tells, ARRAY_SIZE(tells), sizeof(tells[0]), compare);

	return found == NULL ? 0 : found->place;
}

/* Where this asks for what lies out of sight, if it does. */
static unsigned
asks_in(const char *name)
{
	static const char outside[][24] = { "input", "os.environ.get",
	    "os.environ.pop", "os.getenv", "os.path.expandvars" };
	static const char files[][16] = { "execute", "fetchall", "fetchmany",
	    "fetchone" };
	const char *dot = strrchr(name, '.'), *last = dot == NULL ? name :
	    dot + 1;

	if (IS_ONE_OF(name, outside))
		return 0;
	if (strncmp(last, "recv", 4) == 0 || util_compare(last, "get") == 0)
		return LIES_AT_OTHER_END;
	return strncmp(last, "read", 4) == 0 || reads_path(name) ||
	    IS_ONE_OF(last, files) ? LIES_IN_FILE : LIES_IN_OBJECT;
}

void
query_note_call(struct query *q, uint32_t callee, uint32_t given)
{
	struct judge *j = q->j;
	const struct value *v = callee == 0 ? NULL : vset_only(eval(j,
	    callee), VALUE_PATH);
	const char *name = v != NULL ? names_text(j->names, v->name) :
	    callee == 0 ? "" : site_attribute(j, callee, &(uint32_t){ 0 });

	if (callee != 0)
		q->asks |= asks_in(name);
	if (v == NULL || !reads_path(name))
		note_given(q, given);
}

#define ARRAY_DEEP	8	/* names and operators around an array */
#define PART_KNOWN	0x80	/* above what a query finds */
#define PARTS_WORK_MAX	200000	/* half of all work */

/* What is found of a part by itself; false if all took too long already. */
static bool
look_at_part(struct judge *j, uint32_t node, unsigned *ret_found)
{
	struct query q = { .any_outside = true, .is_part = true };
	uint32_t work = j->work;

	if (j->part_found == NULL)
		j->part_found = arena_alloc(j->arena, j->tree.n + 1);
	if (j->part_found[node] & PART_KNOWN && j->overrides == NULL) {
		*ret_found = j->part_found[node] & ~PART_KNOWN;
		return true;
	}
	if (j->parts_work > PARTS_WORK_MAX || eval_has_no_time(j))
		return false;
	query_run(j, node, &q);
	j->parts_work += j->work - work;
	*ret_found = q.found;
	if (j->overrides == NULL)
		j->part_found[node] = (uint8_t)(q.found | PART_KNOWN);
	return true;
}

/*
 * p + sys.argv[1]: nobody knows what the second is, and it may be nothing at
 * all; that does not excuse a first that is made of constants to be hidden.
 * Behind something else, only a part counts that has a separator among its
 * letters: "/%d.csv" % i hides nothing.
 */
static bool
has_hidden_part(const struct query *of)
{
	struct judge *j = of->j;
	size_t i;
	unsigned want, found;

	for (i = 0; i < of->nparts; i++) {
		want = IS_MADE | HAS_SLASH | (of->part[i].role ==
		    PART_BEHIND ? HAS_INNER : 0);
		if (!look_at_part(j, of->part[i].node, &found))
			return true;
		if (!(found & FROM_OUTSIDE) && (found & want) == want)
			return true;
	}
	return false;
}

/* print(x), and not print(x, file=f), which may be sys.stdout as well. */
static bool
tells_nobody(struct judge *j, uint32_t call, const char *name)
{
	static const char turned[][16] = { "partial", "redirect_stderr",
	    "redirect_stdout" };
	uint32_t i;

	if (util_compare(name, "print") != 0 || site_keyword(j, call, "file") != 0 ||
	    OWN_MENTIONS(j, turned))
		return false;
	for (i = own_first_named(j, "stdout"); i != 0; i = j->own_next[i])
		if (j->nodes[j->nodes[i].parent].role == ROLE_STORE)
			return false;
	return true;
}

/* numpy.array([...]) - 1, also by a name: written as it is, it is letters. */
static bool
is_array(struct judge *j, uint32_t at)
{
	static const char spelled[][16] = { "numpy.array",
	    "numpy.asarray", "numpy.fromiter" };
	const struct value *v;
	unsigned depth;

	for (depth = 0; depth < ARRAY_DEEP; depth++) {
		at = judge_behind_name(j, at);
		switch (j->nodes[at].kind) {
		case NODE_CALL:
			v = vset_only(eval(j, at + 1), VALUE_PATH);
			if (v != NULL && IS_ONE_OF(names_text(j->names,
			    v->name), spelled))
				return true;
			/* FALLTHROUGH */
		case NODE_ATTRIBUTE: case NODE_BINARY: case NODE_LIST:
		case NODE_PARENTHESIZED: case NODE_SUBSCRIPT: case NODE_TUPLE:
			if (at + 1 >= j->nodes[at].skip)
				return false;
			at++;
			break;
		default:
			return false;
		}
	}
	return false;
}

/*
 * Does one of these hide a text? What is spelled out of numbers, and of
 * nothing from outside; and where all that is written may be meant, what is
 * decoded.
 */
static unsigned
places_hidden(const struct query *of, unsigned places)
{
	const unsigned decoded = IS_MADE | HAS_SLASH | HAS_INNER;
	unsigned found, hidden = 0;
	size_t i;

	for (i = 0; i < of->nparts; i++) {
		if (!look_at_part(of->j, of->part[i].node, &found))
			return places | LIES_IN_OWN_FILE;
		if (found & FROM_OUTSIDE)
			continue;
		if (found & IS_SPELLED)
			hidden |= places | LIES_IN_OWN_FILE;
		else if (places & LIES_IN_FILE && ((found & decoded) ==
		    decoded || is_array(of->j, of->part[i].node)))
			hidden |= LIES_IN_OWN_FILE;
	}
	return hidden;
}

/*
 * Where this puts something, and what, in *q: f.write(x), also by a name that
 * stands for it; map(f.write, xs); and x.text = y.
 */
static unsigned
tells_at(struct query *q, uint32_t at)
{
	struct judge *j = q->j;
	uint32_t list, child, object = 0;
	unsigned places = 0;
	const char *name;

	if (j->nodes[at].kind == NODE_ASSIGNMENT &&
	    j->nodes[at + 1].kind == NODE_ATTRIBUTE &&
	    !own_self(j, at + 2) && !set_is_own(eval(j, at + 2))) {
		note_given(q, tree_last(j->nodes, at));
		return LIES_IN_OBJECT;
	}
	if (j->nodes[at].kind != NODE_CALL)
		return 0;
	name = site_attribute(j, at + 1, &object);
	if (name[0] == '\0')
		name = site_callee(j, at);
	places = tells_nobody(j, at, name) ? 0 : tells_of(name);
	list = tree_last(j->nodes, at);
	if (places == 0 && j->nodes[list].kind == NODE_ARGUMENTS)
		TREE_CHILDREN(j->nodes, list, child)
			if (j->nodes[child].kind == NODE_ATTRIBUTE)
				places |= tells_of(names_text(j->names,
				    j->nodes[tree_last(j->nodes,
				    child)].name));
	if (places == 0)
		return 0;
	note_given(q, list);
	if (object != 0)
		note_given(q, object);
	return places;
}

/* Where the submission puts texts that hide, of all that it calls. */
static unsigned
places_told(struct judge *j)
{
	struct behind none = { .n = 0 };
	unsigned places;
	uint32_t i;

	if (j->told_known)
		return j->told;
	j->told_known = true;
	j->told = 0;
	for (i = 0; i < j->tree.n && !j->late; i++) {
		struct query q = { .j = j, .behind = &none };

		places = tells_at(&q, i);
		/* Numbers: nobody reads a path out of those. */
		j->told |= places & LIES_IN_OWN_FILE;
		if (q.piece && places & LIES_IN_FILE)
			j->told |= LIES_IN_OWN_FILE;
		if ((places & ~j->told) != 0)
			j->told |= places_hidden(&q, places);
		free(q.part);
	}
	return j->told;
}

bool
query_is_hidden(const struct query *of)
{
	unsigned asks = of->asks | (of->has_nowhere ? LIES_IN_LIBRARY : 0);

	return (of->found & FROM_OUTSIDE && has_hidden_part(of)) ||
	    ((asks & LIES_IN_OWN_FILE || (asks != 0 && query_may_spell(
	    of->j))) && asks & places_told(of->j));
}

bool
query_options_hide(struct judge *j)
{
	return query_may_spell(j) && places_told(j) & LIES_IN_OBJECT;
}
