/*
 * Names of attributes that are not known as values but bounded all the same:
 * a guard in front (`if name in ("a", "b")`), a class's own tuple of names,
 * the fields of a dataclass, a descriptor's own name behind an underscore.
 *
 * Whatever could make such a name another one is looked for in the whole
 * submission; if anything is found, nothing is bounded. What is asked while
 * it is being answered is taken for granted: at run time, one of these claims
 * would have to be the first to break, and none can be while the others hold.
 */
#include "own.h"

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../values/eval_parts.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "../values/eval.h"
#include "own_records.h"

#define STEPS_MAX	4000000	/* of all questions together */

/* Is an attribute reached by a name, being found out. */
struct question {
	uint32_t	 target;
	enum reach	 how;
	struct question	*before;
};

/* Once over the source: not as often as an input may ask for it. */
bool
own_may_look(struct judge *j)
{
	j->own_steps += j->tree.n;
	return j->own_steps < STEPS_MAX;
}

static uint32_t
name_of(struct judge *j, const char *text)
{
	return names_intern(j->names, text, strlen(text));
}

/* All of them texts: the possibilities, else NULL. */
static const struct vset *
only_texts(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR)
			return NULL;
	return set->n > 0 && !set->unknown ? set : NULL;
}

/* The texts in known lists, tuples, or dicts (their keys); else NULL. */
static const struct vset *
texts_in(struct judge *j, const struct vset *set, bool *ret_fixed)
{
	const struct vset *all = &vset_none;
	size_t i, k;

	if (set->unknown || set->n == 0)
		return NULL;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if ((v->kind != VALUE_LIST && v->kind != VALUE_DICT) ||
		    v->flags & VALUE_OPEN)
			return NULL;
		if (!(v->flags & VALUE_FIXED))
			*ret_fixed = false;
		for (k = 0; k < v->items.n; k += v->kind == VALUE_DICT ? 2 : 1)
			all = vset_join(j->arena, all, v->items.list[k]);
	}
	return only_texts(all);
}

/* The text itself or, of a container, the texts in it; else NULL. */
const struct vset *
own_texts(struct judge *j, const struct vset *set, bool elements,
    bool *ret_fixed)
{
	return elements ? texts_in(j, set, ret_fixed) : only_texts(set);
}

static bool
classes_are_own(struct judge *j)
{
	uint32_t i;

	for (i = 0; i < j->tree.n; i++)
		if (j->nodes[i].kind == NODE_CLASS && !own_class(j, i))
			return false;
	return true;
}

/* Nothing makes attributes that the source does not show. */
bool
own_texts_are_plain(struct judge *j)
{
	if (!own_may_look(j))
		return false;
	if (j->own_texts == ANSWER_UNASKED)
		j->own_texts = classes_are_own(j) ? ANSWER_YES : ANSWER_NO;
	return j->own_texts == ANSWER_YES;
}

/* Is the attribute used so that nobody can change the list it holds? */
static bool
is_only_read(struct judge *j, uint32_t attribute)
{
	uint32_t parent = j->nodes[attribute].parent;

	switch (j->nodes[parent].kind) {
	case NODE_FOR:
	case NODE_FOR_IN_CLAUSE:
		return attribute != parent + 1;
	case NODE_COMPARISON:
		return eval_operand_is_kept(j, attribute, true);
	default:
		return false;
	}
}

/* Nothing but plain statements of classes and methods gives it its value. */
static bool
is_only_seen(struct judge *j, uint32_t name, bool fixed)
{
	uint32_t i, parent;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		parent = j->nodes[i].parent;
		switch (j->nodes[parent].kind) {
		case NODE_ASSIGNMENT:
			if (tree_first(j->nodes, parent, NODE_TYPE) != 0)
				return false;
			break;
		case NODE_ATTRIBUTE:
			if (i == parent + 1)
				break;
			if (!fixed && j->nodes[parent].role == ROLE_LOAD &&
			    !is_only_read(j, parent))
				return false;
			if (j->nodes[j->nodes[parent].parent].kind ==
			    NODE_ASSIGNMENT && tree_first(j->nodes,
			    j->nodes[parent].parent, NODE_TYPE) != 0)
				return false;
			continue;
		}
		if (!fixed && j->nodes[i].role == ROLE_LOAD)
			return false;
	}
	return true;
}

