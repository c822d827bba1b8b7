/*
 * A copy of each record for the system's journal, in its own protocol: one
 * datagram of NAME=value lines. A mirror, not the log: what cannot be sent at
 * once is not sent.
 */
#include "audit_impl.h"

#include <sys/socket.h>

#include "../base/buf.h"
#include "../base/json.h"
#include "../base/redact.h"
#include "../base/util.h"

#define LONGEST	(32u * 1024)

static void
add_field(const char *key, const struct json *value, void *arg)
{
	struct buf *out = arg, text = BUF_INIT, clean = BUF_INIT;

	for (const char *p = key; *p != '\0'; p++)
		if (!((*p >= 'a' && *p <= 'z') || *p == '_'))
			return;
	if (redact_is_name(key))
		return;
	if (js_as_str(value) != NULL) {
		buf_add_visible(&text, js_as_str(value),
		    strlen(js_as_str(value)));
		if (redact_text(text.data, text.len, &clean)) {
			buf_free(&text);
			text = clean;
		}
	}
	else if (!js_is_obj(value) && !js_is_arr(value))
		js_write(value, &text);
	if (text.len > 0 && out->len + text.len < LONGEST) {
		buf_adds(out, "SALLYPORT_");
		for (const char *p = key; *p != '\0'; p++)
			buf_addc(out, *p == '_' ? '_' : (char)(*p - 'a' + 'A'));
		buf_addf(out, "=%s\n", text.data);
	}
	buf_free(&text);
}

void
audit_mirror(const struct audit *a, const char *type, const struct json *body,
    uint64_t seq)
{
	auto_buf struct buf out = BUF_INIT;
	ssize_t n;

	if (a->journal < 0)
		return;
	buf_addf(&out, "MESSAGE=sallyport %s, record %llu\nPRIORITY=%d\n"
	    "SYSLOG_IDENTIFIER=sallyport\nSALLYPORT_TYPE=%s\n"
	    "SALLYPORT_SEQ=%llu\nSALLYPORT_LOG=%s\n", type,
	    (unsigned long long)seq, strcmp(type, "violation") == 0 ? 4 : 6,
	    type, (unsigned long long)seq, a->id);
	js_each(body, add_field, &out);
	n = send(a->journal, out.data, out.len, MSG_DONTWAIT | MSG_NOSIGNAL);
	(void)n;
}
