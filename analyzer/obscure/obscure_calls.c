/*
 * What a call gives: of a function of the submission's own what it returns,
 * of any other what is made of its arguments.
 */
#include "obscure_parts.h"

#include <ctype.h>
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../own/own.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "behind.h"
#include "manners.h"
#include "obscure.h"
#include "origin.h"

/* getattr(x, n), of one of several names that n may be. */
static bool
query_one_of(struct query *q, uint32_t call, bool number)
{
	struct judge *j = q->j;
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);
	uint32_t object = site_argument(j, call, 0);
	uint32_t name = site_argument(j, call, 1), other;
	const struct vset *set;
	size_t i;

	if (v == NULL || v->name != KNOWN(getattr) || object == 0 || name == 0)
		return false;
	set = own_bounded_name(j, name);
	if (set == NULL)
		return false;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR)
			return false;
	for (i = 0; i < set->n; i++)
		query_member(q, call, object, names_intern(j->names,
		    set->v[i]->text.bytes, set->v[i]->text.n), number);
	other = site_argument(j, call, 2);
	if (other != 0)
		query_visit(q, other, number);
	return true;
}

/* getattr(x, "name", other) and the like; false if it is none of these. */
bool
query_fetched(struct query *q, uint32_t call, bool number)
{
	struct judge *j = q->j;
	uint32_t object, other;
	const char *name = site_attribute(j, call, &object);

	if (name[0] == '\0' || object == 0)
		return query_one_of(q, call, number);
	query_member(q, call, object, names_intern(j->names, name,
	    strlen(name)), number);
	other = site_argument(j, call, 2);
	if (other != 0)
		query_visit(q, other, number);
	return true;
}

static void
visit_arguments(struct query *q, uint32_t call, bool number)
{
	uint32_t list = tree_last(q->j->nodes, call);

	if (q->j->nodes[list].kind == NODE_ARGUMENTS)
		query_children(q, list, number);
	else
		query_visit(q, list, number);
}

/* All texts that are written in the arguments, wherever in them. */
static void
visit_texts(struct query *q, uint32_t call, bool number)
{
	struct judge *j = q->j;
	uint32_t i, list = tree_last(j->nodes, call);

	for (i = list; i < j->nodes[list].skip; i++)
		if (j->nodes[i].kind == NODE_STRING)
			query_known(q, eval(j, i), true, number);
}

static bool
lists_folder(const char *name)
{
	static const char all[][16] = { "glob", "iterdir", "os.listdir",
	    "os.scandir", "os.walk", "rglob", "walk" };

	return IS_ONE_OF(name, all);
}

/* The folder itself, also if an own function or class was given it. */
static void
keep_folder(struct query *q, uint32_t object)
{
	struct judge *j = q->j;
	const struct vset *set = eval(j, object);
	size_t i;

	if (set->unknown)
		set = vset_join(j->arena, set, handed_over(j, object));
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_RESULT &&
		    set->v[i]->text.bytes != NULL)
			behind_add(j, q->behind, q->around, object,
			    set->v[i]->text.bytes, set->v[i]->text.n,
			    set->v[i]);
}

/* os.listdir(home): all that lies there, also if `home` was seen before. */
static void
keep_listed(struct query *q, uint32_t call)
{
	uint32_t given = site_argument(q->j, call, 0);

	given = given == 0 ? 0 : judge_behind_name(q->j, given);
	if (given != 0 && (q->j->nodes[given].kind == NODE_SUBSCRIPT ||
	    q->j->nodes[given].kind == NODE_CALL))
		query_keep_home(q, given, BEFORE_SOMETHING);
}

/* zip("/e", "tc"): what goes through a text letter by letter. */
static bool
takes_apart(const char *name)
{
	static const char all[][16] = { "enumerate", "filter", "frozenset",
	    "iter", "list", "map", "reversed", "set", "sorted", "tuple",
	    "zip" };

	return IS_ONE_OF(name, all) || strncmp(name, "itertools.", 10) == 0 ||
	    strncmp(name, "collections.", 12) == 0 ||
	    strncmp(name, "numpy.", 6) == 0 ||
	    strncmp(name, "random.", 7) == 0;
}