/*
 * Attributes that exceptions bring along, of any value; and names that are
 * others behind the class's own: self.__x is self._Class__x.
 */
static bool
has_other_sources(const struct judge *j, uint32_t name)
{
	static const char brought[][24] = { "args", "name", "path", "value",
	    "code", "msg", "obj", "object", "filename", "filename2", "errno",
	    "strerror", "reason", "exceptions", "encoding", "message", "text",
	    "lineno", "offset", "end_lineno", "end_offset", "start", "end",
	    "print_file_and_line", "name_from", "characters_written" };
	const char *s = names_text(j->names, name);
	size_t n = names_length(j->names, name);

	if (IS_ONE_OF(s, brought))
		return true;
	return n > 2 && s[0] == '_' && s[1] == '_' && (s[n - 1] != '_' ||
	    s[n - 2] != '_');
}

bool
own_is_augmented(struct judge *j, uint32_t name)
{
	uint32_t i, at;

	for (i = own_first_of(j, name); i != 0; i = j->own_next[i]) {
		at = j->nodes[i].parent;
		if (j->nodes[at].kind == NODE_ATTRIBUTE && i != at + 1 &&
		    j->nodes[j->nodes[at].parent].kind == NODE_AUGMENTED &&
		    at == j->nodes[at].parent + 1)
			return true;
	}
	return false;
}

/* Is this `self` of an own class, or such a class by its name? */
static bool
is_own_or_class(struct judge *j, uint32_t at)
{
	const struct value *v;

	if (own_self(j, at) != 0 || own_kept_self(j, at))
		return true;
	v = vset_only(eval(j, at), VALUE_CLASS);
	return v != NULL && own_class(j, v->node);
}

/*
 * self.fields, Reader.fields, where classes say what fields are: the list or,
 * with `elements`, the texts in it.
 */
const struct vset *
own_class_constant(struct judge *j, uint32_t source, bool elements)
{
	uint32_t name, index;
	const struct vset *set, *all;
	bool fixed = true;

	if (j->nodes[source].kind != NODE_ATTRIBUTE)
		return NULL;
	name = j->nodes[tree_last(j->nodes, source)].name;
	index = scopes_find(&j->scopes, 0, name);
	if (index == 0 || has_other_sources(j, name) || !own_texts_are_plain(j) ||
	    !is_own_or_class(j, source + 1))
		return NULL;
	all = eval_binding(j, index);
	set = own_texts(j, all, elements, &fixed);
	if (set == NULL && !elements) {
		set = texts_in(j, all, &fixed);
		set = set == NULL ? NULL : all;
	}
	/* Where it was deleted, or never set, __getattr__ is asked. */
	return set != NULL && is_only_seen(j, name, fixed) &&
	    own_first_named(j, "__getattr__") == 0 &&
	    !own_is_augmented(j, name) && !own_reached_by_name(j, name, REACH_CHANGES) ? set : NULL;
}

const struct vset *
own_bounded_name(struct judge *j, uint32_t name)
{
	const struct vset *set = own_bounds(j, name), *all = &vset_none;
	size_t i;

	if (set == NULL)
		return NULL;
	/* What is no text names no attribute: TypeError. */
	for (i = 0; i < set->n; i++)
		switch (set->v[i]->kind) {
		case VALUE_STR:
		case VALUE_PARTIAL:
			all = vset_join(j->arena, all, vset_one(j->arena,
			    set->v[i]));
			break;
		case VALUE_NONE:
		case VALUE_INT:
		case VALUE_LIST:
		case VALUE_DICT:
			break;
		default:
			return NULL;
		}
	return all->n > 0 && !all->unknown ? all : NULL;
}

