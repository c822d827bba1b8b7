/*
 * Ed25519 signatures and base64, by libsodium (which hash.c knows, too, and
 * no other file).
 *
 * A key is its 32-byte seed. Signing is deterministic: no random number is
 * drawn that a bad generator could spoil.
 */
#ifndef SALLYPORT_SIGN_H
#define SALLYPORT_SIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIGN_SEED	32
#define SIGN_PUBLIC	32
#define SIGN_BYTES	64

struct buf;

/* A seed from the kernel's generator; -EIO if it gives none. */
int sign_new_seed(uint8_t ret[SIGN_SEED]);
/* One way: who holds the next seed cannot find this one. */
void sign_next_seed(const uint8_t seed[SIGN_SEED], uint8_t ret[SIGN_SEED]);
void sign_public(const uint8_t seed[SIGN_SEED], uint8_t ret[SIGN_PUBLIC]);
void sign_make(const uint8_t seed[SIGN_SEED], const void *bytes, size_t n,
    uint8_t ret[SIGN_BYTES]);
bool sign_is_good(const uint8_t key[SIGN_PUBLIC], const void *bytes, size_t n,
    const uint8_t signature[SIGN_BYTES]);

/* Overwrite in a way that no compiler leaves out. */
void sign_wipe(void *secret, size_t n);

/* RFC 4648 section 4, with padding; decoding takes that one form only. */
void sign_base64(const void *bytes, size_t n, struct buf *out);
/* Exactly `want` bytes, or -EINVAL. */
int sign_unbase64(const char *text, size_t n, void *ret, size_t want);

#endif
