/* Which arguments of a call are paths and hosts, by signatures. */
#include "resources.h"

#include "../../supervisor/base/util.h"
#include "../fold/foldcall.h"
#include "../judge.h"
#include "checks.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/site.h"
#include "../eval/signatures.h"

/* Path.home().glob(".ssh/x"): below the path, or one that is not known. */
static void
check_pattern_below(struct judge *j, const struct value *callee,
    uint32_t node)
{
	static const char gap_text[] = { FOLD_GAP };
	static const struct value gap = { .kind = VALUE_PARTIAL,
	    .text = { gap_text, 1 } };
	const struct value *self = callee != NULL && callee->from != NULL &&
	    callee->from->kind == VALUE_RESULT && callee->from->text.bytes !=
	    NULL ? callee->from : &gap;
	const struct vset *set = eval(j, node), *path;
	const struct step item = { .kind = STEP_ITEM };
	size_t i;

	/* map(path.glob, patterns) */
	if (vset_only(set, VALUE_LIST) != NULL)
		set = eval_steps(j, set, &item, node);
	for (i = 0; i < set->n; i++) {
		const struct value *v = set->v[i];

		/* Only what is hidden says something below no known path. */
		if ((v->kind != VALUE_STR && v->kind != VALUE_PARTIAL) ||
		    (self == &gap && v->text.bytes[0] != '.'))
			continue;
		path = fold_join_path(j, self, v, node);
		if (path != NULL)
			check_path(j, "read", path->v[0], node);
	}
}

void
check_places(struct judge *j, uint32_t call, const char *callee,
    const struct value *value, bool is_method)
{
	const struct vset *mode = NULL;
	struct rules_model sig;
	uint32_t node;
	size_t i;

	if (is_method ? !signature_of_method(j, callee, &sig) :
	    !signature_of(j, callee, &sig))
		return;
	for (i = 0; i < sig.n; i++)
		if (sig.parameters[i].use == RULES_USE_MODE) {
			node = signature_argument(j, call, &sig, i);
			if (node == SIGNATURE_UNKNOWN)
				mode = &vset_unknown;
			else if (node != 0)
				mode = eval(j, node);
		}
	if (mode == NULL && strstr(callee, "memmap") != NULL)
		mode = &vset_unknown;	/* "r+" */
	for (i = 0; i < sig.n; i++) {
		char use = sig.parameters[i].use;

		if (!model_is_place(use))
			continue;
		if (sig.parameters[i].self) {
			if (value != NULL && value->from != NULL)
				check_place(j, use, vset_one(j->arena,
				    value->from), mode, call + 1);
			else {
				j->report->incomplete = true;
				report_flow(j, FLOW_UNKNOWN_PATH, call + 1,
				    "a path", NULL);
			}
			continue;
		}
		node = signature_argument(j, call, &sig, i);
		if ((use == RULES_USE_BELOW || use == RULES_USE_GLOB) &&
		    node != 0 && node != SIGNATURE_UNKNOWN)
			check_pattern_below(j, value, node);
		if (use == RULES_USE_BELOW)
			continue;
		if (node == SIGNATURE_UNKNOWN)
			check_place(j, use, &vset_unknown, mode,
			    tree_last(j->nodes, call));
		else if (node != 0) {
			check_place(j, use, eval(j, node), mode, node);
		}
	}
}

void
check_places_behind(struct judge *j, uint32_t callable, const char *callee,
    const struct value *value)
{
	const char *dot = strrchr(callee, '.');
	uint32_t list = j->nodes[callable].parent, first, child;
	const struct vset *mode = NULL;
	struct rules_model sig;
	size_t i, k;

	/* map(df.to_csv, paths): a method of whatever object. */
	if ((value == NULL ? !signature_of_method(j, callee, &sig) :
	    !signature_of(j, callee, &sig)) && (dot == NULL ||
	    !signature_of_method(j, dot + 1, &sig)))
		return;
	first = j->nodes[callable].skip;
	i = k = sig.parameters[0].self;
	/* starmap(open, [(x, "w")]) */
	if (first < j->nodes[list].skip && (j->nodes[first].kind == NODE_LIST ||
	    j->nodes[first].kind == NODE_TUPLE) &&
	    j->nodes[first + 1].kind == NODE_TUPLE) {
		list = first + 1;
		first = list + 1;
	}
	for (child = first; child < j->nodes[list].skip;
	    child = j->nodes[child].skip, k++)
		if (k < sig.n && sig.parameters[k].use == RULES_USE_MODE)
			mode = eval(j, child);
	/* map(Path(x).rglob, ["*"]) */
	if (sig.parameters[0].self && value != NULL && value->from != NULL)
		check_place(j, sig.parameters[0].use, vset_one(j->arena,
		    value->from), mode, callable);
	/* partial(shutil.copy, dst=x) */
	for (k = 0; k < sig.n; k++) {
		const struct rules_parameter *p = &sig.parameters[k];

		if (!model_is_place(p->use) || p->use == RULES_USE_BELOW ||
		    p->self)
			continue;
		TREE_CHILDREN(j->nodes, list, child)
			if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT &&
			    signature_has_name(p, names_text(j->names,
			    j->nodes[child + 1].name)))
				check_place(j, p->use, eval(j, child), mode,
				    tree_last(j->nodes, child));
	}
	for (child = first; child < j->nodes[list].skip &&
	    i < sig.n; child = j->nodes[child].skip, i++) {
		char use = sig.parameters[i].use;

		if (j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    tree_is_splat(j->nodes, child))
			break;
		if (use == RULES_USE_BELOW || use == RULES_USE_GLOB)
			check_pattern_below(j, value, child);
		if (model_is_place(use) && use != RULES_USE_BELOW &&
		    !sig.parameters[i].self)
			check_place(j, use, eval(j, child), mode, child);
	}
}

