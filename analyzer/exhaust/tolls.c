/*
 * What each call costs, times how often it is done: time asleep, bytes and
 * files that are written, work of what libraries compute.
 */
#include "sizes_parts.h"

#include <math.h>	/* isinf() */
#include <string.h>

#include "../../supervisor/base/util.h"
#include "../judge.h"
#include "../report.h"
#include "../values/eval.h"
#include "../values/site.h"
#include "exhaust_parts.h"
#include "shapes_parts.h"
#include "size_table.h"
#include "trips_parts.h"

static const struct {
	double	most;
	char	what[32];
} limits[] = {
	[TOLL_SECONDS] = { 3600, "so long a time asleep" },
	[TOLL_BYTES] = { 3e10, "so many bytes written" },
	[TOLL_FILES] = { 2e6, "so many files" },
	[TOLL_WORK] = { 5e14, "so much work" },
};

static bool
exceeds(struct judge *j, uint32_t call, enum toll toll, double n)
{
	if (n <= limits[toll].most)
		return false;
	report_flow(j, FLOW_HUGE_RESULT, call, limits[toll].what, NULL);
	return true;
}

/* One path, however often. */
static bool
is_constant(struct judge *j, uint32_t node)
{
	const struct vset *set = eval(j, node);

	return !set->unknown && set->n == 1 && (set->v[0]->kind ==
	    VALUE_STR || set->v[0]->kind == VALUE_BYTES);
}

/* open(path, "w") and the like: a file more in each round? */
static bool
makes_file(struct judge *j, uint32_t call, const char *name)
{
	uint32_t object, path = site_argument(j, call, 0);
	uint32_t mode = site_argument(j, call, 1);
	const struct value *v;

	if (strcmp(name, "open") == 0 || strcmp(name, "gzip.open") == 0) {
		mode = mode != 0 ? mode : site_keyword(j, call, "mode");
		v = mode == 0 ? NULL : vset_only(eval(j, mode), VALUE_STR);
		if (v == NULL || v->text.n == 0 || strchr("wxa",
		    v->text.bytes[0]) == NULL)
			return false;
	}
	if (strncmp(name, "tempfile.", 9) == 0)
		return true;
	if (strcmp(name, "touch") == 0 || strcmp(name, "mkdir") == 0 ||
	    strncmp(name, "write_", 6) == 0) {
		site_method(j, call, &object);
		path = object;
	}
	return path != 0 && !is_constant(j, path);
}

/* PolynomialFeatures(degree): as many columns as ways to choose. */
static double
work_of_powers(struct judge *j, uint32_t made, const struct shape *shape)
{
	uint32_t arg;
	double degree = 2, all = shape->side[0], i;

	if (j->nodes[made].kind == NODE_IDENTIFIER)
		made = only_definition(j, made);
	if (made == 0 || j->nodes[made].kind != NODE_CALL)
		return 0;
	arg = site_keyword(j, made, "degree");
	arg = arg != 0 ? arg : site_argument(j, made, 0);
	if (arg != 0 && !number_of(j, arg, 0, &degree))
		return 0;
	for (i = 0; i < degree && i < 16; i++)
		all *= (shape->side[shape->n - 1] + i + 1) / (i + 1);
	/* All of it is kept: so much of it is more work than it looks. */
	return all > 2e9 ? all * 1e6 : all;
}

