/* Which arguments of a call are paths and hosts, by signatures. */
#include "resources.h"

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "checks.h"
#include "../findings/report.h"
#include "../eval/eval.h"
#include "../eval/signatures.h"

void
check_places(struct judge *j, uint32_t call, const char *callee,
    const struct value *value, bool is_method)
{
	const struct vset *mode = NULL;
	struct rules_model sig;
	uint32_t node;
	size_t i;

	if (!signature_of(j, callee, is_method, &sig))
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
		if (node == SIGNATURE_UNKNOWN)
			check_place(j, use, &vset_unknown, mode,
			    tree_last(j->nodes, call));
		else if (node != 0)
			check_place(j, use, eval(j, node), mode, node);
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
	if (!signature_of(j, callee, value == NULL, &sig) && (dot == NULL ||
	    !signature_of(j, dot + 1, true, &sig)))
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

		if (!model_is_place(p->use) || p->self)
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
		if (model_is_place(use) && !sig.parameters[i].self)
			check_place(j, use, eval(j, child), mode, child);
	}
}
