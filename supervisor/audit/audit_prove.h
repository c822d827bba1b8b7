/*
 * Checkpoints found in a log, and proofs that a record is under one.
 */
#ifndef SALLYPORT_AUDIT_PROVE_H
#define SALLYPORT_AUDIT_PROVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/*
 * A proof for record `seq` in the C2SP tlog-proof form, with the record's own
 * line as the extra data: a small verifier needs nothing else but the key.
 * The checkpoint is the one of `size` records, or the last if that is 0.
 *
 * Returns 0; -ENOENT: no such record is kept; -ENODATA: no checkpoint is over
 * it yet (or none of that size is there); -EBADMSG: the log is not whole; or
 * another negative errno.
 */
int audit_prove(const char *path, uint64_t seq, uint64_t size,
    struct buf *out);

/*
 * Checkpoints as they stand in the log: the last one, or all behind each
 * other with an empty line between. -ENODATA if there is none.
 */
int audit_checkpoints(const char *path, bool all, struct buf *out);

#endif
