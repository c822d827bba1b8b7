#include "objects.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/mem.h"
#include "../base/util.h"

struct object {
	int			fd;
	enum objects_kind	kind;
	int64_t			least;
};

struct objects {
	struct object	item[OBJECTS_MAX];
	unsigned	n, max, made;
};

struct objects *
objects_new(void)
{
	struct objects *objects = mem_new(1, sizeof(*objects));
	struct rlimit limit;

	/* Some are needed for all else. */
	objects->max = OBJECTS_MAX;
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
	    limit.rlim_cur / 2 < objects->max)
		objects->max = (unsigned)limit.rlim_cur / 2;
	return objects;
}

void
objects_free(struct objects *objects)
{
	unsigned i;

	if (objects == NULL)
		return;
	for (i = 0; i < objects->n; i++)
		close(objects->item[i].fd);
	free(objects);
}

bool
objects_is_open(int fd)
{
	if (fcntl(fd, F_SETLEASE, F_WRLCK) < 0)
		return true;
	fcntl(fd, F_SETLEASE, F_UNLCK);
	return false;
}

void
objects_sweep(struct objects *objects)
{
	unsigned i;

	for (i = objects->n; i-- > 0; ) {
		if (objects_is_open(objects->item[i].fd))
			continue;
		close(objects->item[i].fd);
		objects->made -= objects->item[i].kind == OBJECTS_MADE;
		objects->item[i] = objects->item[--objects->n];
	}
}

bool
objects_fit(struct objects *objects)
{
	if (objects->n >= objects->max)
		objects_sweep(objects);
	return objects->n < objects->max;
}

void
objects_hold(struct objects *objects, int fd, int64_t least,
    enum objects_kind kind)
{
	if (!objects_fit(objects)) {
		close(fd);	/* not without having asked */
		return;
	}
	objects->item[objects->n++] = (struct object){ fd, kind, least };
	objects->made += kind == OBJECTS_MADE;
}

unsigned
objects_made(const struct objects *objects)
{
	return objects->made;
}

void
objects_sum(const struct objects *objects, int64_t *ret_memory,
    int64_t *ret_disk)
{
	int64_t sum[2] = { 0, 0 }, bytes;
	const struct object *object;
	struct stat st;
	unsigned i;

	for (i = 0; i < objects->n; i++) {
		object = &objects->item[i];
		bytes = fstat(object->fd, &st) < 0 ? 0 :
		    (int64_t)st.st_blocks * 512;
		if (bytes < object->least)
			bytes = object->least;
		sum[object->kind == OBJECTS_MEMORY] += bytes;
	}
	*ret_memory = sum[true];
	*ret_disk = sum[false];
}
