/*
 * Modules, and callables whose arguments matter, are followed through names,
 * attributes and displays. Where one goes where it cannot be followed any
 * more, that is the finding: nothing is lost silently.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/signatures.h"
#include "../eval/site.h"

/* These look at what they are given, and give nothing of it back. */
static bool
is_harmless(uint32_t name)
{
	switch (name) {
	case KNOWN(print): case KNOWN(str): case KNOWN(repr): case KNOWN(id):
	case KNOWN(type): case KNOWN(bool): case KNOWN(callable):
	case KNOWN(hash): case KNOWN(len): case KNOWN(ascii):
	/* These are followed, see calls.c and fold.c. */
	case KNOWN(hasattr): case KNOWN(list): case KNOWN(tuple):
	case KNOWN(dict):
		return true;
	default:
		return false;
	}
}

/*
 * getattr(module, "name") is followed as module.name, see eval.c; and
 * isinstance(x, Class) asks the class, which is none of the submission's.
 */
static bool
only_asks(uint32_t name, bool first)
{
	return first ? name == KNOWN(getattr) || name == KNOWN(setattr) ||
	    name == KNOWN(delattr) : name == KNOWN(isinstance) ||
	    name == KNOWN(issubclass);
}

/* rcParams.update(rcParamsDefault): rows tell of both by one name. */
static bool
goes_to_own_method(struct judge *j, const struct vset *callees,
    uint32_t argument)
{
	const struct value *v = vset_only(eval(j, argument), VALUE_PATH);
	const struct value *callee = callees->n == 1 ? callees->v[0] : NULL;
	auto_buf struct buf b = BUF_INIT;
	const char *name, *method;

	if (v == NULL || callee == NULL || callee->kind != VALUE_PATH)
		return false;
	name = names_text(j->names, facts_told_as(j->facts, v->name));
	method = names_text(j->names, facts_told_as(j->facts, callee->name));
	buf_addf(&b, "%s(_)", name);
	return strncmp(method, name, strlen(name)) == 0 &&
	    method[strlen(name)] == '.' && rules_find(j->report->rules,
	    RULES_CALL, buf_str(&b)) != NULL;
}

static bool
goes_to_harmless(struct judge *j, uint32_t arguments, uint32_t argument)
{
	uint32_t call = j->nodes[arguments].parent;
	const struct vset *callee;
	size_t i;

	if (j->nodes[call].kind != NODE_CALL)
		return false;
	callee = eval(j, call + 1);
	if (goes_to_own_method(j, callee, argument))
		return true;
	if (callee->unknown || callee->n == 0)
		return false;
	for (i = 0; i < callee->n; i++)
		if (callee->v[i]->kind != VALUE_PATH ||
		    (!is_harmless(callee->v[i]->name) &&
		    !only_asks(callee->v[i]->name,
		    argument == arguments + 1)))
			return false;
	return true;
}

/*
 * Names keep what they are given. What lies in attributes can be read by
 * patterns, by attrgetter, by dataclasses and enumerations as well; so can
 * what a class body binds.
 */
static bool
target_is_followed(const struct judge *j, uint32_t target)
{
	uint32_t i, scope = j->nodes[target].scope;

	if (j->scopes.list[scope].kind == SCOPE_CLASS)
		return false;
	for (i = target; i < j->nodes[target].skip; i++)
		if (j->nodes[i].kind == NODE_SUBSCRIPT ||
		    j->nodes[i].kind == NODE_ATTRIBUTE)
			return false;
	return true;
}

static bool
is_word(const struct judge *j, uint32_t at, const char *word)
{
	return at + strlen(word) <= j->source.n && memcmp(j->source.bytes + at,
	    word, strlen(word)) == 0;
}

/*
 * `is` asks nobody; == calls methods of the other side, and so does `in`, of
 * what stands behind it.
 */
static bool
compares_identity(const struct judge *j, uint32_t node, uint32_t at)
{
	uint32_t child, from, i;

	from = j->nodes[node + 1].end;
	for (child = j->nodes[node + 1].skip; child < j->nodes[node].skip;
	    child = j->nodes[child].skip) {
		for (i = from; i + 1 < j->nodes[child].start &&
		    j->source.bytes[i] == ' '; i++)
			;
		if (child == at && (is_word(j, i, "in ") ||
		    is_word(j, i, "not in ")))
			return true;
		if (!is_word(j, i, "is"))
			return false;
		from = j->nodes[child].end;
	}
	return true;
}

/* Does anything here look at annotations and defaults? */
static bool
looks_at_signatures(const struct judge *j)
{
	static const char words[][16] = { "annotation", "signature",
	    "fields", "type_hints", "argspec", "Annotated", "vars",
	    "__dict__" };
	size_t i;

	/* A name past ASCII may come to be one of them. */
	if (!j->source.ascii)
		return true;
	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (memmem(j->source.bytes, j->source.n, words[i],
		    strlen(words[i])) != NULL)
			return true;
	return false;
}

/* `-> Pipeline`: only what rows of the table look at is kept from there. */
static bool
is_plain_annotation(struct judge *j, uint32_t at)
{
	const struct value *v = vset_only(eval(j, at), VALUE_PATH);

	return v != NULL && j->nodes[at].kind == NODE_IDENTIFIER &&
	    strchr(names_text(j->names, v->name), '.') != NULL &&
	    !facts_has_keywords(j->facts, v->name) &&
	    facts_call(j->facts, v->name) == NULL;
}

