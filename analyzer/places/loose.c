/*
 * Paths that meet what uses them out of sight. A submission writes down a
 * path of the host; and it names a function that writes or deletes what it
 * is given without calling it there (`return shutil.rmtree`,
 * `queue.put(os.remove)`, `sorted(x, key=os.remove)`), or does so with an
 * operand that Python hands to a method (`def __add__(self, path)`). Where
 * they meet need not be known: the path is judged as if it were given. A path
 * that is put together (`Path.home() / ".x"`) is taken to meet whatever reads
 * a path that is not known, too.
 */
#include "places.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../match/match.h"
#include "../own/own.h"
#include "../read/tree.h"
#include "../report.h"
#include "../values/eval.h"
#include "signatures.h"
#include "url.h"

#define PATHS_MAX	2000	/* more than anybody writes down */

enum loose_kind {
	LOOSE_NONE,
	LOOSE_WRITTEN,	/* "/etc/x": it may be a word of a text */
	LOOSE_MADE,	/* Path.home() / ".x", root + "/.x" */
	LOOSE_ADDRESS,	/* "https:/" + "/host/x" */
	LOOSE_LINK,	/* "https://host/x": honest programs show such */
	LOOSE_HOME,	/* Path.home() */
	LOOSE_VARIABLE,	/* os.environ["x"] = "/x" */
};

struct loose {
	const struct loose	*next;
	const struct value	*text;
	uint32_t		 place;
	enum loose_kind		 kind;
	const struct vset	*key;		/* of a variable */
};

/* 'h': may fetch what is given, where that is an address. */
static const char uses[] = { 'w', 'd', 'r', 'h' };

static uint8_t
bit_of(char use)
{
	const char *at;

	if (use == 't' || use == 'g')
		use = 'r';
	at = memchr(uses, use, sizeof(uses));
	return at == NULL ? 0 : (uint8_t)(1 << (at - uses));
}

/* ~/x, ../x, and what lies in a folder that every host has. */
static bool
is_path_of_host(const char *s, size_t n)
{
	static const char roots[][8] = { "bin", "boot", "dev", "etc", "home",
	    "lib", "media", "mnt", "opt", "proc", "root", "run", "sbin",
	    "srv", "sys", "tmp", "usr", "var" };
	size_t i, len;

	/* Behind the folder of the script: "./../x". */
	if (n > 2 && memcmp(s, "./", 2) == 0) {
		s += 2;
		n -= 2;
	}
	if (n > 2 && (memcmp(s, "~/", 2) == 0 || (n > 3 &&
	    memcmp(s, "../", 3) == 0)))
		return true;
	for (i = 0; n > 3 && s[0] == '/' && i < ARRAY_SIZE(roots); i++) {
		len = strlen(roots[i]);
		if (n > len && memcmp(s + 1, roots[i], len) == 0 &&
		    (n == len + 1 || s[len + 1] == '/'))
			return true;
	}
	return false;
}

static bool
is_of_host(const char *s, size_t n)
{
	auto_buf struct buf local = BUF_INIT;

	/* sqlite3.connect("file:/x", uri=True) */
	if (n > 5 && memcmp(s, "file:", 5) == 0 && url_path(s, n, &local))
		return is_path_of_host(local.data, local.len);
	return is_path_of_host(s, n);
}

/* Path.home(), as it is: much that is honest begins there. */
static bool
is_home(const struct value *v)
{
	return v->kind == VALUE_RESULT && v->text.bytes != NULL &&
	    v->text.n == 1 && v->text.bytes[0] == '~';
}

/* Made by an expression that is no part of a longer path. */
static bool
is_put_together(struct judge *j, const struct value *v, uint32_t place)
{
	uint32_t parent = j->nodes[place].parent;
	unsigned kind = j->nodes[v->place].kind;
	const struct vset *whole;

	/* What a method makes of it is looked at there. */
	if ((kind != NODE_BINARY && kind != NODE_CALL &&
	    kind != NODE_SUBSCRIPT) ||
	    j->nodes[parent].kind == NODE_ATTRIBUTE)
		return false;
	whole = j->nodes[parent].kind == NODE_BINARY ? eval(j, parent) :
	    &vset_none;
	return whole->n == 0 || whole->v[0]->text.bytes == NULL;
}

static enum loose_kind
kind_of(struct judge *j, const struct value *v, uint32_t place)
{
	const char *s = v->text.bytes;
	size_t n = v->text.n;

	if (is_home(v))
		return LOOSE_HOME;
	if (s == NULL)
		return LOOSE_NONE;
	if (is_put_together(j, v, place)) {
		if (url_is_remote(s, n))
			return LOOSE_ADDRESS;
		if (is_of_host(s, n) || (n > 3 && s[0] == FOLD_GAP &&
		    s[1] == '/' && s[2] == '.'))
			return LOOSE_MADE;
	}
	if (v->kind != VALUE_STR)
		return LOOSE_NONE;
	return is_of_host(s, n) ? LOOSE_WRITTEN : url_is_remote(s, n) ?
	    LOOSE_LINK : LOOSE_NONE;
}

