/*
 * The private folder of one run, and what the run leaves in it.
 *
 *	/tmp/sallyport-run.XXXXXXXXXXXXXXXX/	locked while the run lives
 *	    work/	where the run starts; TMPDIR
 *	    home/	HOME
 *	    code/	what was judged, of a script: see codedir.h
 *
 * The first two belong to the run's uid, 0700. The lock is on the upper
 * one: a run that was killed loses it, and the next run by the same user
 * removes what it finds unlocked. What lies in them is touched by a process of
 * the run's uid only (keeper.h).
 */
#ifndef SALLYPORT_WORKDIR_H
#define SALLYPORT_WORKDIR_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "keeper.h"

struct fit_list;
struct run_input;
struct workdir;

/* Sweeps leftovers, then makes a new one: in `base`, which exists, or (NULL)
 * where there is room for one. 0 or -errno. */
int workdir_new(uid_t uid, const char *base, struct workdir **ret);

/*
 * Starts the process that collects and removes: before this one gives up
 * starting any, and once there is time for it. 0 or -errno.
 */
int workdir_watch(struct workdir *);

/*
 * The folders that its aliases need, which only show them. Once something
 * watches, that is to remove them. 0 or -errno.
 */
struct policy;
int workdir_add_names(struct workdir *, const struct policy *);

/*
 * A folder for the folders of many runs: /tmp/sallyport-pool.XXXXXXXX,
 * locked while `*ret_fd` is open. Sweeps those that killed ones left. 0 or
 * -errno. Then, with what lies in it: the runs must be over.
 */
int workdir_pool_new(char **ret_path, int *ret_fd);
void workdir_pool_remove(const char *path, int fd);

/*
 * Removes it, whatever lies in it, with the run's rights; once. -errno if
 * something had to stay: *ret_where, if asked for and the caller's to free, is
 * the folder.
 */
int workdir_remove(struct workdir *, char **ret_where);
void workdir_free(struct workdir *);		/* removes nothing */

/* Holds the lock as long as any process has it open. */
int workdir_lock_fd(const struct workdir *);
const char *workdir_work(const struct workdir *);	/* canonical */
const char *workdir_home(const struct workdir *);
const char *workdir_code(const struct workdir *);	/* or NULL */

/* Its folder, empty, where it comes later; then, once: the script, and the files that belong to it.
 * 0 or -errno with *ret_why, the caller's to free. */
struct run_options;
int workdir_begin_code(struct workdir *);
int workdir_add_code(struct workdir *, const struct run_options *,
    char **ret_why);

/*
 * Copy its `file`, a regular one, in as its `name`; if it is bound to a hash,
 * exactly those bytes. On error *ret_why says what and
 * what to do; the caller's to free. -EINTR, without a text, once `stop` says
 * so.
 */
int workdir_add_input(struct workdir *, const struct run_input *,
    bool (*stop)(void), char **ret_why);

int64_t workdir_input_blocks(const struct workdir *);	/* bytes on disk */

/* As keeper_file(); a file of the code, there instead of one of its name. Once
 * it is watched. 0 or -errno. */
int workdir_file(struct workdir *, enum keeper_deed, const char *path,
    const char *bytes, size_t n, int to);
int workdir_put_code(struct workdir *, const char *name, const char *bytes,
    size_t n);

/* What was left, as keeper_collect() lists and copies it. The tree must be
 * dead. */
void workdir_collect(struct workdir *, struct keeper_output, int64_t max_bytes,
    struct fit_list *files, struct fit_list *skipped);

#endif