static void
visit_letters(struct query *q, uint32_t call, bool number)
{
	struct judge *j = q->j;
	uint32_t list = tree_last(j->nodes, call), child;

	if (j->nodes[list].kind == NODE_ARGUMENTS)
		TREE_CHILDREN(j->nodes, list, child)
			query_known(q, eval(j, child), true, number);
}

/* What of several texts makes one: ".x" may come to stand behind a slash. */
static bool
joins_texts(const char *name)
{
	static const char all[][24] = { "agg", "aggregate", "apply", "cat",
	    "functools.reduce", "numpy.char.add", "numpy.char.join",
	    "numpy.sum", "reduce", "sum" };

	return IS_ONE_OF(name, all) || strncmp(name, "configparser.", 13) == 0;
}

/* "/".join(x), and of a text that is not known. */
static bool
joins_by_slash(struct judge *j, uint32_t call)
{
	const struct value *v;
	uint32_t object;

	site_attribute(j, call + 1, &object);
	v = object == 0 ? NULL : vset_only(eval(j, object), VALUE_STR);
	return v == NULL || memchr(v->text.bytes, '/', v->text.n) != NULL;
}

static unsigned
around_parts(struct judge *j, uint32_t call, const char *name)
{
	/* os.path.join and pathlib begin anew at an absolute part. */
	if (util_compare(name, "join") == 0 || util_compare(name,
	    "format") == 0)
		return BEFORE_SOMETHING | AFTER_SOMETHING | (name[0] == 'j' &&
		    joins_by_slash(j, call) ? AFTER_SLASH : 0);
	if (util_compare(name, "os.path.join") == 0 || util_compare(name,
	    "joinpath") == 0)
		return BEFORE_SOMETHING | AFTER_SLASH;
	if (joins_texts(name))
		return BEFORE_SOMETHING | AFTER_SLASH | AFTER_SOMETHING |
		    MAY_BEGIN;
	return strncmp(name, "os.path.", 8) == 0 ? BEFORE_SOMETHING : 0;
}

/* x.split("/")[-1]: in none of what it gives is a separator. */
static bool
splits_path(struct judge *j, uint32_t call, const char *name)
{
	uint32_t list = tree_last(j->nodes, call), by;
	const struct value *v;

	by = util_compare(name, "split") != 0 || tree_count(j->nodes, list) !=
	    1 ? 0 : site_argument(j, call, 0);
	v = by == 0 ? NULL : vset_only(eval(j, by), VALUE_STR);
	return v != NULL && value_is_text(v, "/");
}

static bool
finds_place(const char *name)
{
	static const char all[][20] = { "os.getcwd", "os.path.abspath",
	    "os.path.realpath", "os.path.relpath" };

	return IS_ONE_OF(name, all);
}

/* May less come out of it than the whole path that it is given? */
static bool
takes_part(const char *name, enum manner manner)
{
	static const char none[][24] = { "absolute", "format", "join",
	    "joinpath", "os.path.abspath", "os.path.dirname", "os.path.join",
	    "os.path.realpath", "os.path.relpath", "resolve", "with_name",
	    "with_suffix" };

	return (manner == MANNER_MAKES || manner == MANNER_DECODES) &&
	    !IS_ONE_OF(name, none) && strncmp(name, "pathlib.", 8) != 0;
}

/* What is printed, in letters and words: nobody follows each. */
static bool
holds_prints(struct judge *j, const char *name)
{
	return strncmp(name, "contextlib.redirect_", 20) == 0 ||
	    ((util_compare(name, "getvalue") == 0 ||
	    strncmp(name, "sys.stderr.", 11) == 0 ||
	    strncmp(name, "sys.stdout.", 11) == 0) && query_stream_is_turned(j));
}

