#include "audit_note.h"

#include "../base/buf.h"
#include "../base/util.h"

#define DASH		"\xe2\x80\x94 "		/* an em dash and a space */
#define NEXT		"next-key "
#define ED25519		0x01			/* the signature type */
#define ID_BYTES	4

static void
key_id(const char *name, size_t n, const uint8_t key[SIGN_PUBLIC],
    uint8_t ret[ID_BYTES])
{
	static const uint8_t type[] = { '\n', ED25519 };
	struct hash_state st;
	struct hash h;

	hash_begin(&st);
	hash_update(&st, name, n);
	hash_update(&st, type, sizeof(type));
	hash_update(&st, key, SIGN_PUBLIC);
	hash_end(&st, &h);
	memcpy(ret, h.bytes, ID_BYTES);
}

void
audit_note_key(const char *origin, const uint8_t key[SIGN_PUBLIC],
    struct buf *out)
{
	uint8_t id[ID_BYTES], typed[1 + SIGN_PUBLIC] = { ED25519 };

	key_id(origin, strlen(origin), key, id);
	memcpy(typed + 1, key, SIGN_PUBLIC);
	buf_addf(out, "%s+%02x%02x%02x%02x+", origin, id[0], id[1], id[2],
	    id[3]);
	sign_base64(typed, sizeof(typed), out);
}

int
audit_note_parse_key(const char *text, size_t n, const char *origin,
    uint8_t ret[SIGN_PUBLIC])
{
	size_t name = strlen(origin), skip = name + 1 + 2 * ID_BYTES + 1;
	uint8_t id[ID_BYTES], typed[1 + SIGN_PUBLIC];
	char hex[2 * ID_BYTES + 1];

	if (n <= skip || memcmp(text, origin, name) != 0 ||
	    text[name] != '+' || text[skip - 1] != '+' ||
	    sign_unbase64(text + skip, n - skip, typed, sizeof(typed)) < 0 ||
	    typed[0] != ED25519)
		return -EINVAL;
	key_id(origin, name, typed + 1, id);
	snprintf(hex, sizeof(hex), "%02x%02x%02x%02x", id[0], id[1], id[2],
	    id[3]);
	if (memcmp(hex, text + name + 1, 2 * ID_BYTES) != 0)
		return -EINVAL;
	memcpy(ret, typed + 1, SIGN_PUBLIC);
	return 0;
}

void
audit_note_make(const char *origin, uint64_t size, const struct hash *root,
    const uint8_t *next, const uint8_t seed[SIGN_SEED], struct buf *out)
{
	uint8_t key[SIGN_PUBLIC], signature[ID_BYTES + SIGN_BYTES];
	size_t start = out->len, text;

	buf_addf(out, "%s\n%llu\n", origin, (unsigned long long)size);
	sign_base64(root, sizeof(*root), out);
	buf_addc(out, '\n');
	if (next != NULL) {
		buf_adds(out, NEXT);
		audit_note_key(origin, next, out);
		buf_addc(out, '\n');
	}
	text = out->len - start;
	sign_public(seed, key);
	key_id(origin, strlen(origin), key, signature);
	sign_make(seed, out->data + start, text, signature + ID_BYTES);
	buf_addf(out, "\n" DASH "%s ", origin);
	sign_base64(signature, sizeof(signature), out);
	buf_addc(out, '\n');
}

/* The next line of [*at, end), without its newline; false if there is none. */
static bool
take_line(const char **at, const char *end, const char **ret, size_t *ret_n)
{
	const char *stop = *at < end ?
	    memchr(*at, '\n', (size_t)(end - *at)) : NULL;

	if (stop == NULL)
		return false;
	*ret = *at;
	*ret_n = (size_t)(stop - *at);
	*at = stop + 1;
	return true;
}

