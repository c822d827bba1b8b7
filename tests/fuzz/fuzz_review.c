/*
 * Any bytes as what the reviewer's desk reads: a record, a file of calls,
 * source. Nothing that is shown may act, in a terminal or in a browser, and
 * nothing is approved by it.
 */
#include "standalone.h"

#include "supervisor/base/json.h"
#include "supervisor/base/mem.h"
#include "tools/review/review.h"
#include "tools/review/review_calls.h"
#include "tools/review/review_page.h"
#include "tools/review/review_shape.h"

static void
must(bool held)
{
	if (!held)
		abort();
}

/* Only our own tags; no byte that drives a terminal. */
static void
is_inert(const struct buf *page)
{
	static const char *const bad[] = { "<script", "<img", "<a href=\"j",
	    "<iframe", "onerror=\"", "<b onx" };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		must(memmem(page->data, page->len, bad[i],
		    strlen(bad[i])) == NULL);
	for (size_t i = 0; i < page->len; i++)
		must((unsigned char)page->data[i] >= ' ' ||
		    page->data[i] == '\n');
}

static void
as_records(const struct json *doc, const char *text, size_t n)
{
	auto_buf struct buf page = BUF_INIT;
	struct review_entry e = { .id = "", .command = "run", .name = "<b>",
		.sha256 = "", .profile = "", .policy = "", .agent = "",
		.user = "", .label = "", .decision = "hold", .status = "",
		.rule = "", .message = "", .grants_hash = "" };
	struct review_log log = { .path = (char *)"/nonexistent" };
	struct approvals all = { 0 };
	struct approval_key key;
	struct page_notes notes = { 0 };
	struct json *events;

	approvals_take(&all, doc);
	approvals_take(&all, js_get(doc, "verdict"));
	if (approval_key_read(&key, doc)) {
		auto_buf struct buf why = BUF_INIT;
		const struct approval *a = approvals_find(&all, &key, NULL,
		    &why);

		must(a == NULL || (a->until > a->time &&
		    strcmp(js_get_str(doc, "act"), "approve") == 0));
		must((a == NULL) == (why.len > 0));
	}
	approvals_free(&all);
	events = js_arr();
	js_add(events, js_copy(doc));
	e.verdict = e.intent = e.outcome = (struct json *)(uintptr_t)doc;
	e.events = events;
	page_article(&page, &log, &e, 1, n % 2);
	page_run_notes(&notes, &e);
	page_source(&page, 1, n % 2, text, n, js_get(js_get(doc, "verdict"),
	    "findings"), &notes);
	page_timeline(&page, &e, NULL);
	if (page.len > 0)
		is_inert(&page);
	page_notes_free(&notes);
	js_free(events);
}

static void
as_calls(const char *text, size_t n)
{
	auto_buf struct buf page = BUF_INIT;
	struct review_entry e = { .id = "" };
	struct calls_file f;
	char *copy = mem_strndup(text, n);

	calls_file_parse(copy, strlen(copy), &f);
	page_timeline(&page, &e, &f);
	page_processes(&page, &f, &e);
	review_draw_calls(&page, &f, &e, 80);
	is_inert(&page);
	page.len = 0;
	review_chrome_calls(&page, &f, &e);
	is_inert(&page);
	calls_file_free(&f);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = mem_strndup((const char *)data, n);
	struct json *doc = NULL;
	struct hash shape;
	int64_t ms;

	if (n > (1 << 16)) {
		free(text);
		return 0;
	}
	review_shape((const char *)data, n, &shape);
	review_parse_time(text, true, &ms);
	as_calls(text, strlen(text));
	if (js_parse((const char *)data, n, &doc) == 0)
		as_records(doc, (const char *)data, n);
	js_free(doc);
	free(text);
	return 0;
}
