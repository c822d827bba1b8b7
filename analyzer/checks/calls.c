/*
 * Calls that do more than their callee's name says: attributes by name,
 * templates, modules by name, text that is run, keywords that matter.
 */
#include "checks.h"

#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../eval/own.h"
#include "resources.h"
#include "../eval/signatures.h"
#include "../eval/site.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/provenance.h"
#include "calls_parts.h"

static void
check_module_names(struct judge *j, uint32_t call)
{
	uint32_t argument = positional(j, call, 0);
	const struct vset *names = value_of(j, argument);
	size_t i;

	if (names->unknown || names->n == 0)
		report_flow(j, FLOW_UNKNOWN_MODULE, call, "a module", NULL);
	for (i = 0; i < names->n; i++)
		if (names->v[i]->kind == VALUE_STR)
			check_module_name(j, names->v[i]->text.bytes,
			    names->v[i]->text.n, argument);
		else
			report_flow(j, FLOW_UNKNOWN_MODULE, call, "a module",
			    names->v[i]);
}

/* Text that becomes code is judged as code, whatever the table says of exec. */
static void
check_code(struct judge *j, uint32_t call, uint32_t path)
{
	uint32_t argument = positional(j, call, 0);
	const struct vset *texts;
	size_t i;

	texts = value_of(j, argument);
	if (texts->unknown || texts->n == 0)
		report_flow(j, FLOW_UNKNOWN_CODE, call,
		    names_text(j->names, path), NULL);
	for (i = 0; i < texts->n; i++)
		if (texts->v[i]->kind == VALUE_STR ||
		    texts->v[i]->kind == VALUE_BYTES)
			j->judge_again(j, texts->v[i], argument);
		else if (texts->v[i]->kind != VALUE_RESULT ||
		    texts->v[i]->name != KNOWN(compile))
			report_flow(j, FLOW_UNKNOWN_CODE, call,
			    names_text(j->names, path), texts->v[i]);
}

/* logging.Formatter(text, style="{") */
static void
check_log_template(struct judge *j, uint32_t call)
{
	static const struct rules_model sig = { .n = 3, .parameters = {
	    { .name = "fmt", .n = 3 }, { .name = "datefmt", .n = 7 },
	    { .name = "style", .n = 5 } } };
	uint32_t text = signature_argument(j, call, &sig, 0);
	uint32_t style = signature_argument(j, call, &sig, 2);

	if (text == 0 || style == 0 || !may_be(value_of(j, style), "{"))
		return;
	check_templates(j, value_of(j, text), call, text);
	/* What is logged may be an object. */
	if (text != SIGNATURE_UNKNOWN && is_external(j, text))
		report_flow(j, FLOW_UNKNOWN_TEMPLATE, call,
		    "logging.Formatter", NULL);
}