static int
parse_size(const char *line, size_t n, uint64_t *ret)
{
	uint64_t size = 0;

	if (n == 0 || n > 18 || (line[0] == '0' && n > 1))
		return -EBADMSG;
	for (size_t i = 0; i < n; i++) {
		if (line[i] < '0' || line[i] > '9')
			return -EBADMSG;
		size = size * 10 + (uint64_t)(line[i] - '0');
	}
	*ret = size;
	return 0;
}

static bool
is_name(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] <= ' ' || s[i] == '+' || s[i] == 0x7f)
			return false;
	return n > 0 && n < AUDIT_ORIGIN_MAX;
}

int
audit_note_parse(const char *note, size_t n, struct audit_note *ret)
{
	const char *at = note, *end = note + n, *line;
	struct audit_note got = { .has_next = false };
	size_t len, signatures = 0;

	if (!u8_valid(note, n) || !take_line(&at, end, &line, &len) ||
	    !is_name(line, len))
		return -EBADMSG;
	memcpy(got.origin, line, len);
	if (!take_line(&at, end, &line, &len) ||
	    parse_size(line, len, &got.size) < 0 ||
	    !take_line(&at, end, &line, &len) ||
	    sign_unbase64(line, len, got.root.bytes, HASH_BYTES) < 0)
		return -EBADMSG;
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)note[i] < 0x20 && note[i] != '\n')
			return -EBADMSG;
	for (;;) {
		got.text = (size_t)(at - note);
		if (!take_line(&at, end, &line, &len))
			return -EBADMSG;
		if (len == 0)
			break;
		if (len <= strlen(NEXT) ||
		    memcmp(line, NEXT, strlen(NEXT)) != 0)
			continue;	/* an extension we do not know */
		if (got.has_next || audit_note_parse_key(line + strlen(NEXT),
		    len - strlen(NEXT), got.origin, got.next) < 0)
			return -EBADMSG;
		got.has_next = true;
	}
	while (take_line(&at, end, &line, &len)) {
		if (len <= strlen(DASH) || memcmp(line, DASH, strlen(DASH)) != 0)
			return -EBADMSG;
		signatures++;
	}
	if (at != end || signatures == 0)
		return -EBADMSG;
	*ret = got;
	return 0;
}

bool
audit_note_is_signed(const char *note, size_t n, const struct audit_note *head,
    const uint8_t key[SIGN_PUBLIC])
{
	const char *at = note + head->text + 1, *end = note + n, *line;
	uint8_t id[ID_BYTES], signature[ID_BYTES + SIGN_BYTES];
	size_t len, name = strlen(head->origin), skip;

	key_id(head->origin, name, key, id);
	skip = strlen(DASH) + name + 1;
	while (take_line(&at, end, &line, &len)) {
		if (len <= skip || line[skip - 1] != ' ' ||
		    memcmp(line + strlen(DASH), head->origin, name) != 0 ||
		    sign_unbase64(line + skip, len - skip, signature,
		    sizeof(signature)) < 0 ||
		    memcmp(signature, id, ID_BYTES) != 0)
			continue;	/* someone else's, a witness's */
		return sign_is_good(key, note, head->text,
		    signature + ID_BYTES);
	}
	return false;
}

bool
audit_note_next(const char *text, size_t n, size_t *at, const char **ret_note,
    size_t *ret_n)
{
	const char *p = text + *at, *end = text + n, *line, *before;
	bool behind_text = false, signatures = false;
	size_t len;

	while (p < end && *p == '\n')
		p++;
	*ret_note = p;
	for (;;) {
		before = p;
		if (!take_line(&p, end, &line, &len))
			break;
		if (len == 0 && !behind_text)
			behind_text = true;
		else if (behind_text && len > strlen(DASH) &&
		    memcmp(line, DASH, strlen(DASH)) == 0)
			signatures = true;
		else if (signatures)
			break;
	}
	*ret_n = (size_t)(before - *ret_note);
	*at = (size_t)(before - text);
	return *ret_n > 0;
}
