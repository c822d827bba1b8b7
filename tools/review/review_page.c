#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "../../supervisor/base/buf.h"
#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/json.h"

extern const char review_css[];		/* made from tools/review/review.css */

void
page_add_n(struct buf *out, const char *s, size_t n)
{
	auto_buf struct buf text = BUF_INIT;

	buf_add_visible(&text, s, n);
	for (size_t i = 0; i < text.len; i++) {
		switch (text.data[i]) {
		case '&':
			buf_adds(out, "&amp;");
			break;
		case '<':
			buf_adds(out, "&lt;");
			break;
		case '>':
			buf_adds(out, "&gt;");
			break;
		case '"':
			buf_adds(out, "&quot;");
			break;
		case '\'':
			buf_adds(out, "&#39;");
			break;
		default:
			buf_addc(out, text.data[i]);
		}
	}
}

void
page_add(struct buf *out, const char *s)
{
	if (s != NULL)
		page_add_n(out, s, strlen(s));
}

static void
add_base64(struct buf *out, const uint8_t *bytes, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t v;
	size_t i;

	for (i = 0; i < n; i += 3) {
		v = (uint32_t)bytes[i] << 16;
		v |= i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0;
		v |= i + 2 < n ? bytes[i + 2] : 0;
		buf_addc(out, digits[v >> 18]);
		buf_addc(out, digits[v >> 12 & 63]);
		buf_addc(out, i + 1 < n ? digits[v >> 6 & 63] : '=');
		buf_addc(out, i + 2 < n ? digits[v & 63] : '=');
	}
}

void
page_begin(struct buf *out, const char *title)
{
	struct hash hash;

	hash_of(review_css, strlen(review_css), &hash);
	buf_adds(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; style-src 'sha256-");
	add_base64(out, hash.bytes, sizeof(hash.bytes));
	buf_adds(out, "'; base-uri 'none'; form-action 'none'\">\n"
	    "<meta name=\"referrer\" content=\"no-referrer\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n"
	    "<title>");
	page_add(out, title);
	buf_addf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n"
	    "<a class=\"skip\" href=\"#main\">to the content</a>\n", review_css);
}

void
page_end(struct buf *out)
{
	buf_adds(out, "</main>\n</body>\n</html>\n");
}
