/*
 * The paths of options: looked up once, so that what was judged and approved
 * is what is used, whoever may move a link meanwhile.
 */
#include "run_common.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/mem.h"

/* Where it leads; of what is not there yet, its place. */
static char *
lead(const char *path)
{
	char *real = realpath(path, NULL);
	auto_free char *folder = NULL, *above = NULL;
	auto_buf struct buf text = BUF_INIT;
	size_t n = strlen(path);
	const char *slash;

	if (real != NULL)
		return real;
	while (n > 1 && path[n - 1] == '/')
		n--;
	slash = memrchr(path, '/', n);
	folder = slash == NULL ? mem_strdup(".") :
	    mem_strndup(path, slash == path ? 1 : (size_t)(slash - path));
	above = realpath(folder, NULL);
	if (above == NULL)	/* who uses it says so, as it was typed */
		return mem_strdup(path);
	slash = slash == NULL ? path : slash + 1;
	buf_addf(&text, "%s/%.*s", strcmp(above, "/") == 0 ? "" : above,
	    (int)(path + n - slash), slash);
	return buf_steal(&text);
}

static const char *
settle(struct run_setup *setup, const char *path)
{
	if (path == NULL)
		return NULL;
	return *MEM_PUSH(setup->paths, setup->npaths, setup->paths_cap) =
	    lead(path);
}

static void
settle_list(struct run_setup *setup, struct run_list *list, bool granted)
{
	for (size_t i = 0; i < list->n && list->items[i] != NULL; i++) {
		const char *typed = list->items[i];

		list->items[i] = settle(setup, typed);
		if (typed[0] == '/')
			run_list_add(&setup->typed, typed);
		if (!granted)
			continue;
		run_list_add(&setup->granted, list->items[i]);
		if (typed[0] == '/')
			run_list_add(&setup->granted, typed);
	}
}

void
run_paths(struct run_setup *setup)
{
	settle_list(setup, &setup->reads, true);
	settle_list(setup, &setup->writes, true);
	settle_list(setup, &setup->execs, false);
	run_list_add(&setup->granted, NULL);
	if (setup->opts.chdir != NULL && setup->opts.chdir[0] == '/')
		run_list_add(&setup->typed, setup->opts.chdir);
	run_list_add(&setup->typed, NULL);
	setup->opts.typed = setup->typed.items;
	setup->opts.output = settle(setup, setup->opts.output);
	setup->opts.chdir = settle(setup, setup->opts.chdir);
	setup->opts.canonical = true;
}

const char *const *
run_granted(const struct run_setup *setup)
{
	return setup->granted.items;
}
