/*
 * Any bytes as a line of the log, as a checkpoint, as anchors, as text to be
 * redacted. The scanner and the writer must hold each other: what one takes
 * as canonical is what the other writes, byte for byte.
 */
#include "standalone.h"

#include "supervisor/audit/audit_anchor.h"
#include "supervisor/audit/audit_impl.h"
#include "supervisor/audit/audit_note.h"
#include "supervisor/audit/audit_scan.h"
#include "supervisor/base/json.h"
#include "supervisor/base/redact.h"

static void
must(bool held)
{
	if (!held)
		abort();
}

static void
check_line(const char *text, size_t n)
{
	auto_buf struct buf again = BUF_INIT;
	struct audit_line line;
	struct json *parsed = NULL;
	const char *why = NULL;
	struct hash leaf;
	size_t column = 0;
	int r = audit_scan(text, n, &line, &why, &column);
	bool canonical = js_parse(text, n, &parsed) == 0 &&
	    js_canonical(parsed, &again) == 0 && again.len == n &&
	    memcmp(again.data, text, n) == 0;

	if (r == 0) {
		must(canonical);
		must((uint64_t)js_get_num(parsed, "seq") == line.seq);
		must(js_get_num(parsed, "time") == line.time);
		must(strlen(js_get_str(parsed, "type")) == line.type_len);
		audit_scan_leaf(text, n, &line, &leaf);
	} else {
		must(why != NULL && column >= 1 && column <= n + 1);
		/* Not its spelling, then; what else a record must be. */
		if (canonical)
			must(strstr("not an object, nested too deep, longer "
			    "than a record may be, an integer beyond 2^53-1, "
			    "hash, prev, seq, time or type is missing, not a "
			    "hash, not a type, a negative sequence number, "
			    "a string should stand here, "
			    "a value should stand here", why) != NULL);
	}
	js_free(parsed);
}

static void
check_note(const char *text, size_t n)
{
	static const uint8_t key[SIGN_PUBLIC] = { 1 };
	struct audit_anchors anchors;
	struct audit_note note;
	const char *one;
	size_t at = 0, len, before;

	if (audit_note_parse(text, n, &note) == 0) {
		must(note.text < n && text[note.text] == '\n');
		must(!audit_note_is_signed(text, n, &note, key));
	}
	do {
		before = at;
		if (!audit_note_next(text, n, &at, &one, &len))
			break;
		must(one >= text && one + len <= text + n);
	} while (at > before);
	if (audit_anchors_parse(text, &anchors) == 0) {
		for (size_t i = 1; i < anchors.n; i++)
			must(anchors.items[i - 1].size <=
			    anchors.items[i].size);
		audit_anchors_free(&anchors);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	auto_buf struct buf clean = BUF_INIT;
	char *copy = malloc(n + 1);

	if (copy == NULL)
		return 0;
	memcpy(copy, data, n);
	copy[n] = '\0';
	check_line(copy, n);
	check_note(copy, n);
	if (redact_text(copy, n, &clean))
		must(strstr(buf_str(&clean), "[redacted:") != NULL ||
		    memchr(copy, '\0', n) != NULL);
	free(copy);
	return 0;
}
