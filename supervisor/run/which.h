/*
 * Which file a name stands for, and what a uid may do with it.
 */
#ifndef SALLYPORT_WHICH_H
#define SALLYPORT_WHICH_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

struct buf;

/*
 * May `uid`, with the group of the same number alone, do to it what `bits`
 * (of 0700) say? By the mode; access(2) would answer for us.
 */
bool which_may(const struct stat *, uid_t uid, mode_t bits);

/* May it list and enter this folder, which is canonical? */
bool which_may_enter(const char *canonical, uid_t uid);

/*
 * The program a name stands for: itself if it has a slash, else by PATH, and
 * only where `uid` may execute it. Relative parts of PATH are passed over, and
 * the folder `skip` (or NULL). *ret_path is the name as found, *ret_real is
 * canonical. Either may be NULL; both are the caller's to free. `tried` (or NULL) gets what was passed over, and why.
 * 0, -ENOENT, -EACCES, or what else the name gives.
 */
int which_find(const char *name, uid_t uid, const char *skip, char **ret_path,
    char **ret_real, struct buf *tried);

#endif
