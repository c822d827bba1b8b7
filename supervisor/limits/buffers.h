/*
 * What waits in pipes and sockets is memory that no limit of a process counts.
 * No /proc tells how much waits, so each counts for the most it can hold.
 */
#ifndef SALLYPORT_BUFFERS_H
#define SALLYPORT_BUFFERS_H

#include <stdint.h>
#include <sys/types.h>

struct procfs_look;

/* The filter refuses to make a pipe larger (F_SETPIPE_SZ). */
#define BUFFERS_PIPE	INT64_C(65536)
/* Of a socket, before the kernel doubles it; its default is as much. */
#define BUFFERS_SEND	106496
/*
 * A local socket of streams: what it may send, and what its peer, which may be
 * closed by now, has sent it; the filter refuses a larger SO_SNDBUF.
 */
#define BUFFERS_STREAM	(2 * INT64_C(221184))
/* One of messages: those of max_dgram_qlen senders that are closed by now. */
#define BUFFERS_SOCKET	(12 * INT64_C(221184))

/*
 * The sum for those of the look's sockets that are local, by the list of them
 * that process `pid` sees. Where that cannot be read, each is the worst.
 */
int64_t buffers_of_sockets(pid_t pid, const struct procfs_look *);

#endif