/* mkdtemp(prefix="x"): a part of the name is in the source. */
static bool
is_named_so(struct judge *j, uint32_t call, const char *name)
{
	static const char all[][32] = { "tempfile.NamedTemporaryFile",
	    "tempfile.TemporaryDirectory", "tempfile.mkdtemp",
	    "tempfile.mkstemp" };

	return IS_ONE_OF(name, all) &&
	    tree_count(j->nodes, tree_last(j->nodes, call)) > 0;
}

/* What a text that nobody knows may be: sys.executable[0].join(parts) */
static const struct value slash = { .kind = VALUE_STR, .text = { "/", 1 } };

static void
follow(struct query *q, uint32_t call, const char *name, enum manner manner,
    bool number)
{
	unsigned saved = q->around, joined_around = q->joined_around;
	const struct value *joined = q->joined;
	bool letters = q->letters, last_name = q->last_name;
	bool whole = q->whole, cut = q->cut;
	uint32_t object;

	if (finds_place(name) && !q->letters && !q->cut)
		query_note(q, IS_MADE | HAS_SLASH | HAS_INNER |
		    HAS_UNDERSCORE | NO_LEAD, number);
	else
		query_note_manner(q, manner, number);
	if (holds_prints(q->j, name))
		query_note(q, IS_MADE | HAS_SLASH | HAS_INNER, number);
	if (manner == MANNER_OUTSIDE) {
		/* A parser, a database: what it was given may come out. */
		if (q->behind != NULL && !number) {
			bool was_quiet = q->quiet;

			q->quiet = true;
			query_note_call(q, call + 1, tree_last(q->j->nodes,
			    call));
			/* What lies in a folder. */
			if (lists_folder(name))
				q->around |= BEFORE_SOMETHING;
			visit_arguments(q, call, number);
			site_attribute(q->j, call + 1, &object);
			if (object != 0)
				query_visit(q, object, number);
			if (object != 0 && lists_folder(name))
				keep_folder(q, object);
			if (lists_folder(name))
				keep_listed(q, call);
			q->quiet = was_quiet;
			q->around = saved;
		}
		return;
	}
	if (splits_path(q->j, call, name))
		return;
	if (manner == MANNER_MAKES && util_compare(name, "os.path.join") != 0 &&
	    util_compare(name, "join") != 0 &&
	    util_compare(name, "format") != 0 &&
	    util_compare(name, "strftime") != 0 &&
	    util_compare(name, "add_argument") != 0 &&
	    strncmp(name, "pathlib.", 8) != 0)
		visit_texts(q, call, number);
	if (manner == MANNER_CHOOSES && takes_apart(name))
		visit_letters(q, call, number);
	if (util_compare(name, "join") == 0 && q->behind != NULL && !number) {
		site_attribute(q->j, call + 1, &object);
		q->joined = object == 0 ? NULL : vset_only(eval(q->j, object),
		    VALUE_STR);
		if (q->joined == NULL && object != 0)
			q->joined = vset_only(eval(q->j, object), VALUE_BYTES);
		if (q->joined == NULL && object != 0)
			q->joined = &slash;
		q->joined_around = q->around;
	}
	q->around |= around_parts(q->j, call, name);
	q->last_name |= util_compare(name, "os.path.basename") == 0;
	q->whole = (finds_place(name) && !q->letters && !q->cut) ||
	    (q->whole && manner == MANNER_CHOOSES);
	q->cut |= takes_part(name, manner);
	q->letters |= util_compare(name, "reversed") == 0 ||
	    strncmp(name, "re.", 3) == 0;
	visit_arguments(q, call, number || manner == MANNER_NUMBER);
	q->around = saved;
	q->joined = joined;
	q->joined_around = joined_around;
	q->letters = letters;
	q->last_name = last_name;
	q->whole = whole;
	q->cut = cut;
}

