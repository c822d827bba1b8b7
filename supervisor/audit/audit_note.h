/*
 * Checkpoints: a tree head as a signed note (C2SP tlog-checkpoint and
 * signed-note), which the verifiers of other logs read, too.
 *
 *	sallyport/audit/583a937bf4cb37bd8e0405eb66cb01f4
 *	42
 *	CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
 *	next-key sallyport/audit/583a...+1f2e3d4c+AU...
 *
 *	— sallyport/audit/583a... <key id and signature in base64>
 *
 * The line next-key is an extension line of ours: each checkpoint ends an
 * epoch, and names the key that signs the next one.
 */
#ifndef SALLYPORT_AUDIT_NOTE_H
#define SALLYPORT_AUDIT_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/hash.h"
#include "../base/sign.h"

#define AUDIT_ORIGIN_MAX	128

struct buf;

struct audit_note {
	char		origin[AUDIT_ORIGIN_MAX];
	uint64_t	size;
	struct hash	root;
	bool		has_next;
	uint8_t		next[SIGN_PUBLIC];
	size_t		text;		/* bytes that are signed */
};

/* Sign with `seed`; `next` may be NULL. */
void audit_note_make(const char *origin, uint64_t size,
    const struct hash *root, const uint8_t *next,
    const uint8_t seed[SIGN_SEED], struct buf *out);

/* Exactly one note, or -EBADMSG. Signatures are not looked at yet. */
int audit_note_parse(const char *note, size_t n, struct audit_note *ret);

/* Is it signed by this key, under its own origin? */
bool audit_note_is_signed(const char *note, size_t n,
    const struct audit_note *, const uint8_t key[SIGN_PUBLIC]);

/*
 * The next note of a file that holds several behind each other: its bytes,
 * and where the one after it begins. False at the end.
 */
bool audit_note_next(const char *text, size_t n, size_t *at,
    const char **ret_note, size_t *ret_n);

/* A key as verifiers take it: NAME+ID+BASE64. */
void audit_note_key(const char *origin, const uint8_t key[SIGN_PUBLIC],
    struct buf *out);
/* Of that name, or -EINVAL. */
int audit_note_parse_key(const char *text, size_t n, const char *origin,
    uint8_t ret[SIGN_PUBLIC]);

#endif
