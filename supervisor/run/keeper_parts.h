/*
 * The parts of the keeper:
 *
 *	keeper		its fork, the commands
 *	keeper_walk	its side: finding, reading
 *	keeper_take	the front's side: hashing, writing copies
 *	keeper_files	one file, of a session: both sides
 */
#ifndef SALLYPORT_KEEPER_PARTS_H
#define SALLYPORT_KEEPER_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "keeper.h"

enum keeper_kind {
	KEEPER_INPUT = 1, KEEPER_COLLECT, KEEPER_REMOVE, KEEPER_FILE,
	KEEPER_DATA, KEEPER_END, KEEPER_SKIP, KEEPER_DONE,
	KEEPER_PUT, KEEPER_DROP, KEEPER_GET,
};

#define KEEPER_MOST	65536

/* Before the path of a KEEPER_FILE. */
enum {
	KEEPER_EXECUTABLE = 0, KEEPER_IS_TMP,	/* 'y' or '-' each */
	KEEPER_FLAGS,
};

/* What goes over the socket: this, and `len` bytes. */
struct keeper_head {
	uint32_t	kind, len;
};

/* Whole messages; 0 or -errno, -EPIPE when the other side is gone. */
int keeper_send(int fd, enum keeper_kind kind, const void *bytes, size_t n);
/* `bytes` has room for KEEPER_MOST, and a NUL. */
int keeper_receive(int fd, struct keeper_head *head, char *bytes);

/* The keeper's: what lies in work/ of `top_fd` goes to `fd`, but for `n` names
 * (which it sorts). */
int keeper_walk(int fd, int top_fd, int64_t max_bytes, char **inputs,
    size_t n);

/* The keeper's: of one file, whose path is in `bytes`; false: it is not. */
bool keeper_serve_file(int fd, int top_fd, enum keeper_kind, char *bytes,
    int *ret);
int keeper_put(int fd, const char *path, const char *bytes, size_t n);
int keeper_drop(int fd, const char *path);
int keeper_get(int fd, const char *path, int to, int64_t most);

/* A path no part of which is empty, "." or "..". */
bool keeper_is_plain(const char *path);

/* The front's. -errno if the keeper did not get to its end. */
int keeper_take(int fd, struct keeper_output, struct fit_list *files,
    struct fit_list *skipped);

#endif