/* The same of what lists a folder with the submission's own names. */
static void
follow_listing(struct query *q, uint32_t call, const char *name,
    uint32_t folder)
{
	unsigned found = q->found;
	bool has_source = q->has_source;

	follow(q, call, name, MANNER_OUTSIDE, false);
	q->found = found;
	q->has_source = has_source;
	query_note(q, OWN_NAMES | IS_MADE | (q->letters && !q->last_name &&
	    util_compare(name, "os.listdir") != 0 ? HAS_SLASH | HAS_INNER :
	    0), false);
	if (folder != 0)
		query_visit(q, folder, false);
}

/* parser.parse_args(), and not parse_args(["--a", "b"]). */
static bool
asks_command(struct judge *j, uint32_t call)
{
	uint32_t given = site_argument(j, call, 0);

	return given == 0 || vset_only(eval(j, given), VALUE_LIST) == NULL;
}

/* What a call gave, or an attribute of it. */
static bool
is_of_result(const struct value *v)
{
	while (v != NULL && v->kind == VALUE_PATH)
		v = v->from;
	return v != NULL && v->kind == VALUE_RESULT;
}

/*
 * What is read out of what the submission has filled itself. Of a folder only
 * names come out, not what lies in the files.
 */
static enum manner
manner_of_source(struct query *q, const struct vset *set, const char *name)
{
	switch (origin_of(q->j, set, q->behind != NULL &&
	    !q->behind->as_pieces)) {
	case ORIGIN_OWN_FILE:
		q->asks |= LIES_IN_FILE | (lists_folder(name) ? 0 :
		    LIES_IN_OWN_FILE);
		return MANNER_MAKES;
	case ORIGIN_MEMORY:
	case ORIGIN_DATABASE:
		return MANNER_MAKES;
	case ORIGIN_OWN_TEXT:
		return MANNER_DECODES;
	default:
		return MANNER_OUTSIDE;
	}
}

/* open(__file__); json.load(f), gzip.open(buffer): of what it is given. */
static enum manner
manner_of_given(struct query *q, uint32_t call, const char *name)
{
	uint32_t given = site_argument(q->j, call, 0);
	enum manner manner = manner_of_source(q, eval(q->j, call), name);

	return manner != MANNER_OUTSIDE || given == 0 ? manner :
	    manner_of_source(q, eval(q->j, given), name);
}

/* x.encode(): of other charsets the bytes are other letters. */
static bool
encodes_plainly(struct judge *j, uint32_t call)
{
	static const char plain[][8] = { "ascii", "latin1", "latin-1",
	    "utf-8", "utf8", "UTF-8" };
	uint32_t given = site_argument(j, call, 0);
	const struct value *v = given == 0 ? NULL : vset_only(eval(j, given),
	    VALUE_STR);
	char name[16];

	if (v == NULL || v->text.n >= sizeof(name))
		return given == 0;
	memcpy(name, v->text.bytes, v->text.n);
	name[v->text.n] = '\0';
	return IS_ONE_OF(name, plain);
}

/* time.strftime("%Y.txt"), and not "%%etc" or "%n": those are always alike. */
static bool
tells_time(struct judge *j, uint32_t call)
{
	uint32_t given = site_argument(j, call, 0);
	const struct value *v = given == 0 ? NULL : vset_only(eval(j, given),
	    VALUE_STR);
	size_t i;

	for (i = 0; v != NULL && i + 1 < v->text.n; i++)
		if (v->text.bytes[i] == '%') {
			if (memchr("%nt", v->text.bytes[i + 1], 3) == NULL)
				return true;
			i++;
		}
	return v == NULL;
}

/* os.getenv("X"), of an X that the submission has set itself. */
static bool
asks_environment(struct query *q, uint32_t call, const char *name,
    bool number)
{
	static const char all[][24] = { "os.environ.get", "os.environ.pop",
	    "os.environ.setdefault", "os.getenv", "os.path.expandvars" };

	return IS_ONE_OF(name, all) && query_put_there(q, "environ",
	    util_compare(name, "os.path.expandvars") == 0 ? 0 :
	    site_argument(q->j, call, 0), number);
}

