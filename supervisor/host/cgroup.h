/*
 * A control group of the run's own, where the host has delegated one (cgroup
 * v2): the kernel's own bound on memory and tasks, behind the ones that are
 * counted here, and one write that ends whatever is left.
 *
 * Delegated means: a folder of the hierarchy, our own or one above it, in which
 * we may make groups, and which hands the memory and pids controllers on
 * (cgroups(7), "Delegation"). For root every folder may be written, so there
 * the mark that systemd leaves (the attribute "delegate") has to be present.
 */
#ifndef SALLYPORT_CGROUP_H
#define SALLYPORT_CGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct cgroup;

/*
 * Where a run's group may be made: below the folder `where`; NULL: wherever
 * this host offers it. `memory` in bytes, `tasks` processes and threads, `cpus`
 * in thousandths of a processor (0: all), which is held only where the cpu
 * controller is handed on, too.
 * Returns 0 with *ret (NULL: the host offers none), or a negative errno if
 * `where` cannot be used, *ret_why then says why (the caller's to free).
 */
int cgroup_new(const char *where, int64_t memory, int64_t tasks, int64_t cpus,
    struct cgroup **ret, char **ret_why);
/* Is `cpus` held? And for how long (ms) it kept the tree from running. */
bool cgroup_holds_cpus(const struct cgroup *);
int64_t cgroup_throttled(const struct cgroup *);

/*
 * Written to by cgroup_join; stays valid across a change of uid (the kernel
 * asks who opened it, since Linux 5.17 and the stable kernels of early 2022).
 */
int cgroup_join_fd(const struct cgroup *);

/* Move a process that has not forked yet. 0 or -errno. */
int cgroup_join(int join_fd, pid_t);

/* Did the kernel kill any of it for want of memory? */
bool cgroup_was_full(const struct cgroup *);

/* The folder; valid until cgroup_end. */
const char *cgroup_path(const struct cgroup *);

/* Kill what is left in it, remove it, free it. Accepts NULL. */
void cgroup_end(struct cgroup *);

#endif