static void
check_path_call(struct judge *j, uint32_t call, const struct value *v)
{
	struct rules_model model;
	uint32_t name;

	switch (v->name) {
	case KNOWN(getattr):
	case KNOWN(getattr_static):
	case KNOWN(object_getattribute):
	case KNOWN(type_getattribute):
		check_getattr(j, call, false, false);
		break;
	case KNOWN(hasattr):
		check_getattr(j, call, false, true);
		break;
	case KNOWN(setattr):
	case KNOWN(delattr):
	case KNOWN(object_setattr):
	case KNOWN(object_delattr):
	case KNOWN(patch_object):
		check_getattr(j, call, true, false);
		break;
	case KNOWN(attrgetter):
		check_getter(j, call, true);
		break;
	case KNOWN(methodcaller):
		check_getter(j, call, false);
		break;
	case KNOWN(str_format):
	case KNOWN(str_format_map):
	case KNOWN(formatter_format):
	case KNOWN(formatter_vformat):
		name = positional(j, call, 0);
		check_templates(j, value_of(j, name), call, name);
		break;
	case KNOWN(logging_formatter):
		check_log_template(j, call);
		break;
	case KNOWN(os_environ_update):
		check_variables_updated(j, call);
		break;
	case KNOWN(os_getenv):
	case KNOWN(os_environ_get):
	case KNOWN(os_environ_setdefault):
	case KNOWN(os_environ_pop):
		check_variable(j, positional(j, call, 0));
		break;
	case KNOWN(import_):
	case KNOWN(import_module):
		check_module_names(j, call);
		break;
	case KNOWN(exec):
	case KNOWN(eval):
	case KNOWN(compile):
		check_code(j, call, v->name);
		break;
	case KNOWN(type):
		if (positional(j, call, 1) != 0)
			report_flow(j, FLOW_BUILDS_CLASS, call, "type", NULL);
		break;
	case KNOWN(testmod):
		check_examples(j, call);
		break;
	case KNOWN(unittest_main):
		check_tests(j, call);
		break;
	}
	check_keywords(j, call, v->name, 0, v);
	if (model_of(j, names_text(j->names, v->name), &model)) {
		check_timed(j, call, names_text(j->names, v->name), &model);
		check_formula(j, call, &model);
	}
	if (v->place < call || v->place >= j->nodes[call].skip)
		j->report->callee = v;
	check_places(j, call, names_text(j->names, v->name), v, false);
	j->report->callee = NULL;
}

/* open() of what is known is an archive's, unless it may be of a path. */
static bool
opens_archive(struct judge *j, const char *method, const struct value *value)
{
	const struct value *of = value->from;

	if (util_compare(method, "open") != 0 || strncmp(names_text(j->names,
	    value->name), "pathlib.", 8) == 0)
		return false;
	if (of == NULL || (of->kind != VALUE_RESULT && of->kind !=
	    VALUE_PATH))
		return true;
	return strncmp(names_text(j->names, of->name), "queue.", 6) != 0;
}

/* A method of this name is called, of whatever object: what it is given. */
static void
check_method(struct judge *j, uint32_t call, const char *method,
    const struct value *value)
{
	struct rules_model model;

	/* What is known by its full name is no method of that name. */
	if (value == NULL || (!opens_archive(j, method, value) &&
	    (value->kind != VALUE_PATH ||
	    !signature_of(j, names_text(j->names, value->name), false,
	    NULL))))
		check_places(j, call, method, value, true);
	check_method_keywords(j, call, method, 0, value);
	check_language(j, call, method);
	if (model_of_method(j, method, &model))
		check_formula(j, call, &model);
	if (evaluates_text(j, method))
		check_expression(j, call, call + 1);
}

static bool
fills_template(const char *method)
{
	return util_compare(method, "format") == 0 ||
	    util_compare(method, "format_map") == 0;
}

/* getattr(x, "save")(path), attrgetter("save")(x)(path) */
static void
check_fetched_method(struct judge *j, uint32_t call, uint32_t callee)
{
	uint32_t object = 0, name = 0;
	const struct vset *names, *found;
	bool getter;
	size_t i;

	getter = j->nodes[callee].kind == NODE_CALL &&
	    site_called(j, callee + 1) == KNOWN(attrgetter);
	if (getter) {
		object = positional(j, callee, 0);
		name = positional(j, callee + 1, 0);
	} else if (site_called(j, callee) == KNOWN(getattr) ||
	    site_called(j, callee) == KNOWN(object_getattribute) ||
	    site_called(j, callee) == KNOWN(type_getattribute)) {
		object = positional(j, callee, 0);
		name = positional(j, callee, 1);
	}
	names = value_of(j, name);
	for (i = 0; i < names->n; i++) {
		const struct value *v = names->v[i];
		const struct value *method;

		if (v->kind != VALUE_STR)
			continue;
		name = names_intern(j->names, v->text.bytes, v->text.n);
		found = eval_attribute(j, value_of(j, object), name, callee);
		method = found->n > 0 ? found->v[0] : NULL;
		if (getter && method != NULL &&
		    method->kind == VALUE_PATH)
			check_path_call(j, call, method);
		if (fills_template(names_text(j->names, name)) && object != 0
		    && object != SIGNATURE_UNKNOWN) {
			check_templates(j, eval(j, object), call, object);
			check_templates_unknown(j, call, object);
		}
		if (method == NULL || method->kind == VALUE_PATH)
			check_method(j, call, names_text(j->names, name),
			    method);
	}
}

