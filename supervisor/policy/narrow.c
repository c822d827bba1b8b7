#include "narrow.h"

#include <string.h>

#include "../base/buf.h"
#include "../base/mem.h"
#include "../base/util.h"

struct narrowed {
	struct narrow	 need;
	char		*work, *home;
	char		**names[2];	/* read, write; canonical */
	size_t		 n[2], cap[2];
};

/* Without empty, "." and ".." parts: names are judged after links. */
static char *
clean(const char *dir, const char *name)
{
	auto_buf struct buf out = BUF_INIT;
	size_t n;

	if (name[0] != '/')
		buf_adds(&out, dir);
	while (*name != '\0') {
		n = strcspn(name, "/");
		if (n == 2 && memcmp(name, "..", 2) == 0) {
			while (out.len > 0 && out.data[--out.len] != '/')
				;
		} else if (n > 0 && !(n == 1 && *name == '.')) {
			buf_addc(&out, '/');
			buf_add(&out, name, n);
		}
		name += n + (name[n] == '/');
	}
	if (out.len == 0)
		buf_addc(&out, '/');
	return mem_strndup(out.data, out.len);
}

static void
add_all(struct narrowed *n, int which, const char *const *names,
    const char *dir, const struct policy *policy)
{
	for (; names != NULL && *names != NULL; names++) {
		auto_free char *name = clean(dir, *names);

		*MEM_PUSH(n->names[which], n->n[which], n->cap[which]) =
		    policy_unalias(policy, name);
	}
}

struct narrowed *
narrow_new(const struct narrow *need, const struct policy_dirs *dirs,
    const struct policy *policy)
{
	struct narrowed *n = mem_new(1, sizeof(*n));

	n->need = *need;
	n->need.reads = n->need.writes = NULL;
	n->work = mem_strdup(dirs->work);
	n->home = mem_strdup(dirs->home);
	add_all(n, 0, need->reads, dirs->work, policy);
	add_all(n, 1, need->writes, dirs->work, policy);
	return n;
}

void
narrow_free(struct narrowed *n)
{
	size_t i;
	int which;

	if (n == NULL)
		return;
	for (which = 0; which < 2; which++) {
		for (i = 0; i < n->n[which]; i++)
			free(n->names[which][i]);
		free(n->names[which]);
	}
	free(n->work);
	free(n->home);
	free(n);
}

static bool
is_below(const char *path, const char *dir)
{
	size_t n = strlen(dir);

	return strncmp(path, dir, n) == 0 &&
	    (path[n] == '\0' || path[n] == '/');
}

/* Of the home what tempfile and semaphores use, whoever asks for them. */
static bool
is_for_a_while(const struct narrowed *n, const char *path)
{
	size_t len = strlen(n->home);

	return is_below(path, n->home) && path[len] == '/' &&
	    (is_below(path + len + 1, POLICY_TMP) ||
	    is_below(path + len + 1, POLICY_SHM));
}

/*
 * A name stands for itself, for what is below it, for the folders on the way
 * there, and for what libraries put beside it: x.npy, db-journal.
 */
static bool
is_meant(const char *path, const char *name)
{
	size_t n = strlen(name);

	if (strcmp(name, "/") == 0 || is_below(name, path))
		return true;
	return strncmp(path, name, n) == 0 && (path[n] == '\0' ||
	    path[n] == '/' || path[n] == '.' || path[n] == '-');
}

static bool
is_named(const struct narrowed *n, int which, const char *path)
{
	size_t i;

	for (i = 0; i < n->n[which]; i++)
		if (is_meant(path, n->names[which][i]))
			return true;
	return false;
}

const char *
narrow_path(const struct narrowed *n, enum access access, const char *path)
{
	if (n == NULL)
		return NULL;
	switch (access) {
	case ACCESS_READ:
		/* What it wrote, it may read; elsewhere the table says. */
		return n->need.work || !is_below(path, n->work) ||
		    is_named(n, 0, path) || is_named(n, 1, path) ? NULL :
		    "undeclared-read";
	case ACCESS_WRITE:
		return (n->need.home && is_below(path, n->home)) ||
		    (n->need.work && is_below(path, n->work)) ||
		    is_for_a_while(n, path) ||
		    strncmp(path, "/dev/", 5) == 0 || is_named(n, 1, path) ?
		    NULL : "undeclared-write";
	case ACCESS_EXEC:
		return n->need.processes ? NULL : "undeclared-process";
	case ACCESS_CONNECT:
	case ACCESS_BIND:
		return n->need.network ? NULL : "undeclared-socket";
	default:
		return NULL;
	}
}

const char *
narrow_task(const struct narrowed *n, bool is_thread)
{
	if (n == NULL || (is_thread ? n->need.threads : n->need.processes))
		return NULL;
	return is_thread ? "undeclared-thread" : "undeclared-process";
}

const char *
narrow_syscall(const struct narrowed *n, const char *name)
{
	if (n == NULL || n->need.network)
		return NULL;
	/* Event loops and pools wake themselves through a pair. */
	if (strcmp(name, "socketpair") == 0 && !n->need.threads &&
	    !n->need.processes)
		return "undeclared-socket";
	return NULL;
}
