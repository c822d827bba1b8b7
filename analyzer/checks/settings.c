/*
 * Settings by which a library reads files, runs programs or imports modules:
 * `usetex=True`, `input="filename"`, `backend="x"`, rcParams[...].
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"
#include "../eval/site.h"
#include "check_parts.h"

bool
is_switched_off(const struct judge *j, uint32_t at)
{
	return j->nodes[at].kind == NODE_FALSE || j->nodes[at].kind ==
	    NODE_NONE;
}

/* "input", "vectorizer__input" */
static bool
ends_in(const char *s, size_t n, const char *name)
{
	size_t len = strlen(name);

	return n >= len && memcmp(s + n - len, name, len) == 0 && (n == len ||
	    (n > len + 2 && memcmp(s + n - len - 2, "__", 2) == 0));
}

/* "filename", alone or in a list of what is tried. */
static bool
says_filename(struct judge *j, const struct vset *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		if (set->v[i]->kind == VALUE_LIST ?
		    says_filename(j, value_any(j->arena, set->v[i])) :
		    set->v[i]->kind == VALUE_STR && value_is_text(set->v[i],
		    "filename"))
			return true;
	return false;
}

/* Is this module imported, or one of it? */
static bool
imports_below(const struct judge *j, const char *module)
{
	const struct strings *imports = &j->report->imports;
	size_t i;

	for (i = 0; i < imports->n; i++)
		if (strncmp(imports->list[i], module, strlen(module)) == 0)
			return true;
	return false;
}

static const char sklearn[] = "sklearn.";

/* Pipeline(...), x.set_params(...) */
static bool
takes_memory(struct judge *j, uint32_t call)
{
	return j->nodes[call].kind == NODE_CALL && (strncmp(site_callee(j,
	    call), sklearn, sizeof(sklearn) - 1) == 0 || strcmp(site_method(j, call), "set_params") == 0);
}

/* Pipeline(..., memory="cache"), set_params(tree__memory=x), x.memory = y */
static bool
keeps_pickles(struct judge *j, uint32_t keyword, uint32_t value)
{
	const struct vset *set = eval(j, value);
	const struct value *v;

	if (is_switched_off(j, value) || vset_only(set, VALUE_NONE) != NULL)
		return false;
	switch (j->nodes[keyword].kind) {
	case NODE_KEYWORD_ARGUMENT:
		return takes_memory(j, j->nodes[j->nodes[keyword].parent]
		    .parent);
	case NODE_ATTRIBUTE:
		set = eval(j, keyword + 1);
		v = set->n == 0 ? NULL : set->v[0];
		return v != NULL && v->kind == VALUE_RESULT && strncmp(
		    names_text(j->names, v->name), sklearn,
		    sizeof(sklearn) - 1) == 0;
	default:
		return imports_below(j, "sklearn");
	}
}

/* Judged as the text of the setting, or with its value. */
void
check_setting(struct judge *j, uint32_t keyword, uint32_t name, uint32_t value)
{
	const char *text;

	switch (name) {
	case KNOWN(usetex):
		text = is_switched_off(j, value) ? NULL : "usetex";
		break;
	case KNOWN(fromfile_prefix_chars):
		text = is_switched_off(j, value) ? NULL :
		    "fromfile_prefix_chars";
		break;
	case KNOWN(convert_path):
	case KNOWN(ffmpeg_path):
		text = "animation.convert_path";
		break;
	case KNOWN(texsystem):
		text = "pgf.texsystem";
		break;
	default:
		text = names_text(j->names, name);
		if (ends_in(text, names_length(j->names, name), "memory")) {
			text = keeps_pickles(j, keyword, value) ?
			    "memory=folder" : NULL;
			break;
		}
		/* Also set_params(vectorizer__input="filename"). */
		if (name != KNOWN(keyword_input) && !ends_in(text,
		    names_length(j->names, name), "input"))
			return;
		text = says_filename(j, eval(j, value)) ? "input=filename" :
		    NULL;
	}
	/* self.input = "filename" */
	if (text != NULL && (j->nodes[keyword].kind != NODE_ATTRIBUTE ||
	    !own_self(j, keyword + 1)))
		check_word(j, text, keyword);
}

/* `**{"input": "filename"}`, ParameterGrid({"v__input": ["filename"]}) */
void
check_setting_pair(struct judge *j, uint32_t pair)
{
	const struct value *v = vset_only(eval(j, pair + 1), VALUE_STR);
	uint32_t value = tree_last(j->nodes, pair);
	bool splat = j->nodes[j->nodes[j->nodes[pair].parent].parent].kind ==
	    NODE_DICTIONARY_SPLAT;

	check_paired(j, pair + 1, value);
	if (v == NULL)
		return;
	if (splat && !value_is_text(v, "memory") && ends_in(v->text.bytes,
	    v->text.n, "memory"))
		check_setting(j, pair, names_intern(j->names, "memory", 6),
		    value);
	if (ends_in(v->text.bytes, v->text.n, "input") && (splat ||
	    (imports_below(j, "sklearn.feature_extraction") &&
	    says_filename(j, eval(j, value)))))
		check_setting(j, pair, KNOWN(keyword_input), value);
}

/* A name, or a value, that is put together so that it may be one of those. */
static bool
may_set(struct judge *j, uint32_t node)
{
	return place_is_unsure(eval(j, node)) && is_spelled(j, node);
}

void
check_setting_stored(struct judge *j, uint32_t subscript, uint32_t key,
    const struct value *object)
{
	uint32_t up = j->nodes[subscript].parent;
	uint32_t value = (j->nodes[up].kind == NODE_ASSIGNMENT ||
	    j->nodes[up].kind == NODE_AUGMENTED) && subscript == up + 1 ?
	    tree_last(j->nodes, up) : 0;
	const struct value *name;

	if (object == NULL) {
		check_paired(j, key, value);
		return;
	}
	check_stored(j, object, "__setitem__", key, value);
	if (object->name == KNOWN(os_environ)) {
		name = vset_only(eval(j, key), VALUE_STR);
		if (name == NULL || !value_is_text(name, "MPLBACKEND") ||
		    value == 0 || !may_set(j, value))
			return;
	} else if (strstr(names_text(j->names, object->name), ".rcParams") ==
	    NULL || (!may_set(j, key) && (value == 0 || !may_set(j, value))))
		return;
	report_flow(j, FLOW_TEXT_AS_CODE, key, names_text(j->names,
	    object->name), object);
}

/* The value of this keyword in `**x`, where x is a dict that is known. */
static const struct vset *
splatted(struct judge *j, uint32_t call, const char *keyword)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set;
	const struct value *key;
	size_t i, k;

	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind != NODE_DICTIONARY_SPLAT)
			continue;
		set = eval(j, child + 1);
		for (i = 0; i < set->n; i++)
			for (k = 0; set->v[i]->kind == VALUE_DICT && k + 1 <
			    set->v[i]->items.n; k += 2) {
				key = vset_only(set->v[i]->items.list[k],
				    VALUE_STR);
				if (key != NULL && value_is_text(key, keyword))
					return set->v[i]->items.list[k + 1];
			}
	}
	return NULL;
}

/* Pipeline(**x), where x is a dict that has "memory". */
void
check_memory(struct judge *j, uint32_t call)
{
	const struct vset *set = takes_memory(j, call) ? splatted(j, call,
	    "memory") : NULL;

	if (set != NULL && vset_only(set, VALUE_NONE) == NULL)
		check_word(j, "memory=folder", call);
}