/* x.substitute(), where x is of an own class. */
static bool
fills_template(struct judge *j, uint32_t object, const char *name)
{
	return (util_compare(name, "substitute") == 0 || util_compare(name,
	    "safe_substitute") == 0) && vset_only(eval(j, object),
	    VALUE_OBJECT) != NULL;
}

/* x.replace(".txt", ".md"): what came first still does, or a letter. */
static bool
keeps_front(struct judge *j, uint32_t call, const char *name)
{
	const struct value *old, *new;
	uint32_t list = tree_last(j->nodes, call), one, other;

	if (util_compare(name, "replace") != 0 || tree_count(j->nodes, list) !=
	    2)
		return false;
	one = site_argument(j, call, 0);
	other = site_argument(j, call, 1);
	old = one == 0 ? NULL : vset_only(eval(j, one), VALUE_STR);
	new = other == 0 ? NULL : vset_only(eval(j, other), VALUE_STR);
	if (old == NULL || new == NULL || old->text.n == 0)
		return false;
	/* An ending is taken off: nothing begins with it. */
	if (new->text.n == 0)
		return old->text.n > 1 && old->text.bytes[0] == '.' &&
		    isalnum((unsigned char)old->text.bytes[1]) &&
		    !named_begins_with(j, old->text.bytes, old->text.n);
	return isalnum((unsigned char)new->text.bytes[new->text.bytes[0] ==
	    '.' && new->text.n > 1]) && memchr(new->text.bytes, '/',
	    new->text.n) == NULL;
}

/*
 * x.lstrip("a"), buffer.read(): what comes first may be from the middle. Of
 * blanks, x.strip(), nobody makes a path.
 */
static bool
cuts_text(struct judge *j, uint32_t call, const char *name)
{
	static const char all[][16] = { "lstrip", "partition", "removeprefix",
	    "replace", "rpartition", "rsplit", "split", "strip", "translate" };

	return util_compare(name, "read") == 0 || (IS_ONE_OF(name, all) &&
	    tree_count(j->nodes, tree_last(j->nodes, call)) > 0 &&
	    !keeps_front(j, call, name));
}

/*
 * Path("/data/x"), of a text that is known, and nothing is made of it: it is
 * that text.
 */
static bool
is_known_path(const struct query *q, uint32_t call, const char *name)
{
	struct judge *j = q->j;
	unsigned parent = j->nodes[j->nodes[call].parent].kind;
	uint32_t list = tree_last(j->nodes, call);
	const struct vset *set;
	size_t i;

	if (strncmp(name, "pathlib.", 8) != 0 || q->around != 0 ||
	    q->letters || q->quiet || q->behind == NULL ||
	    q->behind->as_pieces || parent == NODE_ATTRIBUTE ||
	    parent == NODE_BINARY || j->nodes[list].kind != NODE_ARGUMENTS ||
	    tree_count(j->nodes, list) != 1 ||
	    tree_is_splat(j->nodes, list + 1) ||
	    j->nodes[list + 1].kind == NODE_KEYWORD_ARGUMENT)
		return false;
	set = eval(j, list + 1);
	/* A parameter, a name: what that may be is looked at by itself. */
	if (set->unknown)
		return j->nodes[list + 1].kind == NODE_IDENTIFIER;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR)
			return false;
	return set->n > 0;
}