/* Texts, or texts that begin in a known way: "visit_" + kind. */
static bool
only_beginnings(const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind != VALUE_STR &&
		    set->v[i]->kind != VALUE_PARTIAL)
			return false;
	return set->n > 0 && !set->unknown;
}

bool
own_may_be_name(struct judge *j, const struct value *v, uint32_t name)
{
	const char *s = v->text.bytes, *gap, *text = names_text(j->names,
	    name);
	size_t known = v->text.n, n = names_length(j->names, name);
	size_t before, behind;

	if (v->kind != VALUE_STR && v->kind != VALUE_PARTIAL)
		return false;
	if (v->kind == VALUE_STR)
		return known == n && memcmp(s, text, n) == 0;
	/* What is known before the first gap, and behind the last. */
	gap = memchr(s, FOLD_GAP, known);
	before = gap == NULL ? 0 : (size_t)(gap - s);
	gap = memrchr(s, FOLD_GAP, known);
	behind = gap == NULL ? 0 : known - 1 - (size_t)(gap - s);
	return n >= before + behind && memcmp(s, text, before) == 0 &&
	    memcmp(s + known - behind, text + n - behind, behind) == 0;
}

/* May this name, of getattr or the like, be `target`? */
static bool
may_be(struct judge *j, uint32_t argument, uint32_t target)
{
	const struct vset *set = eval(j, argument);
	const char *text = names_text(j->names, target);
	size_t i;

	if (only_texts(set) == NULL) {
		const struct vset *found;

		if (own_owes(j, argument, target))
			return false;
		found = own_bounded_name(j, argument);
		set = found != NULL || !only_beginnings(set) ? found : set;
	}
	/* By `self._x` no "_x" is meant: own_private_name() saw to that. */
	if (set == NULL)
		return !own_private_name(j, argument) || (text[0] == '_' &&
		    j->nodes[tree_last(j->nodes, argument)].name != target);
	for (i = 0; i < set->n; i++)
		if (own_may_be_name(j, set->v[i], target))
			return true;
	return false;
}

/* What a look at an attribute by its name may begin with. */
static bool
may_reach(const struct node *node)
{
	if (node->kind != NODE_IDENTIFIER)
		return false;
	switch (node->name) {
	case KNOWN(getattr):
	case KNOWN(getattr_name):
	case KNOWN(attrgetter_name):
	case KNOWN(methodcaller_name):
	case KNOWN(fget):
	case KNOWN(setattr):
	case KNOWN(setattr_name):
	case KNOWN(dunder_dict):
	case KNOWN(vars):
	case KNOWN(locals):
	case KNOWN(globals):
	case KNOWN(type):
	case KNOWN(getmembers_name):
		return true;
	default:
		return false;
	}
}

static void
list_reach(struct judge *j)
{
	uint32_t i, n = 0;

	for (i = 0; i < j->tree.n; i++)
		n += may_reach(&j->nodes[i]);
	j->own_reach = arena_alloc(j->arena, (n + 1) * sizeof(*j->own_reach));
	for (i = 0; i < j->tree.n; i++)
		if (may_reach(&j->nodes[i]))
			j->own_reach[j->own_nreach++] = i;
}

bool
own_only_shown(struct judge *j, uint32_t name)
{
	uint32_t parent = j->nodes[name].parent;

	if (j->nodes[name].name == KNOWN(dunder_dict) ?
	    j->nodes[parent].kind != NODE_ATTRIBUTE || name == parent + 1 ||
	    j->nodes[parent].role != ROLE_LOAD :
	    j->nodes[name].name != KNOWN(vars) || own_arguments_of(j,
	    name) == 0 || tree_count(j->nodes, own_arguments_of(j, name)) != 1)
		return false;
	return eval_only_looks(j, parent) || own_is_shown(j, parent) ||
	    own_view_is_shown(j, parent);
}

