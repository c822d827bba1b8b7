/* Names that a run is given: by the operator, or as aliases of the table. */
#include "resources.h"

#include <string.h>

#include "../../supervisor/base/util.h"
#include "../gate.h"
#include "../judge.h"
#include "../findings/report.h"

bool
places_is_granted(const struct judge *j, const char *mode, const char *path)
{
	const char *const *g = j->report->options->granted;

	if (g == NULL || strcmp(mode, "read") != 0 || path[0] != '/' ||
	    strstr(path, "/..") != NULL)
		return false;
	for (; *g != NULL; g++)
		if (util_is_below(path, *g))
			return true;
	return false;
}

bool
places_is_own(const struct judge *j, const char *path)
{
	const struct rules_alias *alias;
	const char *name;
	size_t i;

	if (strstr(path, "/..") != NULL)
		return false;
	for (i = 0; (alias = rules_alias(j->report->rules, i)) != NULL; i++) {
		name = rules_text(j->report->rules, alias->name);
		if (util_is_below(path, name))
			return true;
	}
	return false;
}
