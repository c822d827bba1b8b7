/*
 * The allowed name that was meant by one that the table does not know.
 */
#include "buf.h"
#include "mem.h"
#include "rules_diag.h"
#include "rules_image.h"
#include "util.h"

struct words {
	const char	**list;
	size_t		 n, cap;
};

/* What stands behind `module.` if it is one name; `module` has no dot behind. */
static void
add_below(struct words *w, const char *module, size_t n, const char *name)
{
	if (n > 0 && (strncmp(name, module, n) != 0 || name[n] != '.'))
		return;
	name += n > 0 ? n + 1 : 0;
	if (*name != '\0' && *name != '_' && strpbrk(name, ".*(") == NULL)
		*MEM_PUSH(w->list, w->n, w->cap) = name;
}

static void
find_below(const struct ruleset *rs, const char *module, struct words *w)
{
	size_t n = strlen(module), i;
	const char *name, *home;
	bool end = false;

	for (i = 0; i < rules_count(rs); i++) {
		const struct rules_row *row = rules_at(rs, i);

		if (row->verb == RULES_ALLOW && !row->is_default &&
		    (row->kind == RULES_IMPORT || (row->kind == RULES_MEMBER &&
		    n > 0)))
			add_below(w, module, n, rules_text(rs, row->subject));
	}
	for (i = 0; !end; i++) {
		name = rules_listed_module(rs, i, &end);
		if (name != NULL)
			add_below(w, module, n, name);
	}
	for (i = 0; n > 0 && (name = rules_listed(rs, module, i, &home)) !=
	    NULL; i++)
		if (*name != '\0')
			*MEM_PUSH(w->list, w->n, w->cap) = name;
}

static bool
is_module(const struct ruleset *rs, const char *name)
{
	const struct rules_row *row = rules_find(rs, RULES_IMPORT, name);

	return rules_lists_module(rs, name) || (row != NULL &&
	    row->verb == RULES_ALLOW && !row->is_glob);
}

bool
rules_nearest(const struct ruleset *rs, const char *name, struct buf *out)
{
	auto_buf struct buf module = BUF_INIT, word = BUF_INIT;
	struct words w = { 0 };
	const char *nearest;
	size_t n = 0, k;

	for (;;) {
		k = strcspn(name + n, ".");
		word.len = 0;
		buf_add(&word, name, n + k);
		if (name[n + k] == '\0' || !is_module(rs, buf_str(&word)))
			break;
		n += k + 1;
	}
	if (n > 0)
		buf_add(&module, name, n - 1);
	word.len = 0;
	buf_add(&word, name + n, k);
	find_below(rs, buf_str(&module), &w);
	*MEM_PUSH(w.list, w.n, w.cap) = NULL;
	nearest = rules_diag_nearest(buf_str(&word), w.list);
	if (nearest != NULL && strcmp(nearest, buf_str(&word)) == 0)
		nearest = NULL;
	if (nearest != NULL)
		buf_addf(out, "%.*s%s", (int)n, name, nearest);
	free(w.list);
	return nearest != NULL;
}
