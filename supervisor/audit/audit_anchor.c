#include "audit_anchor.h"

#include "audit_note.h"
#include "audit_scan.h"
#include "../base/mem.h"
#include "../base/util.h"

/* "SEQ:HASH", both in their one spelling. */
static int
parse_head(const char *line, size_t n, struct audit_anchor *ret)
{
	struct audit_anchor a = { .is_root = false };
	auto_free char *text = mem_strndup(line, n);
	uint64_t seq = 0;
	char *p = text;

	while (*p >= '0' && *p <= '9') {
		seq = seq * 10 + (uint64_t)(*p++ - '0');
		if (seq >= (uint64_t)AUDIT_NUM_MAX)
			return -EINVAL;
	}
	if (p == text || *p != ':' || hash_parse(p + 1, &a.hash) < 0)
		return -EINVAL;
	a.size = seq + 1;
	*ret = a;
	return 0;
}

static int
parse_note(const char *text, size_t n, size_t *at, struct audit_anchor *ret)
{
	struct audit_anchor a = { .is_root = true };
	struct audit_note note;
	const char *bytes;
	size_t len;

	if (!audit_note_next(text, n, at, &bytes, &len) ||
	    audit_note_parse(bytes, len, &note) < 0)
		return -EINVAL;
	a.size = note.size;
	a.hash = note.root;
	memcpy(a.origin, note.origin, sizeof(a.origin));
	*ret = a;
	return 0;
}

/* A key is one that matches its own id. */
static int
parse_key(const char *line, size_t n, char **ret)
{
	auto_free char *text = mem_strndup(line, n);
	auto_free char *origin = mem_strndup(text, strcspn(text, "+"));
	uint8_t key[SIGN_PUBLIC];

	if (*ret != NULL || audit_note_parse_key(text, n, origin, key) < 0)
		return -EINVAL;
	*ret = steal_ptr(&text);
	return 0;
}

static int
compare_anchors(const void *left, const void *right)
{
	const struct audit_anchor *a = left, *b = right;

	return a->size < b->size ? -1 : a->size > b->size;
}

int
audit_anchors_parse(const char *text, struct audit_anchors *ret)
{
	struct audit_anchors got = { NULL, 0, 0, NULL };
	size_t n = strlen(text), at = 0, len;
	struct audit_anchor a;
	int r = 0;

	while (r == 0 && at < n) {
		len = strcspn(text + at, "\n");
		if (len == 0) {
			at++;
			continue;
		}
		if (memchr(text + at, '+', len) != NULL) {
			r = parse_key(text + at, len, &got.key);
			at += len;
			continue;
		}
		if (parse_head(text + at, len, &a) == 0)
			at += len;
		else
			r = parse_note(text, n, &at, &a);
		if (r == 0)
			*MEM_PUSH(got.items, got.n, got.cap) = a;
	}
	if (r < 0) {
		audit_anchors_free(&got);
		return r;
	}
	if (got.n > 0)
		qsort(got.items, got.n, sizeof(*got.items), compare_anchors);
	*ret = got;
	return 0;
}

void
audit_anchors_free(struct audit_anchors *a)
{
	free(a->items);
	free(a->key);
	*a = (struct audit_anchors){ NULL, 0, 0, NULL };
}
