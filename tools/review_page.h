/*
 * The parts of `sallyport review report`. One page, nothing outside of it, no
 * script at all; its policy says so to the browser, too.
 */
#ifndef SALLYPORT_REVIEW_PAGE_H
#define SALLYPORT_REVIEW_PAGE_H

#include <stddef.h>
#include <stdint.h>

struct audit_report;
struct buf;
struct calls_file;
struct json;
struct review_entry;
struct review_log;

/*
 * Untrusted text as HTML, for content and for attributes in quotes alike.
 * What is no visible character appears as in a terminal: \xHH, \u{HHHH}.
 */
void page_add(struct buf *, const char *s);		/* NULL: nothing */
void page_add_n(struct buf *, const char *s, size_t n);

/* Everything before and behind the body's content. */
void page_begin(struct buf *, const char *title);
void page_end(struct buf *);

/* Source with the spans of findings marked; `at` numbers the anchors. */
void page_source(struct buf *, size_t at, const char *bytes, size_t n,
    const struct json *findings);

/* review_draw.c: what happened when, and who started whom. */
void page_timeline(struct buf *, const struct review_entry *,
    const struct calls_file *);		/* NULL: not traced */
void page_processes(struct buf *, const struct calls_file *,
    const struct review_entry *);

/* review_article.c: all about one entry. */
void page_article(struct buf *, const struct review_log *,
    const struct review_entry *, size_t at);

#endif
