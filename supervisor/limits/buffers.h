/*
 * What can wait in a pipe or a socket is memory that no limit of a process
 * counts. Each counts for the most it can hold, from the call that makes it
 * until a look at a tree that stands still no longer finds it.
 */
#ifndef SALLYPORT_BUFFERS_H
#define SALLYPORT_BUFFERS_H

#include <stdint.h>

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
#define BUFFERS_MESSAGES	(12 * INT64_C(221184))
/* An internet socket, which exists where a row names whom it may reach. */
#define BUFFERS_INET	(INT64_C(1) << 20)
/* So many may wait to be accepted; each has a peer, which may be closed. */
#define BUFFERS_BACKLOG	16

#endif
