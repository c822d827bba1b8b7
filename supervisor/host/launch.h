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

#include "../base/rules.h"

struct launch;
struct sock_fprog;

/* Everything is borrowed, and must live until launch_outcome. */
struct launch_config {
	const char		*exe;		/* canonical */
	char *const		*argv, *const *env;
	const char		*cwd;
	int			 stdio[3];
	const int		*extra;		/* become 3, 4, ... */
	size_t			 nextra;
	int64_t			 limits[RULES_NLIMITS];
	unsigned		 above;		/* descriptors that a zygote may
						   have made above its limit */
	int			 guard_fd;	/* -1: none */
	int			 way_fd;	/* for sockets; -1: none */
	int			 landlock_fd;	/* -1: none */
	const struct sock_fprog	*filter;
	const struct sock_fprog	*before;	/* another; or NULL */
};

/* Fork the child; it waits for launch_release. 0 or -errno. */
int launch_new(const struct launch_config *, struct launch **ret);

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
