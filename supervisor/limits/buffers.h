/*
 * What can wait in a pipe or a socket is memory that no limit of a process
 * counts, and so is what the kernel keeps of a watch of epoll(7), or of a text
 * below /proc for as long as it is open. Each counts for the most it can hold,
 * from the call that makes it until a look at a tree that stands still no
 * longer finds it.
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

/* What epoll(7) keeps of a descriptor (as measured, 6.18, rounded up). */
#define BUFFERS_WATCH	256
/*
 * A text below /proc: of those that hold names that a program chose (maps,
 * smaps), the longest line, each byte of a name written as four.
 */
#define BUFFERS_TEXT	INT64_C(32768)
#define BUFFERS_NAMES	INT64_C(524288)

#endif
