/*
 * SHA-256, by libsodium: this and sign.h alone know that library.
 */
#ifndef SALLYPORT_HASH_H
#define SALLYPORT_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_BYTES	32
#define HASH_HEX	(HASH_BYTES * 2 + 1)

struct hash {
	uint8_t bytes[HASH_BYTES];
};

/* An incremental computation; opaque, on the caller's stack. */
struct hash_state {
	_Alignas(16) unsigned char opaque[128];
};

void hash_begin(struct hash_state *);
void hash_update(struct hash_state *, const void *bytes, size_t n);
void hash_end(struct hash_state *, struct hash *ret);

void hash_of(const void *bytes, size_t n, struct hash *ret);
/* All of a regular file, wherever its descriptor stands: its size, or -errno. */
int64_t hash_fd(int fd, struct hash *ret);

/* HMAC-SHA-256: who has not the key cannot try values until one fits. */
void hash_keyed(const uint8_t key[HASH_BYTES], const void *bytes, size_t n,
    struct hash *ret);

/* Lower-case hexadecimal, NUL-terminated. */
void hash_hex(const struct hash *, char ret[HASH_HEX]);
/* 0, or -EINVAL unless exactly 64 hexadecimal digits. */
int hash_parse(const char *hex, struct hash *ret);
/* In a time that does not tell where they differ: for secrets. */
bool hash_equals(const struct hash *, const struct hash *);

#endif
