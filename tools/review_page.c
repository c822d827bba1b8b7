#include "review_page.h"

#include <stdbool.h>
#include <string.h>

#include "../supervisor/base/buf.h"
#include "../supervisor/base/hash.h"
#include "../supervisor/base/json.h"
#include "../supervisor/base/mem.h"

#define LINE_MOST	8192	/* bytes in which spans are marked */
#define FINDINGS_MOST	1000	/* that are marked; the gate reports fewer */

static const char style[] =
":root{color-scheme:light dark;--fg:#1b1b1f;--bg:#fff;--soft:#f3f3f6;"
"--line:#c9c9d2;--dim:#5a5a66;--link:#0b57c2;--block:#b3152a;"
"--blockbg:#ffd9dc;--hold:#7a4a00;--holdbg:#ffe7bd;--note:#234a86;"
"--notebg:#dbe7ff;--ok:#176a35}"
"@media(prefers-color-scheme:dark){:root{--fg:#e9e9ee;--bg:#17171b;"
"--soft:#22222a;--line:#454552;--dim:#a5a5b4;--link:#8ab8ff;"
"--block:#ff9aa4;--blockbg:#5c1721;--hold:#ffcf7d;--holdbg:#533700;"
"--note:#a9c7ff;--notebg:#1d3560;--ok:#7fdca0}}"
"*{box-sizing:border-box}"
"body{font:15px/1.5 system-ui,sans-serif;color:var(--fg);"
"background:var(--bg);margin:0 auto;max-width:76rem;padding:1rem 1.5rem}"
"h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:0;"
"overflow-wrap:anywhere}h3{font-size:1rem;margin:1.2rem 0 .4rem}"
"a{color:var(--link)}a:focus-visible,pre:focus-visible,"
"div:focus-visible{outline:3px solid var(--link);outline-offset:2px}"
".skip{position:absolute;left:-99rem}.skip:focus{position:static}"
"article{border-top:3px solid var(--line);margin-top:2.5rem;"
"padding-top:1rem}"
"table{border-collapse:collapse;width:100%}"
"th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;"
"border-bottom:1px solid var(--line)}td.x,td.m{overflow-wrap:anywhere}"
"main>h2{margin:1.5rem 0 .3rem}"
"th{white-space:nowrap;color:var(--dim);font-weight:600;font-size:.85rem}"
"td.n{text-align:right;font-variant-numeric:tabular-nums}"
"dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;"
"margin:.6rem 0}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}"
"code,pre,.m{font:13px/1.5 ui-monospace,monospace}"
"pre{background:var(--soft);border:1px solid var(--line);"
"border-radius:4px;overflow-x:auto;padding:.5rem 0;margin:.3rem 0}"
"pre.s span.l{display:block;padding:0 .8rem 0 0;white-space:pre}"
"pre.s a{display:inline-block;width:4.2em;padding-right:.9em;"
"text-align:right;color:var(--dim);text-decoration:none}"
"pre.x{padding:.5rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere}"
"span.hit>a{color:var(--block);font-weight:700}"
"span.l:target{outline:2px solid var(--link)}"
"mark{color:inherit;border-radius:2px;border-bottom:2px solid}"
"mark.block{background:var(--blockbg);border-color:var(--block)}"
"mark.hold{background:var(--holdbg);border-color:var(--hold)}"
"mark.allow,mark.step{background:var(--notebg);border-color:var(--note)}"
".w{display:inline-block;white-space:nowrap;padding:0 .45rem;border-radius:3px;"
"border:1px solid;font-size:.85rem;font-weight:600}"
".w.block,.w.bad{color:var(--block);background:var(--blockbg)}"
".w.hold{color:var(--hold);background:var(--holdbg)}"
".w.allow,.w.good{color:var(--ok)}"
"ol.c{margin:.2rem 0 .2rem 1.2rem;padding:0}"
"ul.f{list-style:none;margin:0;padding:0}"
"ul.f>li{border-left:4px solid var(--line);padding:.1rem 0 .1rem .8rem;"
"margin:.7rem 0}ul.f>li.block{border-color:var(--block)}"
"ul.f>li.hold{border-color:var(--hold)}"
".d{color:var(--dim)}"
"svg{width:100%;height:auto;background:var(--soft);"
"border:1px solid var(--line);border-radius:4px}"
"svg text{fill:var(--fg);font:11px ui-monospace,monospace}"
"svg .axis{stroke:var(--line)}svg .file{fill:#3b7dd8}"
"svg .network{fill:#c2569b}svg .memory{fill:#7a8f3a}"
"svg .process{fill:#b8791c}svg .wait{fill:#8f93a3}"
"svg .other{fill:#4a9b94}svg .in{fill:var(--line)}"
"svg .refused{fill:#d1203a}"
".k{display:inline-flex;gap:1rem;flex-wrap:wrap}.k svg{width:1em;"
"height:1em;border:0;vertical-align:-2px;margin-right:.3em}"
"@media print{body{max-width:none;padding:0;font-size:10pt}"
":root{color-scheme:light;--fg:#000;--bg:#fff;--soft:#fff;--dim:#333;"
"--link:#000;--block:#8a0014;--blockbg:#ffe3e5;--hold:#5c3800;"
"--holdbg:#fff0d6;--note:#123;--notebg:#e8efff;--line:#999;--ok:#063}"
"nav,.skip{display:none}pre.s span.l{white-space:pre-wrap}"
"article{break-before:page}ul.f>li,tr{break-inside:avoid}"
"mark{print-color-adjust:exact}svg{print-color-adjust:exact}}";

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

	hash_of(style, strlen(style), &hash);
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
	    "<a class=\"skip\" href=\"#main\">to the content</a>\n", style);
}

