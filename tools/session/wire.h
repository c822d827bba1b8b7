/*
 * Sockets of a pool and of its sessions, from both sides: a request is a line
 * of JSON and as many bytes as its member `bytes` says, and what is answered
 * ends with the connection.
 */
#ifndef SALLYPORT_TOOLS_WIRE_H
#define SALLYPORT_TOOLS_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../../supervisor/base/buf.h"

struct json;

#define WIRE_BYTES	(16 << 20)	/* that follow a request's first line */
#define WIRE_MS		10000	/* until all of a request is there; for who
				   takes nothing of what he is sent */

/* A new socket at `path` that only its user may open, or -errno: -EADDRINUSE
 * where something is. Nothing of ours is left there then. */
int wire_listen(const char *path, int backlog);

/* Connected, or -errno. Each wait for the other side takes at most `seconds`;
 * 0: as long as it takes. */
int wire_connect(const char *path, int seconds);
/* The same, but -EAGAIN where too many wait there to be heard. */
int wire_connect_now(const char *path, int seconds);

/* Send it: `bytes` is put into `head`. 0 or -errno. */
int wire_send(int fd, struct json *head, const char *bytes, size_t n);

/*
 * One that has connected. Nobody waits for him: what came is taken as it comes,
 * and what he is sent goes into a file, from which he gets what he takes.
 */
struct wire_peer {
	int		 fd;		/* -1: nobody; does not block */
	int64_t		 since;		/* ms: he came, or took something last */
	struct buf	 text;		/* of the request */
	struct json	*head;		/* its first line; NULL: not there yet */
	size_t		 nhead, bytes;	/* of that; of what follows it */
	int		 answer;	/* a file; -1: there is none yet */
	off_t		 sent;
	uint64_t	 turn;		/* he waits for his, behind lower ones; or 0 */
	int64_t		 until;		/* ms: so long */
	bool		 whole;		/* nothing is added to it any more */
};
#define WIRE_NOBODY { .fd = -1, .text = BUF_INIT, .answer = -1 }

void wire_begin(struct wire_peer *, int fd);	/* taken over */
void wire_forget(struct wire_peer *);		/* hangs up */
void wire_read_rest(struct wire_peer *);	/* of no use; before that */
/* Take what has come. 1: the request is all there; 0: not yet; -1: it is none,
 * and *ret_why (static) says why. */
int wire_hear(struct wire_peer *, const char **ret_why);
/* The same of one that lies in a file, whole: 0 or -errno. */
int wire_load(struct wire_peer *, int file);
/* What follows the request's first line. */
const char *wire_bytes(const struct wire_peer *);
/* The file of his answer, made if need be; -errno. */
int wire_answer(struct wire_peer *);
/* How much of it was not taken yet. */
int64_t wire_unsent(const struct wire_peer *);
/* Send what he takes now. False: he has all, or wants no more. */
bool wire_send_on(struct wire_peer *);

/* Can this be the name of a session, and of a tenant (1 to 64 letters, digits,
 * '.', '_' and '-')? */
bool wire_is_id(const char *id);
bool wire_is_tenant(const char *name);

#endif