/* A call of list, tuple or dict. */
static bool
is_container(struct judge *j, uint32_t call)
{
	uint32_t called = site_called(j, call);

	return called == KNOWN(list) || called == KNOWN(tuple) ||
	    called == KNOWN(dict);
}

static bool
holds_container(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);
	size_t i;

	for (i = 0; i < set->n; i++)
		if ((set->v[i]->kind == VALUE_LIST ||
		    set->v[i]->kind == VALUE_DICT) && set->v[i]->flags &
		    (VALUE_HAS_MODULE | VALUE_HAS_SENSITIVE))
			return true;
	return false;
}

/* probplot(x, plot=plt): scipy asks it to plot, and nothing else. */
static bool
draws_with(struct judge *j, uint32_t keyword, uint32_t at)
{
	uint32_t call = j->nodes[j->nodes[keyword].parent].parent;
	const struct rules_parameter *p;
	const struct value *v = vset_only(eval(j, at), VALUE_MODULE);
	struct rules_model m;

	if (v == NULL || !facts_says(j->facts, v->name, RULES_LENT) ||
	    at != keyword + 2 || !model_of(j, names_text(j->names, site_called(
	    j, call)), &m))
		return false;
	p = model_takes(j, &m, keyword);
	return p != NULL && p->use == RULES_USE_MODULE;
}

bool
escapes(struct judge *j, uint32_t at)
{
	const struct node *nodes = j->nodes;
	bool inside = false;	/* of a display */
	uint32_t parent, name = at;

	for (;; at = parent) {
		parent = nodes[at].parent;
		switch (nodes[parent].kind) {
		case NODE_ATTRIBUTE:
			/* A method of a list may hand its elements on. */
			if (at != parent + 1)
				return false;
			if (nodes[nodes[parent].parent].kind != NODE_CALL ||
			    nodes[tree_last(nodes, parent)].name !=
			    names_lookup(j->names, "get", 3))
				return inside || holds_container(j, at);
			/* {"k": f}.get("k") is f. */
			if (!inside && !holds_container(j, at))
				return false;
			parent = nodes[parent].parent;
			inside = false;
			continue;
		case NODE_DOTTED_NAME:	/* case ast.Name(): not the module */
			return nodes[at].skip == nodes[parent].skip ||
			    eval(j, parent)->flags & VALUE_HAS_MODULE;
		case NODE_CALL:
			return at != parent + 1;
		case NODE_RETURN:
			return nodes[name].kind != NODE_IDENTIFIER ||
			    !own_returns_in_sight(j, name);
		case NODE_KEYWORD_ARGUMENT:
			if (draws_with(j, parent, at))
				return false;
			if (nodes[nodes[parent].parent].kind !=
			    NODE_ARGUMENTS)
				return true;
			at = parent;
			parent = nodes[parent].parent;
			/* fall through */
		case NODE_ARGUMENTS:
			if (!goes_to_harmless(j, parent, at))
				return true;
			/* dict(k=f) holds it, as a display does. */
			parent = nodes[parent].parent;
			if (!is_container(j, parent))
				return false;
			inside = true;
			continue;
		case NODE_LIST:
		case NODE_TUPLE:
		case NODE_SET:
		case NODE_EXPRESSION_LIST:
		case NODE_PAIR:
		case NODE_DICTIONARY:
		case NODE_LIST_SPLAT:
		case NODE_DICTIONARY_SPLAT:
		case NODE_LIST_COMPREHENSION:
		case NODE_SET_COMPREHENSION:
		case NODE_GENERATOR:
			inside = true;
			continue;
		case NODE_DICTIONARY_COMPREHENSION:
			return true;
		case NODE_PARENTHESIZED:
		case NODE_BOOLEAN:
		case NODE_NAMED_EXPRESSION:
			continue;
		case NODE_CONDITIONAL:
			if (nodes[parent + 1].skip == at)
				return false;	/* the condition */
			continue;
		case NODE_SUBSCRIPT:
			if (at != parent + 1)
				return true;	/* __getitem__ gets it */
			inside = false;
			continue;
		case NODE_BINARY:
			/* An operand may be asked what to do with it. */
			if (!inside && !holds_container(j, at))
				return true;
			inside = true;
			continue;
		case NODE_COMPARISON:
			return !compares_identity(j, parent, inside ? 0 : at);
		case NODE_TYPE:
			return looks_at_signatures(j) &&
			    !is_plain_annotation(j, at);
		case NODE_DEFAULT_PARAMETER:
		case NODE_TYPED_DEFAULT_PARAMETER:
			return looks_at_signatures(j);
		case NODE_ASSIGNMENT:
			if (at == parent + 1 ||
			    nodes[at].kind == NODE_TYPE)
				return false;
			if (!target_is_followed(j, parent + 1))
				return true;
			if (nodes[nodes[parent].parent].kind !=
			    NODE_ASSIGNMENT)
				return false;
			continue;
		case NODE_AUGMENTED:
			return nodes[parent + 1].kind != NODE_IDENTIFIER ||
			    !inside;
		case NODE_FOR:
		case NODE_FOR_IN_CLAUSE:
			return !target_is_followed(j, parent + 1);
		case NODE_EXPRESSION_STATEMENT:
		case NODE_IF:
		case NODE_ELIF:
		case NODE_WHILE:
		case NODE_IF_CLAUSE:
		case NODE_ASSERT:
		case NODE_NOT:
		case NODE_DELETE:
		case NODE_WITH_ITEM:
		case NODE_AS_PATTERN:
		case NODE_INTERPOLATION:
		case NODE_EXCEPT:
		case NODE_RAISE:
			return false;
		default:
			return true;
		}
	}
}