void
page_end(struct buf *out)
{
	buf_adds(out, "</main>\n</body>\n</html>\n");
}

enum shade { PLAIN = 0, STEP, ALLOW, HOLD, BLOCK };

static const char *const shades[] = {
	[STEP] = "step", [ALLOW] = "allow", [HOLD] = "hold",
	[BLOCK] = "block",
};

static enum shade
shade_of(const struct json *finding)
{
	const char *decision = js_get_str(finding, "decision");

	if (decision != NULL && strcmp(decision, "allow") == 0)
		return ALLOW;
	return decision != NULL && strcmp(decision, "hold") == 0 ? HOLD :
	    BLOCK;
}

/* The columns, from 1 and end exclusive, that a finding has of this line. */
static bool
columns_of(const struct json *f, int64_t line, int64_t *from, int64_t *to)
{
	int64_t first = js_get_num(f, "line"), last = js_get_num(f,
	    "end_line");

	if (js_get(f, "cell") != NULL || line < first || line > last)
		return false;
	*from = line == first ? js_get_num(f, "column") : 1;
	*to = line == last ? js_get_num(f, "end_column") : INT64_MAX;
	return true;
}

struct shaded {
	enum shade	shade;
	size_t		finding;	/* from 1; 0: none */
};

/* What a column of a line is: of several findings the gravest. */
static struct shaded
shade_at(const struct json *findings, int64_t line, int64_t column)
{
	struct shaded best = { PLAIN, 0 };
	int64_t from, to;

	for (size_t i = 0; i < js_len(findings) && i < FINDINGS_MOST; i++) {
		const struct json *f = js_at(findings, i);

		if (columns_of(f, line, &from, &to) && column >= from &&
		    column < to && shade_of(f) > best.shade) {
			best.shade = shade_of(f);
			best.finding = i + 1;
		}
	}
	return best;
}

static bool
is_hit(const struct json *findings, int64_t line)
{
	int64_t from, to;

	for (size_t i = 0; i < js_len(findings) && i < FINDINGS_MOST; i++)
		if (columns_of(js_at(findings, i), line, &from, &to))
			return true;
	return false;
}

static void
add_line(struct buf *out, const char *at, size_t n, int64_t line,
    const struct json *findings)
{
	struct shaded now = { PLAIN, 0 }, next;
	const char *start = at, *end = at + n;
	int64_t column = 1;
	size_t len;

	/* A line this long is not read by eye. */
	if (n > LINE_MOST || !is_hit(findings, line)) {
		page_add_n(out, at, n);
		return;
	}
	for (; at <= end; column++) {
		next = at == end ? (struct shaded){ PLAIN, 0 } :
		    shade_at(findings, line, column);
		if (next.finding != now.finding || at == end) {
			page_add_n(out, start, (size_t)(at - start));
			if (now.finding != 0)
				buf_adds(out, "</mark>");
			if (next.finding != 0) {
				buf_addf(out, "<mark class=\"%s\" title=\"",
				    shades[next.shade]);
				page_add(out, js_get_str(js_at(findings,
				    next.finding - 1), "rule"));
				buf_adds(out, ": ");
				page_add(out, js_get_str(js_at(findings,
				    next.finding - 1), "message"));
				buf_adds(out, "\">");
			}
			now = next;
			start = at;
		}
		if (at == end)
			break;
		len = u8_decode(at, (size_t)(end - at), NULL);
		at += len > 0 ? len : 1;
	}
}

void
page_source(struct buf *out, size_t at, const char *bytes, size_t n,
    const struct json *findings)
{
	const char *end = bytes + n, *newline;
	int64_t line;

	buf_adds(out, "<pre class=\"s\" tabindex=\"0\" role=\"region\" "
	    "aria-label=\"source\">");
	for (line = 1; bytes < end; line++) {
		newline = memchr(bytes, '\n', (size_t)(end - bytes));
		if (newline == NULL)
			newline = end;
		buf_addf(out, "<span class=\"l%s\" id=\"e%zu-L%lld\">"
		    "<a href=\"#e%zu-L%lld\">%lld</a>",
		    is_hit(findings, line) ? " hit" : "", at, (long long)line,
		    at, (long long)line, (long long)line);
		add_line(out, bytes, (size_t)(newline - bytes), line,
		    findings);
		buf_adds(out, "</span>");
		bytes = newline + 1;
	}
	buf_adds(out, "</pre>\n");
}