/* The n-th parameter of a method of this name; returns that method, or 0. */
static uint32_t
parameter_of(struct judge *j, uint32_t at, uint32_t n, const char *method)
{
	const struct def *d = judge_only_def(j, at);

	return d == NULL || d->kind != DEF_PARAMETER || d->index != n ||
	    d->expr != 0 || j->nodes[d->owner].kind != NODE_FUNCTION ||
	    j->scopes.list[j->nodes[d->owner].scope].kind != SCOPE_CLASS ||
	    j->nodes[tree_first(j->nodes, d->owner, NODE_IDENTIFIER)].name !=
	    name_of(j, method) ? 0 : d->owner;
}

/* The n-th parameter of the method around it, as it was given. */
static bool
is_given_to_hook(struct judge *j, uint32_t at, uint32_t n)
{
	return parameter_of(j, at, n, "__setattr__") != 0;
}

/*
 * An own __setattr__ by itself reaches nothing; what its body calls is looked
 * at: object.__setattr__(self, "x", y), or that with the name and the value
 * which the assignment has. super().__setattr__(name, value) has no object.
 */
static bool
hook_may_reach(struct judge *j, uint32_t i, uint32_t target)
{
	uint32_t attribute = j->nodes[i].parent, call, list, name;
	const struct value *v;
	bool bound;

	if (j->nodes[attribute].kind == NODE_FUNCTION)
		return false;
	call = j->nodes[attribute].parent;
	list = tree_last(j->nodes, call);
	if (j->nodes[attribute].kind != NODE_ATTRIBUTE || i == attribute + 1 ||
	    j->nodes[call].kind != NODE_CALL || attribute != call + 1 ||
	    j->nodes[list].kind != NODE_ARGUMENTS)
		return true;
	bound = j->nodes[attribute + 1].kind == NODE_CALL;
	v = vset_only(eval(j, bound ? attribute + 2 : attribute), VALUE_PATH);
	if (v == NULL || v->name != (bound ? KNOWN(super_name) :
	    KNOWN(object_setattr)) || tree_count(j->nodes, list) !=
	    (bound ? 2u : 3u))
		return true;
	TREE_CHILDREN(j->nodes, list, name)
		if (tree_is_splat(j->nodes, name) ||
		    j->nodes[name].kind == NODE_KEYWORD_ARGUMENT)
			return true;
	name = bound ? list + 1 : j->nodes[list + 1].skip;
	return !(is_given_to_hook(j, name, 1) && is_given_to_hook(j,
	    j->nodes[name].skip, 2)) && may_be(j, name, target);
}

/* type("Name", (Own,), {"target": value}); what is not so is refused. */
static bool
builds_with(struct judge *j, uint32_t type, uint32_t target)
{
	uint32_t list = own_arguments_of(j, type), dict, pair;
	const struct value *v;

	dict = list == 0 || tree_count(j->nodes, list) != 3 ? 0 :
	    tree_last(j->nodes, list);
	if (dict == 0 || j->nodes[dict].kind != NODE_DICTIONARY)
		return false;
	TREE_CHILDREN(j->nodes, dict, pair) {
		v = j->nodes[pair].kind != NODE_PAIR ? NULL :
		    vset_only(eval(j, pair + 1), VALUE_STR);
		if (v != NULL && own_may_be_name(j, v, target))
			return true;
	}
	return false;
}

