/*
 * What a process gives up before it runs anything untrusted.
 */
#ifndef SALLYPORT_CONFINE_H
#define SALLYPORT_CONFINE_H

#include <stdint.h>
#include <sys/types.h>

#include "../base/rules.h"

/*
 * Become `uid` and its group of the same number, without supplementary groups
 * and without any capability, for good. As root any uid; else only one's own.
 * Returns 0 or -errno; after an error the process must end.
 */
int confine_become(uid_t uid);

/*
 * The resource limits of a process of the tree, `pid` or (0) this one.
 * Async-signal-safe. Descriptors that are open already stay, whatever their
 * number; it may allow itself as many more numbers as `above`.
 */
int confine_rlimits(pid_t pid, const int64_t limits[RULES_NLIMITS],
    unsigned above);
/* Room for descriptors up to that number, as far as it may have any. */
int confine_room(pid_t pid, int64_t most);

/*
 * Every signal as at the start of a program, but SIGXFSZ ignored, so that a
 * file that grows too large gives EFBIG instead of a death without a word,
 * traced or not.
 * Async-signal-safe.
 */
void confine_signals(void);

/* Close all descriptors from `first` to `last`. Async-signal-safe. */
int confine_close(unsigned first, unsigned last);

/* Every descriptor but those of `keep`; -1 there names none. */
void confine_close_others(const int *keep, size_t n);

#endif