void
query_call(struct query *q, uint32_t at, bool number)
{
	struct judge *j = q->j;
	const struct vset *set = eval(j, at + 1);
	uint32_t object, folder;
	bool done = false;
	enum manner manner;
	const char *name;
	size_t i;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		switch (v->kind) {
		case VALUE_FUNCTION:
			query_function(q, v->node, number);
			done = true;
			break;
		case VALUE_CLASS:
			query_class(q, v->node, number);
			visit_arguments(q, at, number);
			done = true;
			break;
		case VALUE_PATH:
			/* A method of a result, pathlib.Path.with_name. */
			if (is_of_result(v->from))
				break;
			name = names_text(j->names, v->name);
			manner = manner_of(name);
			/* Any text that the object holds. */
			if (v->name == KNOWN(getattr) && own_step_is_taken(j,
			    at + 1))
				manner = MANNER_SPELLS;
			/* str(b"...", "ascii", "ignore") */
			if (v->name == KNOWN(str) && tree_count(j->nodes,
			    tree_last(j->nodes, at)) > 1)
				manner = MANNER_DECODES;
			if (manner == MANNER_MAKES &&
			    is_known_path(q, at, name))
				manner = MANNER_CHOOSES;
			if (!number && query_lists_own(q, at, name, 0,
			    &folder)) {
				follow_listing(q, at, name, folder);
				done = true;
				break;
			}
			if (manner == MANNER_OUTSIDE)
				manner = manner_of_given(q, at, name);
			if (manner == MANNER_OUTSIDE &&
			    asks_environment(q, at, name, number))
				manner = MANNER_MAKES;
			if (manner == MANNER_OUTSIDE &&
			    (holds_prints(j, name) || (is_named_so(j, at,
			    name) && (q->letters || q->last_name))))
				manner = MANNER_MAKES;
			if (util_compare(name, "time.strftime") == 0 &&
			    tells_time(j, at))
				manner = MANNER_OUTSIDE;
			/* open(__file__): what the source says, and no more. */
			if (origin_of(j, eval(j, at), false) == ORIGIN_OWN_TEXT) {
				query_note_manner(q, MANNER_DECODES, number);
				return;
			}
			/* What is written in the source, of a function. */
			if (strncmp(name, "inspect.", 8) == 0)
				query_note_nowhere(q, number);
			/* Lines of the source, its remarks with them. */
			if (strncmp(name, "traceback.", 10) == 0) {
				query_note_manner(q, MANNER_DECODES, number);
				return;
			}
			follow(q, at, name, manner, number);
			done = true;
			break;
		}
	}
	name = done ? "" : site_attribute(j, at + 1, &object);
	if (name[0] != '\0' && object != 0) {
		manner = manner_of_method(name);
		if (!number && query_lists_own(q, at, name, object,
		    &folder)) {
			follow_listing(q, at, name, folder);
			return;
		}
		if (util_compare(name, "getMessage") == 0)
			q->asks |= LIES_IN_LIBRARY | LIES_IN_OWN_FILE;
		if (strncmp(name, "parse_", 6) == 0) {
			q->asks |= LIES_IN_OBJECT;
			if (asks_command(j, at))
				manner = MANNER_OUTSIDE;
		}
		if (manner == MANNER_OUTSIDE)
			manner = query_is_stream(j, object) ? MANNER_MAKES :
			    manner_of_source(q, set, name);
		if (util_compare(name, "encode") == 0 && !encodes_plainly(j,
		    at))
			manner = MANNER_DECODES;
		follow(q, at, name, manner, number);
		if (manner != MANNER_OUTSIDE) {
			unsigned saved = q->around;
			bool letters = q->letters, whole = q->whole;
			bool last_name = q->last_name, cut = q->cut;

			q->whole = false;
			q->cut |= takes_part(name, manner);
			q->last_name |= splits_path(j, at, name);
			if (joins_texts(name))
				q->around |= around_parts(j, at, name);
			/* An own kind of template: "$1/$2" begins anywhere. */
			q->letters |= fills_template(j, object, name) ||
			    cuts_text(j, at, name);
			query_visit(q, object, number);
			q->letters = letters;
			q->around = saved;
			q->whole = whole;
			q->cut = cut;
			q->last_name = last_name;
		}
		return;
	}
	if (!done || set->unknown) {
		query_visit(q, at + 1, number);
		visit_arguments(q, at, number);
		if (!done)
			query_note(q, IS_MADE, number);
	}
}
