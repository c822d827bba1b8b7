#include "hash.h"

#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/utils.h>

#include "util.h"

_Static_assert(sizeof(crypto_hash_sha256_state) <=
    sizeof(struct hash_state), "hash_state is too small");
_Static_assert(crypto_hash_sha256_BYTES == HASH_BYTES, "not SHA-256");

static crypto_hash_sha256_state *
state_of(struct hash_state *st)
{
	return (crypto_hash_sha256_state *)(void *)st->opaque;
}

void
hash_begin(struct hash_state *st)
{
	crypto_hash_sha256_init(state_of(st));
}

void
hash_update(struct hash_state *st, const void *bytes, size_t n)
{
	crypto_hash_sha256_update(state_of(st), bytes, n);
}

void
hash_end(struct hash_state *st, struct hash *ret)
{
	crypto_hash_sha256_final(state_of(st), ret->bytes);
}

void
hash_of(const void *bytes, size_t n, struct hash *ret)
{
	crypto_hash_sha256(ret->bytes, bytes, n);
}

int64_t
hash_fd(int fd, struct hash *ret)
{
	struct hash_state state;
	char block[65536];
	int64_t size = 0;
	ssize_t n;

	hash_begin(&state);
	while ((n = pread(fd, block, sizeof(block), size)) > 0 ||
	    (n < 0 && errno == EINTR)) {
		if (n < 0)
			continue;
		hash_update(&state, block, (size_t)n);
		size += n;
	}
	if (n < 0)
		return -errno;
	hash_end(&state, ret);
	return size;
}

_Static_assert(crypto_auth_hmacsha256_KEYBYTES == HASH_BYTES &&
    crypto_auth_hmacsha256_BYTES == HASH_BYTES, "not HMAC-SHA-256");

void
hash_keyed(const uint8_t key[HASH_BYTES], const void *bytes, size_t n,
    struct hash *ret)
{
	crypto_auth_hmacsha256(ret->bytes, bytes, n, key);
}

void
hash_hex(const struct hash *h, char ret[HASH_HEX])
{
	sodium_bin2hex(ret, HASH_HEX, h->bytes, HASH_BYTES);
}

int
hash_parse(const char *hex, struct hash *ret)
{
	struct hash parsed;
	size_t n;

	if (strlen(hex) != HASH_HEX - 1 ||
	    sodium_hex2bin(parsed.bytes, HASH_BYTES, hex, HASH_HEX - 1, NULL,
	    &n, NULL) != 0 || n != HASH_BYTES)
		return -EINVAL;
	*ret = parsed;
	return 0;
}

bool
hash_equals(const struct hash *a, const struct hash *b)
{
	return sodium_memcmp(a->bytes, b->bytes, HASH_BYTES) == 0;
}
