/*
 * A pool of our own: started for whoever needs one, and ended with him.
 */
#ifndef SALLYPORT_TOOLS_HOSTED_H
#define SALLYPORT_TOOLS_HOSTED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Zeroed before. */
struct hosted {
	char	*folder;	/* ours, it alone lies there; or NULL */
	char	*at;		/* its socket */
	pid_t	 pid;		/* 0: it has ended, or is not ours */
	bool	 begun;		/* it has answered */
};

/* Start it with these options, and wait until it listens; its folder has
 * `prefix` in its name. 0 or -errno: -ECHILD, it ended and said why. */
int hosted_start(struct hosted *, const char *prefix,
    const char *const *options, size_t n);
bool hosted_is_lost(struct hosted *);
/* Also after hosted_start() failed. What is open has been closed. */
void hosted_end(struct hosted *);

/* The program, or another file, as a child, which ends with us by the signal
 * `how_it_dies`. Its pid or -errno. */
pid_t hosted_spawn(const char *file, const char *const *argv, int input,
    int output, int how_it_dies);
#define HOSTED_PROGRAM	"/proc/self/exe"

/* All that comes, until its end; closes it. -1 is fine. */
void hosted_hear_out(int fd);

#endif
