/*
 * Paths that meet what uses them out of sight. A submission writes down a
 * path of the host; and it names a function that writes or deletes what it
 * is given without calling it there (`return shutil.rmtree`,
 * `queue.put(os.remove)`, `sorted(x, key=os.remove)`), or does so with an
 * operand that Python hands to a method (`def __add__(self, path)`). Where
 * they meet need not be known: the path is judged as if it were given.
 */
#include "places.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../read/tree.h"
#include "../values/eval.h"
#include "signatures.h"

#define PATHS_MAX	64

struct loose {
	const struct loose	*next;
	const struct value	*text;
	uint32_t		 place;
};

static const char uses[] = { 'w', 'd' };	/* what is read is not looked for */

static uint8_t
bit_of(char use)
{
	const char *at = memchr(uses, use, sizeof(uses));

	return at == NULL ? 0 : (uint8_t)(1 << (at - uses));
}

/* ~/x, ../x, and what lies in a folder that every host has. */
static bool
is_of_host(const char *s, size_t n)
{
	static const char roots[][8] = { "bin", "boot", "dev", "etc", "home",
	    "lib", "media", "mnt", "opt", "proc", "root", "run", "sbin",
	    "srv", "sys", "tmp", "usr", "var" };
	size_t i, len;

	if (n > 2 && (memcmp(s, "~/", 2) == 0 || (n > 3 &&
	    memcmp(s, "../", 3) == 0)))
		return true;
	for (i = 0; i < ARRAY_SIZE(roots); i++) {
		len = strlen(roots[i]);
		if (n > len && s[0] == '/' &&
		    memcmp(s + 1, roots[i], len) == 0 &&
		    (n == len + 1 || s[len + 1] == '/'))
			return true;
	}
	return false;
}

/* Path.home(), as it is: much that is honest begins there. */
static bool
is_home(const struct value *v)
{
	return v->kind == VALUE_RESULT && v->text.bytes != NULL &&
	    v->text.n == 1 && v->text.bytes[0] == '~';
}

void
loose_note_text(struct judge *j, const struct value *v, uint32_t place)
{
	struct loose *one;

	if (j->nloose == PATHS_MAX || (v->kind == VALUE_STR ?
	    !is_of_host(v->text.bytes, v->text.n) : !is_home(v)))
		return;
	one = arena_alloc(j->arena, sizeof(*one));
	*one = (struct loose){ j->loose, v, place };
	j->loose = one;
	j->nloose++;
}

/* open(path), without its mode, reads. */
static bool
writes(const struct vset *mode)
{
	const struct value *v = mode == NULL ? NULL :
	    vset_only(mode, VALUE_STR);
	size_t i;

	for (i = 0; v != NULL && i < v->text.n; i++)
		if (strchr("wax+", v->text.bytes[i]) != NULL)
			return true;
	return false;
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
	return binding != 0 && d->kind == DEF_PARAMETER &&
	    (d->index == 0) == kept && is_hook(j, d->owner, kept);
}

void
loose_note_operand(struct judge *j, char use, const struct vset *mode,
    uint32_t node)
{
	/* Or f(*x), where x is not known. */
	if (j->nodes[node].kind == NODE_ARGUMENTS || is_operand(j, node))
		j->loose_uses |= bit_of(use == 'o' && writes(mode) ? 'w' :
		    use);
}

/* What this name does to the first path it is given, if it is not called. */
static uint8_t
uses_of_name(struct judge *j, uint32_t at)
{
	uint32_t parent = j->nodes[at].parent;
	const struct signature *sig;
	const struct vset *set;
	uint8_t bits = 0;
	char use;
	size_t i, k;

	if ((j->nodes[at].kind != NODE_IDENTIFIER &&
	    j->nodes[at].kind != NODE_ATTRIBUTE) ||
	    j->nodes[at].role != ROLE_LOAD || (parent + 1 == at &&
	    (j->nodes[parent].kind == NODE_CALL ||
	    j->nodes[parent].kind == NODE_ATTRIBUTE)))
		return 0;
	set = eval(j, at);
	for (i = 0; i < set->n; i++) {
		sig = set->v[i]->kind != VALUE_PATH ? NULL :
		    signature_of(names_text(j->names, set->v[i]->name));
		for (k = 0, use = 0; sig != NULL && k < sig->n && use == 0; k++)
			if (!sig->parameters[k].self)
				use = sig->parameters[k].use;
		bits |= bit_of(use);
	}
	return bits;
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
		if (bits & bit_of('d') && is_home(one->text) &&
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
		if (path->v[i]->kind == VALUE_STR && path->v[i]->text.n == 2 &&
		    memcmp(path->v[i]->text.bytes, "..", 2) == 0)
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

void
check_loose(struct judge *j)
{
	const struct loose *one;
	uint8_t bits = j->loose_uses, found;
	uint32_t i;
	size_t k;

	for (i = 0; i < j->tree.n && (j->loose != NULL || bits != 0); i++) {
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
		if (found != 0)
			check_given_home(j, i, found);
	}
	for (one = j->loose; one != NULL && bits != 0; one = one->next)
		for (k = 0; k < sizeof(uses); k++)
			if ((is_home(one->text) ? j->loose_uses : bits) &
			    bit_of(uses[k]))
				check_place(j, uses[k], vset_one(j->arena,
				    one->text), NULL, one->place);
}
