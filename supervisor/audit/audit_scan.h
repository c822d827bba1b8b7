/*
 * One line of the log, read strictly: is it a record, byte for byte in
 * RFC 8785 form? No tree is built, so a million lines take seconds.
 *
 * Two texts with one meaning would let a record be changed without changing
 * what a reader sees; so there is exactly one spelling for each value, and
 * anything else is no record: white space, other escapes, members out of
 * order or twice, reals, -0, integers beyond 2^53-1, bytes that are not UTF-8.
 */
#ifndef SALLYPORT_AUDIT_SCAN_H
#define SALLYPORT_AUDIT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/hash.h"

/* Without its newline. A longer record is refused by writer and reader. */
#define AUDIT_LINE_MAX	(4u << 20)
#define AUDIT_DEPTH_MAX	64
/* What every reader of JSON can hold exactly. */
#define AUDIT_NUM_MAX	9007199254740991LL

struct audit_line {
	uint64_t	 seq;
	int64_t		 time;		/* ms since 1970 */
	struct hash	 prev, hash;
	const char	*type;		/* within the line; [a-z0-9._-]+ */
	size_t		 type_len;
	size_t		 hash_at;	/* of the member `"hash":"...",` */
};

/*
 * Returns 0, or -EBADMSG with *ret_why a sentence and *ret_column (1-based,
 * in bytes) where. Both may be NULL.
 */
int audit_scan(const char *line, size_t n, struct audit_line *ret,
    const char **ret_why, size_t *ret_column);

/* The leaf hash of a scanned line: SHA-256(0x00 || line without "hash"). */
void audit_scan_leaf(const char *line, size_t n, const struct audit_line *,
    struct hash *ret);

#endif
