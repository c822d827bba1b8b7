/*
 * What the files of the log share. Not for others: audit.h is.
 */
#ifndef SALLYPORT_AUDIT_IMPL_H
#define SALLYPORT_AUDIT_IMPL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "audit_file.h"
#include "audit_signer.h"
#include "../base/hash.h"

#define AUDIT_FORMAT	"sallyport/audit/1"
#define AUDIT_ORIGIN	"sallyport/audit/"	/* and the log's id */
#define AUDIT_UNSIGNED_MAX	256	/* records without a checkpoint */
#define AUDIT_UNSYNCED_MAX	64
#define AUDIT_FIT	(1u << 20)	/* of lists and long texts in a record */

struct json;

enum audit_sync { AUDIT_SYNC_ALL = 0, AUDIT_SYNC_INTENT, AUDIT_SYNC_OFF };

struct audit_settings {
	enum audit_sync	 sync;
	int		 wait_ms;
	off_t		 rotate;	/* a file's size, 0: never */
	size_t		 keep;		/* full files, 0: all */
	const char	*anchor;	/* a file, or NULL */
	const char	*journal;	/* a socket, or NULL */
};

struct audit {
	struct audit_file	 file;
	struct audit_settings	 set;
	int			 side;		/* the folder FILE.d */
	int			 anchor, journal;	/* -1: none */
	char			 id[AUDIT_LOG_ID + 1];	/* "" until read */
	uint64_t		 first;		/* record of the open file */
	uint64_t		 signed_size;	/* as last seen */
	bool			 wrote;		/* anything, since opened */
	pthread_mutex_t		 lock;		/* of what follows: check
						   stores from many threads */
	int			 unsynced[AUDIT_UNSYNCED_MAX];
	size_t			 nunsynced;	/* submissions not yet known
						   to be on the disk */
};

/* The end of the log, known good, while the lock is held. */
struct audit_head {
	uint64_t	next;		/* the sequence number to come */
	struct hash	hash;
	off_t		size;
};

/* From the environment; -ENOTSUP for a value that means nothing. */
int audit_settings_read(struct audit_settings *ret);
/* After -ENOTSUP: which setting, what it is, what is wanted. */
const char *audit_settings_bad(void);
int audit_settings_bad_anchor(void);		/* -ENOTSUP */
const char *audit_sync_name(enum audit_sync);
/* The log's place in the state folder; -ENOENT if nothing says where. */
int audit_state_path(char **ret_path);

/* The lock is held. On success `head` is the new record's. */
int audit_append_locked(struct audit *, struct audit_head *head,
    const char *type, const struct json *body);

/* The line of a record, newline included. */
struct buf;
int audit_make_line(const struct audit_head *, const char *type,
    const struct json *body, struct buf *out, struct hash *ret_hash);

/* The first record, and with it the first key. */
int audit_begin_locked(struct audit *, struct audit_head *head);
/* Is the log still the one that was signed? For the first look at it. */
int audit_check_signed(struct audit *);
/*
 * Sign if `least` records or more are not signed yet. *ret (may be NULL) is
 * the key as it is then, at the log's end; the caller wipes it.
 */
int audit_sign_locked(struct audit *, struct audit_head *head,
    uint64_t least, struct audit_signer *ret);

/*
 * Close the full file and go on in a new one. The lock on the full one is
 * given up: enter again. On failure the old one still is the present one;
 * -EXDEV means that this file system has no links, and never will.
 */
int audit_rotate_locked(struct audit *, struct audit_head *head);
/* Delete what is beyond `keep`, on the record. */
int audit_retain_locked(struct audit *, struct audit_head *head);

/* The lock is held: make the secret if there is none. */
int audit_secret_make_locked(int side);

/* Have all submissions on the disk that were stored so far. */
int audit_sync_code(struct audit *);

/* A folder of ours below `dir`, made if it is missing. */
int audit_open_folder(int dir, const char *name, int *ret_fd);

/* A record of the log about itself. */
bool audit_is_own_type(const char *type);

/* Tell the journal, if there is one; never fails. */
void audit_mirror(const struct audit *, const char *type,
    const struct json *body, uint64_t seq);

#endif
