/* What one file of a submission may take of another. */
#include "siblings.h"

#include <string.h>

bool
siblings_has_module(const struct submission *t, const char *dotted)
{
	size_t i, n = strlen(dotted);

	for (i = 0; t != NULL && i < t->n; i++) {
		const char *one = t->modules[i].dotted;

		/* A folder is a package, with a file of its own or not. */
		if (one != NULL && strncmp(one, dotted, n) == 0 &&
		    (one[n] == '\0' || one[n] == '.'))
			return true;
	}
	return false;
}

struct sibling_name *
siblings_find(const struct module *m, const char *name)
{
	size_t i;

	for (i = 0; i < m->nbound; i++)
		if (strcmp(m->bound[i].name, name) == 0)
			return &m->bound[i];
	return NULL;
}

bool
siblings_has_member(const struct submission *t, const char *module,
    const char *member)
{
	const struct sibling_name *b;
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (t->modules[i].dotted == NULL ||
		    strcmp(t->modules[i].dotted, module) != 0)
			continue;
		if (t->is_open)
			return strncmp(member, "__", 2) != 0;
		b = siblings_find(&t->modules[i], member);
		return b != NULL && b->is_open;
	}
	return false;
}