static bool
has_keywords(const struct judge *j, uint32_t list)
{
	uint32_t child;

	TREE_CHILDREN(j->nodes, list, child)
		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    j->nodes[child].kind == NODE_DICTIONARY_SPLAT)
			return true;
	return false;
}

/*
 * partial(read_csv, path), map(read_csv, paths), pool.submit(read_csv, path):
 * what stands behind a callable is given to it, one by one or all at once.
 * partial(numpy.load, allow_pickle=True) passes its keywords on.
 */
static void
check_passed(struct judge *j, uint32_t call)
{
	uint32_t list = tree_last(j->nodes, call), child;
	const struct vset *set;
	bool keywords;
	size_t i;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	keywords = has_keywords(j, list);
	TREE_CHILDREN(j->nodes, list, child) {
		if (j->nodes[child].kind != NODE_IDENTIFIER &&
		    j->nodes[child].kind != NODE_ATTRIBUTE)
			continue;
		set = eval(j, child);
		if (set->n == 0 && j->nodes[child].kind == NODE_ATTRIBUTE)
			check_places_behind(j, child, names_text(j->names,
			    j->nodes[tree_last(j->nodes, child)].name), NULL);
		if (j->nodes[child].kind == NODE_ATTRIBUTE) {
			const char *name = names_text(j->names, j->nodes[
			    tree_last(j->nodes, child)].name);

			if (evaluates_text(j, name))
				check_expressions_behind(j, child);
			/* print(image.format) calls nothing. */
			if (fills_template(name) &&
			    !is_only_shown(j, call, child))
				check_templates_unknown(j, call, child + 1);
			check_method_keywords(j, call, name,
			    j->nodes[child].skip, NULL);
		}
		for (i = 0; i < set->n; i++) {
			const struct value *v = set->v[i];

			if (v->kind != VALUE_PATH)
				continue;
			check_places_behind(j, child, names_text(j->names,
			    v->name), v);
			if (keywords)
				check_keywords(j, call, v->name,
				    j->nodes[child].skip, v);
		}
	}
}

/* `save = df.to_csv; save(path)`: the method has another name here. */
static void
check_bound_method(struct judge *j, uint32_t call, const struct vset *set)
{
	const char *name, *dot;
	struct rules_model model;
	size_t i;

	for (i = 0; i < set->n; i++) {
		if (set->v[i]->kind != VALUE_PATH)
			continue;
		name = names_text(j->names, set->v[i]->name);
		dot = strrchr(name, '.');
		if (dot != NULL && model_of(j, dot, &model))
			check_formula(j, call, &model);
		check_method_keywords(j, call, name, 0, set->v[i]);
		if (dot != NULL && !signature_of(j, name, false, NULL))
			check_places(j, call, dot + 1, set->v[i], true);
	}
}

/* type(a)(...), a.__class__(...), of a library's object: what makes such. */
static void
check_class_of(struct judge *j, uint32_t call, const struct value *class)
{
	const struct vset *set = class->kind == VALUE_RESULT &&
	    class->name == KNOWN(type) ? value_of(j, positional(j,
	    class->place, 0)) : NULL;
	const struct value *of = set != NULL && set->n > 0 ? set->v[0] : NULL;
	const char *name = names_text(j->names, class->name);

	if (class->kind == VALUE_PATH && class->from != NULL && strlen(name) >
	    9 && strcmp(name + strlen(name) - 9, "__class__") == 0)
		of = class->from;
	if (of == NULL || (of->kind != VALUE_PATH && of->kind != VALUE_RESULT))
		return;
	name = names_text(j->names, of->name);
	if (strncmp(name, "numpy.", 6) != 0)
		check_keywords(j, call, of->name, 0, of);
	else if (strcmp(name, "numpy.memmap") == 0)
		check_method_keywords(j, call, name, 0, NULL);
	else
		check_method_keywords(j, call, "ndarray", 0, NULL);
}

