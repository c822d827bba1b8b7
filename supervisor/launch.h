/*
 * The first process of the tree, from fork to exec.
 *
 * The child resets everything it inherited, waits on a pipe until the tracer
 * has seized it, then confines itself (Landlock, seccomp filter) and execs.
 * Between fork and exec it allocates nothing. Why the exec failed comes back
 * over a close-on-exec pipe.
 */
#ifndef SALLYPORT_LAUNCH_H
#define SALLYPORT_LAUNCH_H

#include <sys/types.h>

struct launch;

/* The waiting child; its parent-death signal is SIGKILL until it is seized. */
pid_t launch_pid(const struct launch *);

/* Let it go on to confine itself and exec. 0 or -errno. */
int launch_release(struct launch *);

/*
 * Once, at the stop after a successful exec of the first process: close the
 * supervisor's ends. Returns 0, or the negative errno the child reported when
 * its exec (or a step of its confinement, named in *ret_step) failed.
 */
int launch_outcome(struct launch *, const char **ret_step);

#endif