static void
note(struct judge *j, const struct value *v, uint32_t place,
    enum loose_kind kind, const struct vset *key)
{
	struct loose *one;

	if (j->nloose == PATHS_MAX)
		return;
	one = arena_alloc(j->arena, sizeof(*one));
	*one = (struct loose){ j->loose, v, place, kind, key };
	j->loose = one;
	j->nloose++;
}

void
loose_note_variable(struct judge *j, const struct vset *key,
    const struct vset *set, uint32_t place)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_STR && (is_of_host(
		    set->v[i]->text.bytes, set->v[i]->text.n) ||
		    url_is_remote(set->v[i]->text.bytes,
		    set->v[i]->text.n)))
			note(j, set->v[i], place, LOOSE_VARIABLE, key);
}

/* May this text be read out of the environment? */
static bool
is_read_back(const struct judge *j, const struct loose *one)
{
	const struct vset *keys = j->variables_read;
	size_t i, k;

	if (keys == NULL || keys->unknown || one->key->unknown)
		return keys != NULL;
	for (i = 0; i < keys->n; i++)
		for (k = 0; k < one->key->n; k++)
			if (value_same(keys->v[i], one->key->v[k]))
				return true;
	return false;
}

void
check_if_of_host(struct judge *j, const struct vset *set, uint32_t place)
{
	size_t i, k;

	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		for (k = 0; v->kind == VALUE_LIST && k < v->items.n; k++)
			check_if_of_host(j, v->items.list[k], place);
		if ((v->kind == VALUE_STR || v->kind == VALUE_RESULT) &&
		    v->text.bytes != NULL && is_of_host(v->text.bytes,
		    v->text.n) && memchr(v->text.bytes, '\n', v->text.n) ==
		    NULL)
			check_place(j, 'w', vset_one(j->arena, v), NULL,
			    place);
	}
}

