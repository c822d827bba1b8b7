/* Paths and modules, their members, and attributes of any object. */
#include "eval.h"

#include <string.h>

#include "../../supervisor/base/mem.h"
#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "eval_parts.h"

#define LETTERS		"abcdefghijklmnopqrstuvwxyz"
#define CAPITALS	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define MARKS		"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

struct value *
eval_path(struct judge *j, uint32_t path, uint32_t place,
    const struct value *from)
{
	struct value *v = value_new(j->arena, VALUE_PATH, place);

	v->name = path;
	v->from = from;
	switch (path) {
	case KNOWN(getattr): case KNOWN(setattr): case KNOWN(delattr):
	case KNOWN(attrgetter): case KNOWN(methodcaller):
	case KNOWN(getattr_static): case KNOWN(import_):
	case KNOWN(import_module): case KNOWN(exec): case KNOWN(eval):
	case KNOWN(compile): case KNOWN(str_format):
	case KNOWN(str_format_map): case KNOWN(formatter_format):
	case KNOWN(formatter_vformat): case KNOWN(formatter_get_field):
	case KNOWN(vars): case KNOWN(globals): case KNOWN(locals):
	case KNOWN(builtins_name): case KNOWN(object_getattribute):
	case KNOWN(type_getattribute): case KNOWN(object_setattr):
		v->flags |= VALUE_HAS_SENSITIVE;
		break;
	default:
		if (facts_has_keywords(j->facts, path) ||
		    facts_says(j->facts, path, RULES_DIRECT))
			v->flags |= VALUE_HAS_SENSITIVE;
	}
	return v;
}

struct value *
eval_module(struct judge *j, uint32_t name, uint32_t place,
    const struct value *from)
{
	struct value *v = value_new(j->arena, VALUE_MODULE, place);

	v->name = name;
	v->from = from;
	v->flags = VALUE_HAS_MODULE;
	return v;
}

uint32_t
eval_dotted(struct judge *j, uint32_t node)
{
	uint32_t child, name = 0;

	TREE_CHILDREN(j->nodes, node, child)
		name = name == 0 ? j->nodes[child].name :
		    facts_join(j->facts, name, j->nodes[child].name);
	return name;
}

/* Texts that modules hold under a name. */
static const struct vset *
constant_member(struct judge *j, uint32_t full, uint32_t place)
{
	const char *text;

	switch (full) {
	case KNOWN(os_sep):
	case KNOWN(os_path_sep): text = "/"; break;
	case KNOWN(os_curdir):
	case KNOWN(os_extsep): text = "."; break;
	case KNOWN(os_pardir):
	case KNOWN(os_path_pardir): text = ".."; break;
	case KNOWN(os_linesep): text = "\n"; break;
	case KNOWN(ascii_lowercase): text = LETTERS; break;
	case KNOWN(ascii_uppercase): text = CAPITALS; break;
	case KNOWN(ascii_letters): text = LETTERS CAPITALS; break;
	case KNOWN(digits): text = "0123456789"; break;
	case KNOWN(hexdigits): text = "0123456789abcdefABCDEF"; break;
	case KNOWN(punctuation): text = MARKS; break;
	case KNOWN(printable):
		text = "0123456789" LETTERS CAPITALS MARKS " \t\n\r\v\f";
		break;
	default:
		return NULL;
	}
	return value_text(j->arena, VALUE_STR, place, text, strlen(text));
}

/* `module.name` by an import or an attribute. */
const struct vset *
eval_member(struct judge *j, uint32_t module, uint32_t name,
    uint32_t place, const struct value *from)
{
	const struct member m = facts_member(j->facts, module, name);
	bool refused = m.verb != RULES_ALLOW;
	const struct vset *text;
	struct value *v;

	text = refused ? NULL : constant_member(j, m.full, place);
	if (text != NULL)
		return text;
	v = m.is_module ? eval_module(j, m.full, place, from) :
	    eval_path(j, m.full, place, from);
	if (refused)
		v->flags |= VALUE_REFUSED;
	return vset_one(j->arena, v);
}

/* A name that some statement gives to an attribute of any object. */
static const struct vset *
stored_attribute(struct judge *j, uint32_t name)
{
	uint32_t index = scopes_find(&j->scopes, 0, name);

	if (index == 0)
		return &vset_unknown;
	return vset_with_unknown(j->arena, eval_binding(j, index));
}

static const struct vset *
attribute_of(struct judge *j, const struct value *v, uint32_t name,
    uint32_t place)
{
	const struct vset *folded;
	struct value *made;

	/* What is called is the same. An object's is its class's. */
	if (name == KNOWN(dunder_call) && v->name != KNOWN(type) &&
	    (v->kind == VALUE_PATH ||
	    v->kind == VALUE_FUNCTION || v->kind == VALUE_METHOD))
		return vset_one(j->arena, v);
	switch (v->kind) {
	case VALUE_MODULE:
		return eval_member(j, v->name, name, place, v);
	case VALUE_PATH:
	case VALUE_RESULT:
		folded = v->kind == VALUE_RESULT ? fold_path_attribute(j, v,
		    name, place) : NULL;
		if (folded != NULL)
			return folded;
		if (names_length(j->names, v->name) > 200)
			return &vset_unknown;
		made = eval_path(j, facts_join(j->facts, v->name, name),
		    place, v);
		made->flags |= v->flags & VALUE_REFUSED;
		/* Nobody gives bytes or str another fromhex or join. */
		if ((v->kind == VALUE_PATH && facts_is_builtin(j->facts,
		    v->name)))
			return vset_one(j->arena, made);
		return vset_with_unknown(j->arena,
		    eval_join(j, vset_one(j->arena, made),
		    stored_attribute(j, name)));
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_PARTIAL:
	case VALUE_LIST:
	case VALUE_DICT:
		made = value_new(j->arena, VALUE_METHOD, place);
		made->name = name;
		made->from = v;
		made->items.list = arena_alloc(j->arena,
		    sizeof(*made->items.list));
		made->items.list[0] = vset_one(j->arena, v);
		made->items.n = 1;
		made->flags = v->flags;
		return vset_one(j->arena, made);
	default:
		return stored_attribute(j, name);
	}
}

const struct vset *
eval_attribute(struct judge *j, const struct vset *object, uint32_t name,
    uint32_t place)
{
	const struct vset *set = &vset_none;
	size_t i;

	if (object->unknown)
		set = stored_attribute(j, name);
	/* A class that was lost to sight, of the only module that has it. */
	if (name == KNOWN(home) && object->unknown &&
	    names_lookup(j->names, "pathlib", 7) != 0)
		set = eval_join(j, set, vset_one(j->arena, eval_path(j,
		    KNOWN(path_home), place, NULL)));
	for (i = 0; i < object->n; i++)
		set = eval_join(j, set,
		    attribute_of(j, object->v[i], name, place));
	return set;
}