/*
 * What arrays are made with: class A(np.ndarray), type(a), and what may be such
 * a class, as its name is not known.
 */
static void
check_array_made(struct judge *j, uint32_t call, uint32_t callee,
    const struct vset *set)
{
	static const char names[][16] = { "numpy.ndarray", "numpy.recarray",
	    "numpy.memmap" };
	size_t i;

	for (i = 0; vset_only(set, VALUE_CLASS) != NULL && i <
	    ARRAY_SIZE(names); i++)
		if (names_lookup(j->names, names[i] + 6, strlen(names[i] + 6))
		    != 0 && makes_one_of(j, callee, names[i], 4))
			check_method_keywords(j, call, names[i], 0, NULL);
	for (i = 0; i < set->n; i++)
		check_class_of(j, call, set->v[i]);
	if (site_called(j, callee) == KNOWN(type))
		check_method_keywords(j, call, "__class__", 0, NULL);
	else if (set->unknown || set->n == 0 || set->v[0]->kind ==
	    VALUE_RESULT)
		check_method_keywords(j, call, "__call__", 0, NULL);
}

void
check_call(struct judge *j, uint32_t call)
{
	uint32_t callee = call + 1, name;
	const struct vset *set = eval(j, callee);
	const char *method = NULL;
	size_t i;

	while (j->nodes[callee].kind == NODE_PARENTHESIZED ||
	    j->nodes[callee].kind == NODE_LIST_SPLAT ||
	    (j->nodes[callee].kind == NODE_ATTRIBUTE &&
	    j->nodes[callee + 1].kind == NODE_ATTRIBUTE &&
	    j->nodes[tree_last(j->nodes, callee)].name ==
	    KNOWN(dunder_call)))
		callee++;
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		if (v->kind == VALUE_PATH)
			check_path_call(j, call, v);
		/* argparse.FileType("r")(path) */
		if (v->kind == VALUE_RESULT && v->name ==
		    KNOWN(argparse_filetype))
			check_places(j, call, "argparse.FileType.__call__", v,
			    false);
		/* Of a package refused whole, what it holds is one, too. */
		if (v->kind == VALUE_MODULE)
			check_places(j, call, names_text(j->names, v->name), v,
			    false);
		if (v->kind == VALUE_METHOD && fills_template(names_text(
		    j->names, v->name)))
			check_templates(j, v->items.list[0], call,
			    j->nodes[callee].kind == NODE_ATTRIBUTE ?
			    callee + 1 : 0);
	}
	check_memory(j, call);
	check_array_made(j, call, callee, set);
	check_class_made(j, call);
	if (j->nodes[callee].kind == NODE_ATTRIBUTE) {
		name = j->nodes[tree_last(j->nodes, callee)].name;
		method = names_text(j->names, name);
		if (fills_template(method))
			check_templates_unknown(j, call, callee + 1);
		if (set->unknown || set->n == 0 ||
		    set->v[0]->kind == VALUE_PATH)
			check_method(j, call, method,
			    set->n > 0 ? set->v[0] : NULL);
	} else {
		uint32_t from = judge_behind_name(j, callee);

		if (j->nodes[from].kind == NODE_CALL)
			check_fetched_method(j, call, from);
		name = tree_last_name(j->nodes, from);
		method = j->nodes[from].kind != NODE_ATTRIBUTE ? "" :
		    names_text(j->names, j->nodes[name].name);
		if (evaluates_text(j, method))
			check_expression(j, call, from);
		if (fills_template(method))
			check_templates_unknown(j, call, from + 1);
		check_bound_method(j, call, set);
	}
	check_passed(j, call);
	check_texts_handed(j, call);
	check_untold(j, callee);
}