/* Does a value begin here: `key = /srv/x`, `key: /srv/x`? */
static bool
begins_value(const char *s, const char *at)
{
	static const char before[] = ">\"'=([{|\n";

	if (strchr(before, at[-1]) != NULL)
		return at[-1] != '\0';
	while (at > s && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	return at > s && (at[-1] == '=' || at[-1] == ':' || at[-1] == ',');
}

/* "<a href='/srv/x'>", "{/srv/x}", a line of its own: what a parser finds. */
static void
note_words(struct judge *j, const struct value *v, uint32_t place)
{
	static const char ends[] = " <>\"'()[]{}|,;\n";
	const char *s = v->text.bytes, *end = s + v->text.n, *at, *to;

	for (at = s + 1; at < end && (at = memchr(at, '/', (size_t)(end -
	    at))) != NULL; at++) {
		if (!begins_value(s, at))
			continue;
		for (to = at; to < end && strchr(ends, *to) == NULL; to++)
			;
		if (is_of_host(at, (size_t)(to - at)))
			note(j, value_text(j->arena, VALUE_STR, place, at,
			    (size_t)(to - at))->v[0], place, LOOSE_WRITTEN,
			    NULL);
	}
}

void
loose_note_text(struct judge *j, const struct value *v, uint32_t place)
{
	enum loose_kind kind = kind_of(j, v, place);

	if (kind != LOOSE_NONE)
		note(j, v, place, kind, NULL);
	else if (v->kind == VALUE_STR && v->text.n > 5 && v->place == place &&
	    j->nodes[j->nodes[place].parent].kind !=
	    NODE_EXPRESSION_STATEMENT)
		note_words(j, v, place);
}

/* What open() does: without its mode it reads; by one not known, both. */
static uint8_t
bits_of_mode(const struct vset *mode)
{
	uint8_t bits = mode == NULL || mode->unknown || mode->n == 0 ?
	    bit_of('r') : 0;
	size_t i, k;

	if (mode != NULL && (mode->unknown || mode->n == 0))
		bits |= bit_of('w');
	for (i = 0; mode != NULL && i < mode->n; i++) {
		bits |= bit_of('r');
		for (k = 0; mode->v[i]->kind == VALUE_STR && k <
		    mode->v[i]->text.n; k++)
			if (strchr("wax+", mode->v[i]->text.bytes[k]) != NULL)
				bits |= bit_of('w');
	}
	return bits;
}

/*
 * Does Python itself call this method? Who makes an object is seen to do it;
 * but not what a dataclass keeps.
 */
static bool
is_hook(const struct judge *j, uint32_t function, bool kept)
{
	const char *name;

	if (j->nodes[function].kind != NODE_FUNCTION ||
	    j->scopes.list[j->nodes[function].scope].kind != SCOPE_CLASS)
		return false;
	name = names_text(j->names, j->nodes[tree_first(j->nodes, function,
	    NODE_IDENTIFIER)].name);
	return kept ? strcmp(name, "__post_init__") == 0 :
	    strncmp(name, "__", 2) == 0 && strcmp(name, "__init__") != 0;
}

/* `other`, in __add__(self, other); `self.path`, in __post_init__(self). */
static bool
is_operand(const struct judge *j, uint32_t node)
{
	bool kept = j->nodes[node].kind == NODE_ATTRIBUTE;
	uint32_t name = kept ? node + 1 : node, binding;
	const struct def *d;

	if (j->nodes[name].kind != NODE_IDENTIFIER)
		return false;
	binding = judge_binding(j, name);
	d = &j->scopes.defs[binding == 0 ? 0 :
	    j->scopes.bindings[binding].first];
	/* Of an operand also a part: `s.start`, in __getitem__(self, s). */
	return binding != 0 && d->kind == DEF_PARAMETER &&
	    (kept || d->index > 0) && is_hook(j, d->owner, d->index == 0);
}

void
loose_note_operand(struct judge *j, char use, const struct vset *mode,
    uint32_t node, bool from_nowhere, bool outside)
{
	uint8_t bits = use == 'o' ? bits_of_mode(mode) : bit_of(use);

	/* open() takes no address for a path. */
	if (use == 'r')
		bits |= bit_of('h');
	j->unknown_uses |= bits;
	if (bits & (bit_of('w') | bit_of('d')))
		reloaded_note_unknown(j, node);
	if (!outside && j->nlost++ < ARRAY_SIZE(j->lost))
		j->lost[j->nlost - 1] = (struct lost){ node, bits };
	/* Or f(*x), where x is not known. */
	if (from_nowhere || j->nodes[node].kind == NODE_ARGUMENTS ||
	    is_operand(j, node))
		j->loose_uses |= bits;
}

/*
 * What a callable does to the paths it is given, and to the one it is of: with
 * a mode that nobody knows open() and its like may do either.
 */
static uint8_t
uses_of_callable(const struct judge *j, const struct value *v)
{
	const char *name = names_text(j->names, v->name), *dot;
	const struct signature *sig;
	uint8_t bits = 0;
	size_t i;

	if (v->kind != VALUE_PATH)
		return 0;
	sig = signature_of(name);
	/* queue.put(df.to_csv) */
	dot = sig == NULL ? strrchr(name, '.') : NULL;
	if (dot != NULL)
		sig = signature_of_method(dot + 1);
	for (i = 0; sig != NULL && i < sig->n; i++)
		bits |= sig->parameters[i].use == 'o' ? bit_of('w') |
		    bit_of('r') : sig->parameters[i].use == 0 ? 0 :
		    bit_of(sig->parameters[i].use);
	return bits;
}

/* What this name does to paths, if it goes where it is not followed. */
static uint8_t
uses_of_name(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;
	const struct vset *set;
	uint8_t bits = 0;
	size_t i;

	if ((j->nodes[at].kind != NODE_IDENTIFIER &&
	    j->nodes[at].kind != NODE_ATTRIBUTE) ||
	    j->nodes[at].role != ROLE_LOAD || (parent + 1 == at &&
	    (j->nodes[parent].kind == NODE_CALL ||
	    j->nodes[parent].kind == NODE_ATTRIBUTE)))
		return 0;
	set = eval(j, at);
	for (i = 0; i < set->n; i++)
		bits |= uses_of_callable(j, set->v[i]);
	/* remove = os.remove: what is called `remove` is seen. */
	return bits != 0 && escapes(j, at) ? bits : 0;
}

/* Thread(target=rmtree, args=(Path.home(),)): in the same call. */
static void
check_given_home(struct judge *j, uint32_t name, uint8_t bits)
{
	const struct loose *one;
	uint32_t list = name;

	while (list != 0 && j->nodes[list].kind != NODE_ARGUMENTS)
		list = j->nodes[list].parent;
	for (one = j->loose; list != 0 && one != NULL; one = one->next)
		if (bits & bit_of('d') && one->kind == LOOSE_HOME &&
		    one->place > list && one->place < j->nodes[list].skip)
			check_place(j, 'd', vset_one(j->arena, one->text),
			    NULL, one->place);
}

/* `os.chdir("..")` round after round: nobody knows how far up. */
void
check_climb(struct judge *j, const char *callee, uint32_t call,
    const struct vset *path)
{
	static const char far_up[] = "../../..";
	uint32_t at;
	size_t i;

	if (strcmp(callee, "os.chdir") != 0 &&
	    strcmp(callee, "contextlib.chdir") != 0)
		return;
	for (i = 0; i < path->n; i++)
		if (path->v[i]->kind == VALUE_STR && value_is_text(path->v[i],
		    ".."))
			break;
	for (at = call; i < path->n && at != 0 && j->nodes[at].kind !=
	    NODE_FOR && j->nodes[at].kind != NODE_WHILE &&
	    j->nodes[at].kind != NODE_LIST_COMPREHENSION &&
	    j->nodes[at].kind != NODE_GENERATOR;)
		at = j->nodes[at].parent;
	if (i < path->n && at != 0)
		check_place(j, 'r', value_text(j->arena, VALUE_STR, call,
		    far_up, sizeof(far_up) - 1), NULL, call);
}

/* What may be done to it, of all that is done to paths out of sight. */
static uint8_t
uses_of_text(const struct judge *j, const struct loose *one, uint8_t bits)
{
	const uint8_t changes = bit_of('w') | bit_of('d');

	switch (one->kind) {
	case LOOSE_WRITTEN:
		return (bits & changes) | j->lost_uses;
	case LOOSE_MADE:
		return (bits & changes) | (j->unknown_uses & (changes |
		    bit_of('r')));
	case LOOSE_ADDRESS:
		return j->unknown_uses & bit_of('h');
	case LOOSE_LINK:
		return j->loose_uses & bit_of('h');
	case LOOSE_HOME:
		return j->loose_uses & changes;
	case LOOSE_VARIABLE:
		return is_read_back(j, one) ? j->unknown_uses : 0;
	default:
		return 0;
	}
}

/*
 * A path that the source alone makes, in a way that was not followed: whatever
 * text of a path stands in it may be this one. Or it is one for certain.
 */
static bool
is_lost(struct judge *j, uint32_t node)
{
	uint32_t call = j->nodes[node].parent;
	const struct vset *set;
	size_t i;

	/* path.write_text(): of what it is a method of. */
	if (j->nodes[node].kind == NODE_ATTRIBUTE && node == call + 1 &&
	    j->nodes[call].kind == NODE_CALL)
		node++;
	set = own_bounds(j, node);
	if (set == NULL || place_is_unsure(set))
		return true;
	for (i = 0; i < set->n; i++)
		if (set->v[i]->text.bytes != NULL && is_of_host(
		    set->v[i]->text.bytes, set->v[i]->text.n))
			return true;
	return false;
}

static uint8_t
uses_of_lost(struct judge *j)
{
	const uint8_t of_files = bit_of('w') | bit_of('d') | bit_of('r');
	uint8_t bits = 0;
	size_t i;

	if (j->nlost > ARRAY_SIZE(j->lost))
		return j->unknown_uses & of_files;
	for (i = 0; i < j->nlost; i++)
		if ((bits | j->lost[i].bits) != bits && is_lost(j,
		    j->lost[i].node))
			bits |= j->lost[i].bits;
	return bits & of_files;
}

void
check_loose(struct judge *j)
{
	const struct loose *one;
	uint8_t bits = j->loose_uses, found;
	uint32_t i;
	size_t k;

	for (i = 0; i < j->tree.n && (j->loose != NULL || bits != 0 ||
	    j->reloaded != NULL); i++) {
		/* f"{x:/srv/a}" gives it to __format__. */
		if (j->nodes[i].kind == NODE_FORMAT_SPECIFIER && bits != 0) {
			size_t n;
			const char *s = judge_text(j, i, &n);

			if (n > 1)
				loose_note_text(j, value_text(j->arena,
				    VALUE_STR, i, s + 1, n - 1)->v[0], i);
		}
		found = uses_of_name(j, i);
		bits |= found;
		j->named_uses |= found;
		if (found != 0)
			check_given_home(j, i, found);
	}
	if (j->nloose == PATHS_MAX && (bits | j->unknown_uses) != 0)
		j->too_complex = true;
	for (one = j->loose; one != NULL && one->kind != LOOSE_WRITTEN;)
		one = one->next;
	/* It is a guess: for what would be allowed otherwise. */
	j->lost_uses = one == NULL || j->report->nfindings > 0 ? 0 :
	    uses_of_lost(j);
	/* What is blocked anyway need not be guessed at. */
	j->unknown_uses = report_is_blocked(j->report) ? 0 :
	    j->unknown_uses | bits;
	for (one = j->loose; one != NULL; one = one->next) {
		found = uses_of_text(j, one, bits);
		for (k = 0; k < sizeof(uses); k++)
			if (found & bit_of(uses[k]))
				check_place(j, uses[k], vset_one(j->arena,
				    one->text), NULL, one->place);
	}
}

bool
loose_may_write(const struct judge *j)
{
	return j->named_uses & (bit_of('w') | bit_of('d'));
}
