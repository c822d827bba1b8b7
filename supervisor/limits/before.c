#include "before.h"

#include <errno.h>
#include <stdlib.h>

#include "../base/mem.h"
#include "limits_impl.h"
#include "disk.h"
#include "objects.h"

struct old {
	uint64_t	dev, ino;
	unsigned	links;		/* that the run made */
	bool		used, gone;
};

struct before {
	struct old	*old;
	size_t		 n, cap;	/* a power of two, less than 3/4 full */
	int64_t		 links;
};

struct before *
before_new(void)
{
	struct before *before = mem_new(1, sizeof(*before));

	before->cap = 64;
	before->old = mem_new(before->cap, sizeof(*before->old));
	return before;
}

void
before_free(struct before *before)
{
	if (before == NULL)
		return;
	free(before->old);
	free(before);
}

/* Where it is, or would be. */
static struct old *
place(const struct before *before, uint64_t dev, uint64_t ino)
{
	size_t at = (size_t)((ino ^ dev << 32) *
	    UINT64_C(0x9e3779b97f4a7c15) >> 20);
	struct old *old;

	for (;; at++) {
		old = &before->old[at & (before->cap - 1)];
		if (!old->used || (old->dev == dev && old->ino == ino))
			return old;
	}
}

static struct old *
find(const struct before *before, const struct stat *st)
{
	struct old *old = place(before, st->st_dev, st->st_ino);

	return old->used && !old->gone ? old : NULL;
}

void
before_add(struct before *before, const struct stat *st)
{
	struct old *was = before->old, *old;
	size_t i, cap = before->cap;

	if (before->n >= cap / 4 * 3) {
		before->cap = 2 * cap;
		before->old = mem_new(before->cap, sizeof(*before->old));
		for (i = 0; i < cap; i++)
			if (was[i].used)
				*place(before, was[i].dev, was[i].ino) =
				    was[i];
		free(was);
	}
	old = place(before, st->st_dev, st->st_ino);
	before->n += !old->used;
	*old = (struct old){ .dev = st->st_dev, .ino = st->st_ino,
	    .used = true };
}

bool
before_have(const struct before *before, const struct stat *st)
{
	return find(before, st) != NULL;
}

void
before_linked(struct before *before, const struct stat *st)
{
	struct old *old = find(before, st);

	if (old == NULL)
		return;
	old->links++;
	before->links++;
}

bool
before_unlinked(struct before *before, const struct stat *st)
{
	struct old *old = find(before, st);
	bool own = old == NULL || old->links > 0;

	if (old != NULL && own) {
		old->links--;
		before->links--;
	}
	/* Another file may have its number then. */
	if (old != NULL && (S_ISDIR(st->st_mode) || st->st_nlink <= 1))
		old->gone = true;
	return own;
}

int64_t
before_links(const struct before *before)
{
	return before->links;
}

int
limits_may_name(struct limits *limits, struct limits_refusal *ret)
{
	int64_t max = limits->max[RULES_FILES], used;
	int err = 0;

	pthread_mutex_lock(&limits->lock);
	used = limits->named + objects_made(limits->objects);
	if (used >= max) {
		objects_sweep(limits->objects);
		used = limits->named + objects_made(limits->objects);
	}
	if (used >= max)
		err = limits_refuse(limits, RULES_FILES, used, 1, ENOSPC, ret);
	pthread_mutex_unlock(&limits->lock);
	return err;
}

void
limits_on_name(struct limits *limits, const struct stat *linked, bool sure)
{
	pthread_mutex_lock(&limits->lock);
	limits->named++;
	limits->unsure += !sure;
	if (linked != NULL)
		before_linked(limits->before, linked);
	pthread_mutex_unlock(&limits->lock);
}

bool
limits_on_name_gone(struct limits *limits, const struct stat *st)
{
	bool own, made;

	pthread_mutex_lock(&limits->lock);
	made = !before_have(limits->before, st);
	own = before_unlinked(limits->before, st);
	if (own && limits->named > 0)
		limits->named--;
	pthread_mutex_unlock(&limits->lock);
	return made;
}

void
limits_recount_names(struct limits *limits, unsigned coming)
{
	struct disk_walk walk;

	pthread_mutex_lock(&limits->walking);
	disk_walk(limits->disk, true, &walk);
	pthread_mutex_unlock(&limits->walking);
	pthread_mutex_lock(&limits->lock);
	if (!walk.spent)
		limits->named = walk.names + before_links(limits->before) +
		    coming;
	limits->unsure = coming;
	pthread_mutex_unlock(&limits->lock);
}
