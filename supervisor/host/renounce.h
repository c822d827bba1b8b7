/*
 * What a process of ours may still ask of the kernel once the tree runs: what
 * it needs, and nothing else. Whoever took it over by hostile memory, names or
 * stacks could ask for no more. (What it may do to files and signals is bounded
 * by its user, by Landlock and by having no capability.)
 */
#ifndef SALLYPORT_RENOUNCE_H
#define SALLYPORT_RENOUNCE_H

struct sock_filter;

enum renounce_who {
	RENOUNCE_SUPERVISOR,	/* all its threads, and what it starts */
	RENOUNCE_SUPERVISOR_NET,	/* that of a run with datagrams */
	RENOUNCE_FRONT,		/* once it has forked the supervisor */
	RENOUNCE_SESSION,	/* the same, which hears what is asked of it */
	RENOUNCE_SERVICE,	/* the front of `serve`: sockets that it has */
};

/*
 * Give up everything else, for good. A call that was given up is not made: it
 * calls `say` with its number's text, from a handler of signals, then ends the
 * process, and so the tree. Needs no_new_privs or CAP_SYS_ADMIN. For the
 * supervisor: once the child exists, which would inherit it. 0 or -errno.
 */
int renounce(enum renounce_who, void (*say)(const char *nr));

/*
 * Engines of containers that are older than clone3 refuse it (EPERM), and libc
 * starts no thread and no program then: of a call that is not known (ENOSYS)
 * it goes the older way. So where it is refused, it is not known from now on,
 * to us and all that we start. To be called before the first thread; one call
 * where nothing is to be mended. 0 or -errno.
 */
int renounce_clone3(void);

/* The filter's program, at most RENOUNCE_MAX long; its length. */
#define RENOUNCE_MAX	400
unsigned renounce_program(enum renounce_who,
    struct sock_filter *code);

#endif