static bool
find_reach(struct judge *j, uint32_t target, enum reach how)
{
	uint32_t i, k, parent, list, argument;

	if (j->own_reach == NULL)
		list_reach(j);
	for (k = 0; k < j->own_nreach; k++) {
		i = j->own_reach[k];
		parent = j->nodes[i].parent;
		switch (j->nodes[i].name) {
		case KNOWN(getattr_name):
		case KNOWN(attrgetter_name):
		case KNOWN(methodcaller_name):
		case KNOWN(fget):
			if (how == REACH_WRITES)
				continue;
			return true;
		case KNOWN(setattr_name):
			if (how == REACH_READS || how == REACH_UNBOUND ||
			    !hook_may_reach(j, i, target))
				continue;
			return true;
		case KNOWN(dunder_dict):
		case KNOWN(vars):
		case KNOWN(locals):
		case KNOWN(globals):
			if (how == REACH_UNBOUND && own_view_of_class(j, i))
				return true;
			if (how == REACH_CHANGES || (how == REACH_WRITES &&
			    !own_only_shown(j, i)))
				return true;
			continue;
		case KNOWN(getmembers_name):
			/* Methods of one object: own_members(). */
			if (how == REACH_READS || how == REACH_CHANGES)
				return true;
			continue;
		case KNOWN(type):
			if ((how == REACH_WRITES || how == REACH_CHANGES) &&
			    builds_with(j, i, target))
				return true;
			continue;
		case KNOWN(setattr):
			if (how == REACH_READS || how == REACH_UNBOUND)
				continue;
			break;
		case KNOWN(getattr):
			/* self.__dict__, self.__setattr__ */
			if (how == REACH_WRITES && own_step_is_taken(j, i))
				return true;
			if (how == REACH_WRITES)
				continue;
			break;
		default:
			continue;
		}
		list = tree_last(j->nodes, parent);
		argument = list + 1 < j->nodes[list].skip ?
		    j->nodes[list + 1].skip : 0;
		if (j->nodes[parent].kind != NODE_CALL || i != parent + 1 ||
		    j->nodes[list].kind != NODE_ARGUMENTS || argument == 0 ||
		    argument >= j->nodes[list].skip ||
		    tree_is_splat(j->nodes, list + 1) ||
		    (may_be(j, argument, target) && (how != REACH_UNBOUND ||
		    own_self(j, list + 1) == 0)))
			return true;
	}
	return false;
}

bool
own_reached_by_name(struct judge *j, uint32_t target, enum reach how)
{
	struct question asked = { target, how, j->own_questions }, *q;
	uint32_t first = own_first_of(j, target);
	bool reached, kept;

	/* What is asked by itself takes nothing for granted. */
	kept = how == REACH_UNBOUND && j->own_questions == NULL &&
	    j->own_asked == NULL && first != 0;
	if (kept && j->own_unbound == NULL)
		j->own_unbound = arena_alloc(j->arena, j->tree.n *
		    sizeof(*j->own_unbound));
	if (kept && j->own_unbound[first] != ANSWER_UNASKED)
		return j->own_unbound[first] == ANSWER_YES;
	for (q = j->own_questions; q != NULL; q = q->before)
		if (q->target == target && q->how == how)
			return false;
	if (!own_may_look(j))
		return true;
	j->own_questions = &asked;
	reached = find_reach(j, target, how);
	j->own_questions = asked.before;
	if (kept)
		j->own_unbound[first] = reached ? ANSWER_YES : ANSWER_NO;
	return reached;
}

/* "_", or "_kept_": with a name behind it, no internal of the interpreter. */
static bool
is_private_beginning(const char *s, size_t n)
{
	size_t i;

	if (n == 0 || s[0] != '_' || (n > 1 && (s[1] < 'a' || s[1] > 'z' ||
	    s[n - 1] != '_')))
		return false;
	for (i = 1; i < n; i++)
		if (s[i] != '_' && (s[i] < 'a' || s[i] > 'z'))
			return false;
	return true;
}