/* model.fit(x): rows and columns, by what the model does with them. */
static double
work_of_fit(struct judge *j, uint32_t object, const char *name, uint32_t x)
{
	static const struct {
		char	model[24];
		double	rows, columns;	/* powers of them */
		char	times[16];	/* what is made so often */
	} all[] = {
		{ "GaussianProcess", 3, 0, "" },
		{ "KernelRidge", 3, 0, "" },
		{ ".svm.SV", 2, 1, "" }, { ".svm.NuSV", 2, 1, "" },
		{ "SpectralClustering", 3, 0, "" },
		{ "AgglomerativeClustering", 2, 1, "" },
		{ "TSNE", 1, 1, "" },
		{ "RandomForest", 1, 1, "n_estimators" },
		{ "ExtraTrees", 1, 1, "n_estimators" },
		{ "GradientBoosting", 1, 1, "n_estimators" },
		{ "Bagging", 1, 1, "n_estimators" },
		{ "AdaBoost", 1, 1, "n_estimators" },
		{ "KMeans", 1, 1, "n_init" },
	};
	struct shape shape;
	uint32_t times;
	double work, n, c, i;
	size_t k;

	if (strncmp(name, "sklearn.", 8) != 0 || object == 0 || x == 0 ||
	    !shape_of(j, x, 0, &shape))
		return 0;
	for (k = 0; k < ARRAY_SIZE(all); k++)
		if (strstr(name, all[k].model) != NULL)
			break;
	if (strstr(name, "PolynomialFeatures.fit_") != NULL)
		return work_of_powers(j, object, &shape);
	if (k == ARRAY_SIZE(all))
		return shape_size(&shape);
	c = shape.n > 1 ? shape.side[1] : 1;
	work = 1;
	for (i = 0; i < all[k].rows; i++)
		work *= shape.side[0];
	if (all[k].columns > 0)
		work *= c;
	if (j->nodes[object].kind == NODE_IDENTIFIER)
		object = only_definition(j, object);
	times = all[k].times[0] == '\0' || object == 0 ||
	    j->nodes[object].kind != NODE_CALL ? 0 : site_keyword(j,
	    object, all[k].times);
	if (times != 0 && number_of(j, times, 0, &n) && n > 1)
		work *= n;
	return work;
}

/* Of model.fit(x), or of cross_val_score(model, x, y, cv=5). */
static double
work_of_model(struct judge *j, uint32_t call, const char *name)
{
	uint32_t model, x = site_argument(j, call, 0), cv;
	double times = 5;

	if (strncmp(name, "fit", 3) == 0) {
		site_method(j, call, &model);
		return work_of_fit(j, model, site_callee(j, call), x);
	}
	model = x;
	x = site_argument(j, call, 1);
	if (model != 0 && j->nodes[model].kind == NODE_IDENTIFIER)
		model = only_definition(j, model);
	cv = site_keyword(j, call, "cv");
	if (cv != 0 && !number_of(j, cv, 0, &times))
		times = 5;
	return model == 0 ? 0 : times * work_of_fit(j, model, site_callee(j,
	    model), x);
}

void
check_toll(struct judge *j, uint32_t call, const struct sizes *row,
    const char *name)
{
	double each = 0, trips;

	switch (row->toll) {
	case TOLL_NONE:
		return;
	case TOLL_SECONDS:
		if (site_argument(j, call, 0) == 0)
			return;
		each = trips_sum(j, site_argument(j, call, 0));
		if (each <= 0)
			return;
		/* Others go on while one waits. */
		each *= trips_around(j, call, name[0] == 't', 0);
		if (!isinf(each))
			exceeds(j, call, TOLL_SECONDS, each);
		return;
	case TOLL_FILES:
		if (!makes_file(j, call, name))
			return;
		trips = trips_around(j, call, true, 0);
		if (trips > 1 && !exceeds(j, call, TOLL_FILES, trips))
			exceeds(j, call, TOLL_BYTES, trips * row->most *
			    size_asked(j, call, row));
		return;
	case TOLL_BYTES:
		each = size_asked(j, call, row);
		break;
	case TOLL_WORK:
		each = strncmp(name, "fit", 3) == 0 || strncmp(name, "sklearn.",
		    8) == 0 ? work_of_model(j, call, name) :
		    size_asked(j, call, row);
		break;
	}
	each *= row->most;
	if (each > 0)
		exceeds(j, call, row->toll, each * trips_around(j, call, true,
		    0));
}

/* a @ b: each row with each column. */
void
check_matrix_product(struct judge *j, uint32_t at, uint32_t left,
    uint32_t right)
{
	struct shape a, b;
	double each;

	if (!shape_of(j, left, 0, &a) || !shape_of(j, right, 0, &b))
		return;
	each = 2 * shape_size(&a) * (b.n > 1 ? b.side[b.n - 1] : 1);
	if (each > 1e6)
		exceeds(j, at, TOLL_WORK, each * trips_around(j, at, true, 0));
}
