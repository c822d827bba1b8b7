/*
 * Settings by which a library reads files, runs programs or imports modules:
 * `usetex=True`, `input="filename"`, `backend="x"`, rcParams[...].
 */
#include "match.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../obscure/obscure.h"
#include "../obscure/pieces.h"
#include "../own/own.h"
#include "../places/places.h"
#include "../places/signatures.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"

static bool
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

/* TfidfVectorizer(input=kind), and nobody knows which kind. */
static bool
hides_filename(struct judge *j, uint32_t keyword, const struct vset *set)
{
	static const char module[] = "sklearn.feature_extraction.text.";
	uint32_t call = j->nodes[j->nodes[keyword].parent].parent;

	return place_is_unsure(set) && j->nodes[call].kind == NODE_CALL &&
	    strncmp(site_callee(j, call), module, sizeof(module) - 1) == 0;
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
	uint32_t object;

	return j->nodes[call].kind == NODE_CALL && (strncmp(site_callee(j,
	    call), sklearn, sizeof(sklearn) - 1) == 0 || strcmp(site_method(j,
	    call, &object), "set_params") == 0);
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
	const struct vset *set;
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
		set = eval(j, value);
		text = says_filename(j, set) || hides_filename(j, keyword,
		    set) ? "input=filename" : NULL;
	}
	/* self.input = "filename" */
	if (text != NULL && (j->nodes[keyword].kind != NODE_ATTRIBUTE ||
	    !own_self(j, keyword + 1)))
		check_string(j, value_text(j->arena, VALUE_STR, keyword, text,
		    strlen(text))->v[0], keyword);
}

/* `**{"input": "filename"}`, ParameterGrid({"v__input": ["filename"]}) */
void
check_setting_pair(struct judge *j, uint32_t pair)
{
	const struct value *v = vset_only(eval(j, pair + 1), VALUE_STR);
	uint32_t value = tree_last(j->nodes, pair);
	bool splat = j->nodes[j->nodes[j->nodes[pair].parent].parent].kind ==
	    NODE_DICTIONARY_SPLAT;

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

static bool
is_settings(struct judge *j, uint32_t path)
{
	static const char names[][32] = { "matplotlib.rcParams",
	    "matplotlib.pyplot.rcParams", "matplotlib.rcParamsDefault" };
	const char *name = names_text(j->names, path);

	return name[0] == 'm' && IS_ONE_OF(name, names);
}

/* A name, or a value, that is put together so that it may be one of those. */
static bool
may_set(struct judge *j, uint32_t node)
{
	return is_obscure(j, node) || (place_is_unsure(eval(j, node)) &&
	    pieces_behind(j, node) & PIECE_SETTING);
}

void
check_setting_stored(struct judge *j, uint32_t subscript, uint32_t key,
    const struct value *object)
{
	uint32_t value = tree_last(j->nodes, j->nodes[subscript].parent);
	const struct value *name;

	if (object->name == KNOWN(os_environ)) {
		name = vset_only(eval(j, key), VALUE_STR);
		if (name == NULL || !value_is_text(name, "MPLBACKEND") ||
		    !may_set(j, value))
			return;
	} else if (!is_settings(j, object->name) || (!may_set(j, key) &&
	    !may_set(j, value)))
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
	static const char text[] = "memory=folder";
	const struct vset *set = takes_memory(j, call) ? splatted(j, call,
	    "memory") : NULL;

	if (set != NULL && vset_only(set, VALUE_NONE) == NULL)
		check_string(j, value_text(j->arena, VALUE_STR, call, text,
		    sizeof(text) - 1)->v[0], call);
}

/* partial(df.plot, ...): what it calls. */
static const char *
partial_method(struct judge *j, uint32_t call)
{
	const struct value *v = vset_only(eval(j, call + 1), VALUE_PATH);
	uint32_t callee = v == NULL || v->name != KNOWN(partial) ? 0 :
	    site_argument(j, call, 0), object;

	return callee == 0 ? "" : site_attribute(j, callee, &object);
}

/* df.plot(backend="x"), df.plot.line(backend="x"): imports the module x. */
void
check_backend(struct judge *j, uint32_t call, const char *method)
{
	static const struct signature keyword = { .n = SIGNATURE_MAX,
	    .parameters[SIGNATURE_MAX - 1] = { .name = "backend", .n = 7 } };
	static const char plots[][24] = { "area", "bar", "barh", "box",
	    "boxplot", "boxplot_frame", "boxplot_frame_groupby", "density", "hexbin", "hist", "kde", "line", "pie",
	    "plot", "scatter" };
	const struct vset *set;
	const struct value *v;
	uint32_t node;

	if (!IS_ONE_OF(method, plots)) {
		method = partial_method(j, call);
		if (!IS_ONE_OF(method, plots))
			return;
	}
	node = signature_argument(j, call, &keyword, SIGNATURE_MAX - 1);
	set = node == 0 ? NULL : node == SIGNATURE_UNKNOWN ? splatted(j, call,
	    "backend") : eval(j, node);
	if (set == NULL)
		return;
	v = vset_only(set, VALUE_STR);
	if (v == NULL || (!value_is_text(v, "matplotlib") &&
	    !value_is_text(v, "plotly")))
		report_flow(j, FLOW_TEXT_AS_CODE, node == SIGNATURE_UNKNOWN ?
		    call : node, "backend", v);
}

/* Is it a part of this name, as pandas looks for one? */
static bool
may_mean_backend(const struct value *v)
{
	static const char option[] = "plotting.backend";

	return v->kind == VALUE_STR && v->text.n > 3 &&
	    v->text.n < sizeof(option) - 1 && memmem(option,
	    sizeof(option) - 1, v->text.bytes, v->text.n) != NULL;
}

/* pd.set_option("backend", "x"): the one option whose name has that in it. */
void
check_option(struct judge *j, uint32_t call, const char *method)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set;
	bool found = false;
	size_t i;

	if ((strcmp(method, "set_option") != 0 && strcmp(method,
	    "option_context") != 0) || j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	TREE_CHILDREN(j->nodes, list, child) {
		set = eval(j, child);
		for (i = 0; i < set->n; i++)
			found |= may_mean_backend(set->v[i]);
		found |= place_is_unsure(set) && pieces_behind(j, child) &
		    PIECE_SETTING;
		if (found)
			break;
	}
	if (found)
		report_flow(j, FLOW_TEXT_AS_CODE, child, method, NULL);
}
