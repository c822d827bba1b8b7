/*
 * A uid that nobody else has: what the kernel counts for each user (queued
 * signals, descriptors under way, pipes), no other run can use up, then.
 */
#ifndef SALLYPORT_OWN_UID_H
#define SALLYPORT_OWN_UID_H

#include <sys/types.h>

/*
 * The first uid from `first` to `last` that no run holds and no process has.
 * It is held as long as any process has *ret_fd, the caller's, open. Needs
 * root. On error *ret_why, the caller's to free, says what and what to do:
 * -EBUSY if none is free, -EINVAL if some of them are users or groups of the
 * host.
 */
int own_uid_take(uid_t first, uid_t last, uid_t *ret_uid, int *ret_fd,
    char **ret_why);

#endif