/*
 * `tools[0]("/var/x")`, `Run(g.savefig)("/var/x")`: what is called is lost to
 * sight, and is given a path of the system's, where nothing is to be had.
 */
void
check_places_of_unknown(struct judge *j, uint32_t call)
{
	static const char roots[][8] = { "/boot/", "/etc/", "/opt/",
	    "/root/", "/usr/", "/var/", "~/." };
	uint32_t list = tree_last(j->nodes, call), child;
	const struct value *v;
	size_t i, n;

	if (j->nodes[list].kind != NODE_ARGUMENTS)
		return;
	TREE_CHILDREN(j->nodes, list, child) {
		v = j->nodes[child].kind == NODE_KEYWORD_ARGUMENT ||
		    tree_is_splat(j->nodes, child) ? NULL :
		    vset_only(eval(j, child), VALUE_STR);
		for (i = 0; v != NULL && i < ARRAY_SIZE(roots); i++) {
			n = strlen(roots[i]);
			if (v->text.n > n && memcmp(v->text.bytes, roots[i],
			    n) == 0)
				check_path(j, "write", v, child);
		}
	}
}

/*
 * A call that another hands over, or of a method that something fetches:
 * partial(open, x)(), [f(*a) for f, *a in [(df.to_csv, x)]][0],
 * (lambda o: o.to_csv)(df)(x).
 */
void
check_places_of_site(struct judge *j, uint32_t node)
{
	const char *callee = site_callee(j, node), *dot;
	const char *method;
	struct rules_model sig;
	struct site site = site_of(j, node);
	const struct vset *mode = NULL, *set;
	uint32_t object, argument;
	bool has_self, unbound, named;
	size_t i, k;

	method = site_method(j, node, &object);
	dot = strrchr(callee, '.');
	named = signature_of(j, callee, &sig);
	if (!named && !signature_of_method(j, method[0] != '\0' ? method :
	    dot != NULL ? dot + 1 : "", &sig))
		return;
	has_self = sig.parameters[0].self;
	/* DataFrame.to_csv(df, x) */
	set = object == 0 ? &vset_none : eval(j, object);
	unbound = set->n == 1 && set->v[0]->kind == VALUE_PATH && !named;
	if (object == 0 && dot != NULL && !named) {
		/* f = numpy.ndarray.tofile */
		set = eval(j, site.callee);
		unbound = set->n > 0 && set->v[0]->kind == VALUE_PATH &&
		    set->v[0]->from != NULL && set->v[0]->from->kind ==
		    VALUE_PATH;
	}
	for (k = 0; k < 2 * sig.n; k++) {
		const struct rules_parameter *p;

		p = &sig.parameters[i = k % sig.n];
		/* The mode first. */
		if (p->use < RULES_USE_READ || p->use == RULES_USE_BELOW ||
		    (p->use == RULES_USE_MODE) != (k < sig.n))
			continue;
		if (p->self) {
			set = eval(j, site.callee);
			if (set->n > 0 && set->v[0]->kind == VALUE_PATH &&
			    set->v[0]->from != NULL)
				check_place(j, p->use, vset_one(j->arena,
				    set->v[0]->from), mode, node);
			continue;
		}
		argument = site_parameter(j, node, p, i - has_self + unbound);
		if (argument == 0)
			continue;
		if (p->use == RULES_USE_MODE)
			mode = eval(j, argument);
		else
			check_place(j, p->use, eval(j, argument), mode,
			    argument);
	}
}
