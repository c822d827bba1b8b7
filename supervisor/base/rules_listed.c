/*
 * The lists of names that `sallyport rules surface` makes of installed
 * packages: how a table's are put in order, and how they are looked up.
 */
#include "buf.h"
#include "mem.h"
#include "rules_image.h"
#include "rules_load.h"
#include "rules_resolve.h"
#include "util.h"

static int
compare_listed(const void *va, const void *vb)
{
	const struct rules_listed *a = va, *b = vb;
	int c = strcmp(a->module, b->module);

	return c != 0 ? c : strcmp(a->name, b->name);
}

/* `name`, or `name=other`: a name of `home` that differs. */
static struct rules_listed
listed_of(struct rules_load *load, const struct rules_listing *list,
    const struct rules_token *word)
{
	struct rules_listed l = { .module = list->module.text,
	    .name = word->text, .place = { list->file, word->off,
	    word->len } };
	const char *equals = strchr(word->text, '='), *there = word->text;
	auto_buf struct buf home = BUF_INIT;

	if (equals != NULL) {
		l.name = arena_strndup(load->arena, word->text,
		    (size_t)(equals - word->text));
		there = equals + 1;
	}
	if (list->home != NULL) {
		buf_addf(&home, "%s.%s", list->home, there);
		l.home = arena_strndup(load->arena, buf_str(&home), home.len);
	}
	if ((equals != NULL) != (equals != NULL && list->home != NULL) ||
	    rules_subject_fault(RULES_IMPORT, l.name) != NULL ||
	    strpbrk(l.name, ".*$") != NULL || strpbrk(there, "*$=") != NULL)
		rules_error_at(load, list->file, word, "'%s' is no name of a "
		    "list", word->text);
	return l;
}

void
rules_resolve_listed(struct rules_load *load)
{
	const struct rules_listing *list;
	struct rules_listed *l;
	size_t n = 0, kept = 0, i, k;

	for (i = 0; i < load->nlistings; i++)
		n += load->listings[i].nwords + 1;
	if (n > RULES_MAX_LISTED) {
		list = &load->listings[load->nlistings - 1];
		rules_error_at(load, list->file, &list->module,
		    "more than %d names in lists", RULES_MAX_LISTED);
		return;
	}
	load->listed = l = mem_new(n + 1, sizeof(*l));
	for (i = n = 0; i < load->nlistings; i++) {
		list = &load->listings[i];
		/* With no name it is the module's own entry. */
		l[n++] = (struct rules_listed){ list->module.text, "", NULL,
		    { list->file, list->module.off, list->module.len } };
		for (k = 0; k < list->nwords; k++)
			l[n++] = listed_of(load, list, &list->words[k]);
	}
	qsort(l, n, sizeof(*l), compare_listed);
	for (i = 0; i < n; i++) {
		if (kept > 0 && compare_listed(&l[kept - 1], &l[i]) == 0) {
			const char *a = l[kept - 1].home, *b = l[i].home;

			if ((a == NULL) != (b == NULL) ||
			    (a != NULL && strcmp(a, b) != 0))
				rules_diag_error(&load->diag, &l[i].place,
				    "'%s.%s' has another home in another list",
				    l[i].module, l[i].name);
			continue;
		}
		l[kept++] = l[i];
	}
	load->nlisted = kept;
}

static const struct rules_image_module *
find_module(const struct ruleset *rs, const char *module)
{
	const struct rules_image_module *all =
	    (const void *)((const char *)rs + rs->modules);
	uint32_t mask = rs->nmodules - 1, i;

	for (i = rules_image_hash(0, module, strlen(module)) & mask;
	    all[i].name != 0; i = (i + 1) & mask)
		if (strcmp(rules_text(rs, all[i].name), module) == 0)
			return &all[i];
	return NULL;
}

bool
rules_lists_module(const struct ruleset *rs, const char *module)
{
	return find_module(rs, module) != NULL;
}

bool
rules_lists(const struct ruleset *rs, const char *module, const char *name,
    const char **ret_home)
{
	const struct rules_image_module *m = find_module(rs, module);
	const struct rules_image_listed *all =
	    (const void *)((const char *)rs + rs->listed);
	uint32_t low, high, middle;
	int c;

	low = m != NULL ? m->first : 0;
	high = m != NULL ? m->first + m->count : 0;
	while (low < high) {
		middle = low + (high - low) / 2;
		c = strcmp(name, rules_text(rs, all[middle].name));
		if (c == 0) {
			*ret_home = rules_text(rs, all[middle].home);
			return true;
		}
		if (c < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

const char *
rules_listed(const struct ruleset *rs, const char *module, size_t i,
    const char **ret_home)
{
	const struct rules_image_module *m = find_module(rs, module);
	const struct rules_image_listed *all =
	    (const void *)((const char *)rs + rs->listed);

	if (m == NULL || i >= m->count)
		return NULL;
	*ret_home = rules_text(rs, all[m->first + i].home);
	return rules_text(rs, all[m->first + i].name);
}

const char *
rules_listed_module(const struct ruleset *rs, size_t i, bool *ret_end)
{
	const struct rules_image_module *all =
	    (const void *)((const char *)rs + rs->modules);

	*ret_end = i >= rs->nmodules;
	return *ret_end || all[i].name == 0 ? NULL :
	    rules_text(rs, all[i].name);
}
