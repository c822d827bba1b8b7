#include "rules_image.h"

#include <errno.h>
#include <string.h>

#include "rules_load.h"

int
rules_builtin(const char *profile, const struct ruleset **ret)
{
	size_t i;

	for (i = 0; rules_builtin_profiles[i] != NULL; i++) {
		if (strcmp(rules_builtin_profiles[i], profile) == 0) {
			*ret = rules_builtin_images[i];
			return 0;
		}
	}
	return -ENOENT;
}

const char *const *
rules_builtin_names(void)
{
	return rules_builtin_profiles;
}

const char *
rules_builtin_file(const char *name, size_t *ret_n)
{
	const struct rules_builtin_text *t;

	for (t = rules_builtin_texts; t->name != NULL; t++) {
		if (strcmp(t->name, name) == 0) {
			*ret_n = t->n;
			return t->text;
		}
	}
	return NULL;
}
