/* The log's keys at work: its first record, and its checkpoints. */
#include "audit.h"

#include <sys/random.h>

#include "audit_impl.h"
#include "audit_note.h"
#include "../base/buf.h"
#include "../base/json.h"
#include "../base/util.h"

static void
add_key(struct json *body, const char *id, const uint8_t seed[SIGN_SEED])
{
	auto_buf struct buf origin = BUF_INIT, key = BUF_INIT;
	uint8_t public[SIGN_PUBLIC];

	buf_addf(&origin, AUDIT_ORIGIN "%s", id);
	sign_public(seed, public);
	audit_note_key(origin.data, public, &key);
	js_put_str(body, "key", key.data);
}

/*
 * An empty log. If its folder holds a key that has signed before, this log
 * was not always empty: someone took the records away.
 */
int
audit_begin_locked(struct audit *a, struct audit_head *head)
{
	struct audit_signer s = { .first = 0 };
	unsigned char id[AUDIT_LOG_ID / 2];
	struct json *body;
	int r = audit_signer_load(a->side, &s);

	if (r == 0 && s.tree.size > 0)
		r = -EKEYREJECTED;
	else if (r == 0 || r == -ENOENT) {
		memset(&s, 0, sizeof(s));
		r = sign_new_seed(s.seed);
	}
	if (r == 0 && getrandom(id, sizeof(id), 0) != (ssize_t)sizeof(id))
		r = -EIO;
	for (size_t i = 0; r == 0 && i < sizeof(id); i++)
		snprintf(s.id + 2 * i, 3, "%02x", id[i]);
	if (r == 0)
		r = audit_signer_create(a->side, &s);
	if (r == 0) {
		body = js_obj();
		js_put_str(body, "format", AUDIT_FORMAT);
		js_put_str(body, "log", s.id);
		js_put_str(body, "sync", audit_sync_name(a->set.sync));
		add_key(body, s.id, s.seed);
		r = audit_append_locked(a, head, "log", body);
		js_free(body);
	}
	if (r == 0) {
		memcpy(a->id, s.id, sizeof(a->id));
		a->first = 0;
	}
	sign_wipe(&s, sizeof(s));
	return r;
}

/*
 * The key of this log, brought to its end. Where a crash came between a
 * checkpoint and the next seed, that seed is stored now: what follows may
 * find nothing to sign, and still has to find the key that signs next.
 */
static int
load_signer(struct audit *a, struct audit_signer *ret)
{
	uint64_t signed_size;
	int r = audit_signer_load(a->side, ret);

	if (r == -ENOENT)
		return -ENOKEY;
	if (r == -EBADMSG)
		return -EKEYREJECTED;
	if (r == 0 && strcmp(ret->id, a->id) != 0)
		r = -EKEYREJECTED;
	signed_size = ret->signed_size;
	if (r == 0)
		r = audit_signer_catch_up(ret, a->file.dir, a->file.name,
		    a->file.fd, a->first);
	if (r == 0 && ret->signed_size != signed_size)
		r = audit_signer_store(a->side, ret);
	if (r == 0)
		a->signed_size = ret->signed_size;
	return r;
}

int
audit_check_signed(struct audit *a)
{
	struct audit_signer s;
	int r = load_signer(a, &s);

	sign_wipe(&s, sizeof(s));
	return r;
}

/* The state takes in the record that was appended last. */
static void
follow(struct audit_signer *s, const struct audit_head *head)
{
	audit_tree_add(&s->tree, &head->hash);
	s->head = head->hash;
	s->offset = (uint64_t)head->size;
}

/* A copy for elsewhere. One that cannot be made is put on record. */
static int
send_anchor(struct audit *a, struct audit_head *head, struct audit_signer *s,
    const char *note)
{
	auto_buf struct buf text = BUF_INIT;
	struct json *body;
	int r;

	if (a->anchor < 0)
		return 0;
	buf_addf(&text, "%s\n", note);
	r = audit_file_write(a->anchor, text.data, text.len);
	if (r == 0)
		return 0;
	body = js_obj();
	js_put_str(body, "anchor", a->set.anchor);
	js_put_str(body, "error", strerror(-r));
	r = audit_append_locked(a, head, "unanchored", body);
	js_free(body);
	if (r == 0)
		follow(s, head);
	return r;
}

/*
 * The record comes first, then the next seed takes the place of the old one.
 * A crash in between leaves a state that is one epoch old: it catches up.
 */
static int
sign_with(struct audit *a, struct audit_head *head, struct audit_signer *s)
{
	auto_buf struct buf origin = BUF_INIT, note = BUF_INIT;
	uint8_t next[SIGN_SEED], key[SIGN_PUBLIC];
	struct json *body = js_obj();
	struct hash root;
	int r;

	sign_next_seed(s->seed, next);
	sign_public(next, key);
	audit_tree_root(&s->tree, &root);
	buf_addf(&origin, AUDIT_ORIGIN "%s", s->id);
	audit_note_make(origin.data, s->tree.size, &root, key, s->seed, &note);
	js_put_str(body, "note", note.data);
	r = audit_append_locked(a, head, "checkpoint", body);
	js_free(body);
	if (r == 0) {
		follow(s, head);
		memcpy(s->seed, next, sizeof(next));
		s->signed_size = a->signed_size = s->tree.size;
		r = audit_signer_store(a->side, s);
	}
	sign_wipe(next, sizeof(next));
	return r < 0 ? r : send_anchor(a, head, s, note.data);
}

int
audit_sign_locked(struct audit *a, struct audit_head *head, uint64_t least,
    struct audit_signer *ret)
{
	struct audit_signer s;
	int r = load_signer(a, &s);

	if (r == 0 && (s.tree.size != head->next ||
	    memcmp(&s.head, &head->hash, sizeof(s.head)) != 0))
		r = -EKEYREJECTED;
	if (r == 0 && s.tree.size - s.signed_size >= least)
		r = sign_with(a, head, &s);
	if (r == 0 && ret != NULL)
		*ret = s;
	sign_wipe(&s, sizeof(s));
	return r;
}
