#include "sign.h"

#include <sodium/crypto_sign_ed25519.h>
#include <sodium/utils.h>
#include <sys/random.h>

#include "buf.h"
#include "hash.h"
#include "mem.h"
#include "util.h"

_Static_assert(crypto_sign_ed25519_SEEDBYTES == SIGN_SEED, "seed");
_Static_assert(crypto_sign_ed25519_PUBLICKEYBYTES == SIGN_PUBLIC, "key");
_Static_assert(crypto_sign_ed25519_BYTES == SIGN_BYTES, "signature");

int
sign_new_seed(uint8_t ret[SIGN_SEED])
{
	/* Up to 256 bytes come whole, never in part (getrandom(2)). */
	return getrandom(ret, SIGN_SEED, 0) == SIGN_SEED ? 0 : -EIO;
}

void
sign_next_seed(const uint8_t seed[SIGN_SEED], uint8_t ret[SIGN_SEED])
{
	static const char label[] = "sallyport next epoch";
	struct hash_state st;
	struct hash next;

	_Static_assert(HASH_BYTES == SIGN_SEED, "a hash makes a seed");
	hash_begin(&st);
	hash_update(&st, label, sizeof(label));	/* its NUL, too */
	hash_update(&st, seed, SIGN_SEED);
	hash_end(&st, &next);
	memcpy(ret, next.bytes, SIGN_SEED);
	sign_wipe(&next, sizeof(next));
	sign_wipe(&st, sizeof(st));
}

void
sign_public(const uint8_t seed[SIGN_SEED], uint8_t ret[SIGN_PUBLIC])
{
	uint8_t secret[crypto_sign_ed25519_SECRETKEYBYTES];

	crypto_sign_ed25519_seed_keypair(ret, secret, seed);
	sign_wipe(secret, sizeof(secret));
}

void
sign_make(const uint8_t seed[SIGN_SEED], const void *bytes, size_t n,
    uint8_t ret[SIGN_BYTES])
{
	uint8_t secret[crypto_sign_ed25519_SECRETKEYBYTES];
	uint8_t key[SIGN_PUBLIC];

	crypto_sign_ed25519_seed_keypair(key, secret, seed);
	crypto_sign_ed25519_detached(ret, NULL, bytes, n, secret);
	sign_wipe(secret, sizeof(secret));
}

bool
sign_is_good(const uint8_t key[SIGN_PUBLIC], const void *bytes, size_t n,
    const uint8_t signature[SIGN_BYTES])
{
	return crypto_sign_ed25519_verify_detached(signature, bytes, n,
	    key) == 0;
}

void
sign_wipe(void *secret, size_t n)
{
	sodium_memzero(secret, n);
}

void
sign_base64(const void *bytes, size_t n, struct buf *out)
{
	size_t len = sodium_base64_ENCODED_LEN(n,
	    sodium_base64_VARIANT_ORIGINAL);
	auto_free char *text = mem_new(len, 1);

	sodium_bin2base64(text, len, bytes, n,
	    sodium_base64_VARIANT_ORIGINAL);
	buf_adds(out, text);
}

int
sign_unbase64(const char *text, size_t n, void *ret, size_t want)
{
	auto_free unsigned char *bytes = mem_new(want, 1);
	const char *end;
	size_t len;

	if (sodium_base642bin(bytes, want, text, n, NULL, &len, &end,
	    sodium_base64_VARIANT_ORIGINAL) != 0 || len != want ||
	    end != text + n)
		return -EINVAL;
	memcpy(ret, bytes, want);
	return 0;
}