/* "_" + name, f"_{name}": of the name that a class gave to a descriptor. */
static bool
is_private_form(struct judge *j, uint32_t at)
{
	const char *s;
	uint32_t right;
	size_t n;

	s = judge_text(j, at, &n);
	if (j->nodes[at].kind == NODE_BINARY) {
		const struct value *v = vset_only(eval(j, at + 1), VALUE_STR);

		right = tree_last(j->nodes, at);
		return v != NULL && is_private_beginning(v->text.bytes,
		    v->text.n) && memchr(s, '+', n) != NULL &&
		    parameter_of(j, right, 2, "__set_name__") != 0;
	}
	if (j->nodes[at].kind != NODE_STRING)
		return false;
	right = tree_first(j->nodes, at, NODE_INTERPOLATION);
	return right != 0 && n > 5 && s[0] == 'f' && s[n - 2] == '}' &&
	    is_private_beginning(s + 2, j->nodes[right].start -
	    j->nodes[at].start - 2) &&
	    j->nodes[right + 1].skip == j->nodes[right].skip &&
	    j->nodes[right].end == j->nodes[at].end - 1 &&
	    parameter_of(j, right + 1, 2, "__set_name__") != 0;
}

/* Names that Python hands out in classes, and nothing calls otherwise. */
static bool
names_are_given_by_classes(struct judge *j)
{
	uint32_t i, parent, given = name_of(j, "__set_name__");

	for (i = 0; i < j->tree.n; i++) {
		const char *s = names_text(j->names, j->nodes[i].name);
		size_t n = names_length(j->names, j->nodes[i].name);

		if (j->nodes[i].kind != NODE_IDENTIFIER)
			continue;
		/* "_" before it would make it one of the interpreter's. */
		if (n > 3 && s[0] == '_' && s[1] != '_' && s[n - 1] == '_' &&
		    s[n - 2] == '_')
			return false;
		parent = j->nodes[i].parent;
		if (j->nodes[i].name == given &&
		    j->nodes[parent].kind != NODE_FUNCTION)
			return false;
		switch (j->nodes[i].name) {
		case KNOWN(vars): case KNOWN(dunder_dict):
			if (own_only_shown(j, i))
				break;
			return false;
		case KNOWN(locals): case KNOWN(globals):
		case KNOWN(setattr_name): case KNOWN(getattr_name):
		case KNOWN(attrgetter_name): case KNOWN(methodcaller_name):
			return false;
		}
	}
	return own_texts_are_plain(j);
}

/* Is it a class of descriptors, or one above or below such? */
static bool
is_of_descriptors(struct judge *j, uint32_t class)
{
	uint32_t i, other;

	for (i = own_first_named(j, "__set_name__"); i != 0;
	    i = j->own_next[i]) {
		other = j->nodes[j->nodes[j->nodes[i].parent].parent].parent;
		if (j->nodes[other].kind != NODE_CLASS || other == class ||
		    record_descends(j, other, class) ||
		    record_descends(j, class, other))
			return true;
	}
	return false;
}

/* Can setattr write this attribute of a descriptor? */
static bool
find_renames(struct judge *j, uint32_t name)
{
	uint32_t i, k, list, class;

	if (!own_reached_by_name(j, name, REACH_WRITES))
		return false;
	for (k = 0; k < j->own_nreach; k++)
		switch (j->nodes[j->own_reach[k]].name) {
		case KNOWN(dunder_dict):
		case KNOWN(vars):
			if (!own_only_shown(j, j->own_reach[k]))
				return true;
			break;
		case KNOWN(setattr_name):
			if (hook_may_reach(j, j->own_reach[k], name))
				return true;
			break;
		case KNOWN(type):
			if (builds_with(j, j->own_reach[k], name))
				return true;
			break;
		case KNOWN(locals):
		case KNOWN(globals):
			return true;
		}
	for (i = own_first_of(j, KNOWN(setattr)); i != 0;
	    i = j->own_next[i]) {
		list = own_arguments_of(j, i);
		if (list == 0 || tree_count(j->nodes, list) != 3 ||
		    tree_is_splat(j->nodes, list + 1))
			return true;
		if (!may_be(j, j->nodes[list + 1].skip, name))
			continue;
		class = own_class_of_made(j, list + 1);
		if (class == 0 || is_of_descriptors(j, class))
			return true;
	}
	return false;
}

