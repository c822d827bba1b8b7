/*
 * Sockets of a pool and of its sessions, from both sides: a request is a line
 * of JSON and as many bytes as its member `bytes` says, and what is answered
 * ends with the connection.
 */
#ifndef SALLYPORT_TOOLS_WIRE_H
#define SALLYPORT_TOOLS_WIRE_H

#include <stdbool.h>
#include <stddef.h>

struct json;

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

/* Can this be the name of a session? */
bool wire_is_id(const char *id);

#endif
