#include "audit_walk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "audit_file.h"
#include "audit_parts.h"
#include "audit_reader.h"
#include "../base/mem.h"
#include "../base/util.h"

struct audit_walk {
	int			 dir, last;	/* last: the present file */
	int			 fd;		/* the one being read */
	struct audit_parts	 parts;
	size_t			 at;		/* index of it */
	struct audit_reader	 reader;
	off_t			 limit;		/* of the present file */
	bool			 is_part;
};

/*
 * The present file was opened before the folder was listed. Should it have
 * become full in between, the list holds it, and maybe later ones: those came
 * after we were asked.
 */
static void
drop_later(struct audit_walk *w)
{
	struct stat last, st;

	if (fstat(w->last, &last) < 0)
		return;
	for (size_t i = 0; i + 1 < w->parts.n; i++) {
		if (fstatat(w->dir, w->parts.items[i].name, &st,
		    AT_SYMLINK_NOFOLLOW) < 0 || st.st_dev != last.st_dev ||
		    st.st_ino != last.st_ino)
			continue;
		for (size_t k = i + 1; k < w->parts.n; k++)
			free(w->parts.items[k].name);
		w->parts.n = i + 1;
	}
}

static int
open_part(struct audit_walk *w)
{
	int r;

	audit_reader_free(&w->reader);
	if (w->fd >= 0 && w->fd != w->last)
		close(w->fd);
	w->fd = w->last;
	if (!audit_walk_is_last_file(w)) {
		w->fd = openat(w->dir, w->parts.items[w->at].name, O_RDONLY |
		    O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
		if (w->fd < 0)
			return -errno;
	}
	r = audit_reader_init(&w->reader, w->fd, 0);
	if (r == 0 && audit_walk_is_last_file(w))
		w->reader.limit = w->limit;
	return r;
}

static int
open_walk(struct audit_walk *w, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	auto_free char *folder = slash == NULL ? mem_strdup(".") :
	    mem_strndup(path, slash == path ? 1 : (size_t)(slash - path));
	int r = audit_file_open_read(path, &w->last);

	if (r < 0)
		return r;
	r = audit_reader_init(&w->reader, w->last, 0);
	if (r < 0)
		return r;
	w->limit = w->reader.limit;
	w->dir = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (w->dir < 0)
		return -errno;
	w->is_part = audit_parts_is_full(name);
	if (w->is_part) {
		struct audit_part *only = MEM_PUSH(w->parts.items, w->parts.n,
		    w->parts.cap);

		only->name = mem_strdup(name);
		only->first = UINT64_MAX;
	} else {
		r = audit_parts_list(w->dir, name, &w->parts);
		if (r < 0)
			return r;
		drop_later(w);
	}
	return open_part(w);
}

int
audit_walk_open(const char *path, struct audit_walk **ret)
{
	struct audit_walk *w = mem_new(1, sizeof(*w));
	int r;

	w->dir = w->last = w->fd = -1;
	r = open_walk(w, path);
	if (r < 0) {
		audit_walk_free(w);
		return r;
	}
	*ret = w;
	return 0;
}

void
audit_walk_free(struct audit_walk *w)
{
	if (w == NULL)
		return;
	audit_reader_free(&w->reader);
	audit_parts_free(&w->parts);
	if (w->fd >= 0 && w->fd != w->last)
		close(w->fd);
	if (w->last >= 0)
		close(w->last);
	if (w->dir >= 0)
		close(w->dir);
	free(w);
}

int
audit_walk_next(struct audit_walk *w, const char **ret_line, size_t *ret_n,
    bool *ret_whole)
{
	int r;

	while ((r = audit_reader_next(&w->reader, ret_line, ret_n,
	    ret_whole)) == 0 && !audit_walk_is_last_file(w)) {
		w->at++;
		r = open_part(w);
		if (r < 0)
			return r;
	}
	return r;
}

const char *
audit_walk_file(const struct audit_walk *w)
{
	return w->parts.items[w->at].name;
}

uint64_t
audit_walk_line(const struct audit_walk *w)
{
	return w->reader.line;
}

bool
audit_walk_is_last_file(const struct audit_walk *w)
{
	return w->at + 1 == w->parts.n;
}

bool
audit_walk_is_part(const struct audit_walk *w)
{
	return w->is_part;
}
