/* One record: from what the caller gives to the bytes of its line. */
#include "audit.h"

#include "audit_impl.h"
#include "audit_scan.h"
#include "../base/buf.h"
#include "../base/clock.h"
#include "../base/fit.h"
#include "../base/json.h"
#include "../base/redact.h"
#include "../base/util.h"

static bool
names_clash(const struct json *body)
{
	static const char *const ours[] = {
		"hash", "prev", "seq", "time", "boot", "type",
	};

	for (size_t i = 0; i < ARRAY_SIZE(ours); i++)
		if (js_get(body, ours[i]) != NULL)
			return true;
	return false;
}

/*
 * What a program did is recorded whatever it was: its lists are cut to what
 * has room, less and less of them. What judges and approves is whole or not
 * written at all.
 */
static int
make_text(const char *type, const struct json *record, struct buf *out)
{
	static const char cut[][12] = { "intent", "violation", "outcome" };
	static const size_t budgets[] = { AUDIT_FIT, AUDIT_FIT / 16, 0 };
	int r = js_canonical(record, out);

	for (size_t i = 0; r == 0 && i < ARRAY_SIZE(budgets) &&
	    out->len > 2 * AUDIT_FIT && IS_ONE_OF(type, cut); i++) {
		struct json *fitted = fit_json(record, budgets[i]);

		out->len = 0;
		r = js_canonical(fitted != NULL ? fitted : record, out);
		js_free(fitted);
	}
	return r == 0 && out->len > AUDIT_LINE_MAX ? -EMSGSIZE : r;
}

/*
 * The hash takes the place of as many zeros, so the text is made once. The
 * scanner that readers use has the last word on whether it is a record.
 */
int
audit_make_line(const struct audit_head *head, const char *type,
    const struct json *body, struct buf *out, struct hash *ret_hash)
{
	struct hash zeros = { { 0 } };
	struct audit_line line;
	struct json *record;
	char hex[HASH_HEX];
	int r;

	if (names_clash(body))
		return -EINVAL;
	/* Keys and signatures of the log look as random as any secret. */
	record = audit_is_own_type(type) ? js_copy(body) : redact_json(body);
	hash_hex(&zeros, hex);
	js_put_str(record, "hash", hex);
	hash_hex(&head->hash, hex);
	js_put_str(record, "prev", hex);
	js_put_num(record, "seq", (int64_t)head->next);
	js_put_num(record, "time", clock_ns(CLOCK_REALTIME) / 1000000);
	js_put_num(record, "boot", clock_ns(CLOCK_BOOTTIME) / 1000000);
	js_put_str(record, "type", type);
	r = make_text(type, record, out);
	js_free(record);
	if (r == 0 && audit_scan(out->data, out->len, &line, NULL, NULL) < 0)
		r = -EINVAL;
	if (r < 0)
		return r;
	audit_scan_leaf(out->data, out->len, &line, ret_hash);
	hash_hex(ret_hash, hex);
	memcpy(out->data + line.hash_at + strlen("\"hash\":\""), hex,
	    HASH_HEX - 1);
	buf_addc(out, '\n');
	return 0;
}