/* Of a question that is being answered, the answer is taken for granted. */
static bool
is_renamed(struct judge *j, uint32_t name)
{
	struct question asked = { name, REACH_RENAMES, j->own_questions }, *q;
	bool renamed;

	for (q = j->own_questions; q != NULL; q = q->before)
		if (q->target == name && q->how == REACH_RENAMES)
			return false;
	j->own_questions = &asked;
	renamed = find_renames(j, name);
	j->own_questions = asked.before;
	return renamed;
}

bool
own_private_name(struct judge *j, uint32_t name)
{
	uint32_t last = tree_last(j->nodes, name), index, def, i, scope;
	const char *s = names_text(j->names, j->nodes[last].name);
	bool hidden = s[0] == '_';

	if (j->nodes[name].kind != NODE_ATTRIBUTE || !own_may_look(j) ||
	    (s[0] == '_' && s[1] == '_'))
		return false;
	index = scopes_find(&j->scopes, 0, j->nodes[last].name);
	if (index == 0 || !names_are_given_by_classes(j) ||
	    own_is_augmented(j, j->nodes[last].name))
		return false;
	for (def = j->scopes.bindings[index].first; def != 0;
	    def = j->scopes.defs[def].next)
		if (j->scopes.defs[def].kind != DEF_VALUE || judge_assigned(j,
		    &j->scopes.defs[def]) == 0 || !is_private_form(j,
		    judge_assigned(j, &j->scopes.defs[def])))
			return false;
	/* A descriptor of that name in a class would write this one. */
	index = hidden ? name_of(j, s + 1) : 0;
	for (i = 0; hidden && i < j->tree.n; i++) {
		scope = j->nodes[i].scope;
		if (j->nodes[i].kind == NODE_IDENTIFIER && scope != 0 &&
		    j->nodes[i].name == index &&
		    j->scopes.list[scope].kind == SCOPE_CLASS)
			return false;
	}
	return !is_renamed(j, j->nodes[last].name);
}

/* What a descriptor is asked for: an object of a class that holds it. */
bool
own_described(struct judge *j, uint32_t object)
{
	return parameter_of(j, object, 1, "__get__") != 0 ||
	    parameter_of(j, object, 1, "__set__") != 0;
}

/*
 * `self.builtins` of a class that keeps a table of its own by that name: every
 * value it is ever given stands in the submission, and is no module.
 */
bool
own_plain_field(struct judge *j, uint32_t at)
{
	uint32_t name = j->nodes[tree_last(j->nodes, at)].name, def, index;
	const struct def *d;
	const struct value *only;
	const struct vset *set;
	size_t i;

	if (j->nodes[at].kind != NODE_ATTRIBUTE || names_text(j->names,
	    name)[0] == '_')
		return false;
	index = scopes_find(&j->scopes, 0, name);
	if (index == 0)
		return false;
	for (def = j->scopes.bindings[index].first; def != 0; def = d->next) {
		d = &j->scopes.defs[def];
		if (d->kind != DEF_VALUE || d->steps != NULL)
			return false;
		set = eval(j, d->expr);
		if (set->n == 0 || set->unknown ||
		    set->flags & (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE))
			return false;
		for (i = 0; i < set->n; i++)
			if (set->v[i]->kind != VALUE_DICT &&
			    set->v[i]->kind != VALUE_LIST &&
			    set->v[i]->kind != VALUE_STR &&
			    set->v[i]->kind != VALUE_NONE &&
			    set->v[i]->kind != VALUE_INT)
				return false;
	}
	if (own_self(j, at + 1) != 0)
		return true;
	only = vset_only(eval(j, at + 1), VALUE_OBJECT);
	return only != NULL && own_class(j, only->node);
}
