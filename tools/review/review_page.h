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

/* What stands below a line of the source; texts are the list's. */
#define PAGE_NOTES_MOST	300
struct page_note {
	int64_t		 line;
	const char	*class;		/* "block" "hold" "allow" */
	char		*text;
};
struct page_notes {
	struct page_note	*items;
	size_t			 n, cap;
};
void page_note_add(struct page_notes *, int64_t line, const char *class,
    struct buf *text);
void page_notes_free(struct page_notes *);

/*
 * review_source.c: source with the spans of findings marked; `at` numbers the
 * anchors. Where article `whole_at` (or 0) shows all of it, only what is of
 * interest here, and its surroundings.
 */
void page_source(struct buf *, size_t at, size_t whole_at, const char *bytes,
    size_t n, const struct json *findings, const struct page_notes *);
const char *page_class_of(const struct json *finding);

/* review_run.c: what happened when it ran; and where in its source. */
void page_run(struct buf *, const struct review_log *,
    const struct review_entry *);
void page_run_notes(struct page_notes *, const struct review_entry *);
/* An object's members as facts, below a title. */
void page_object(struct buf *, const char *title, const struct json *object);

/* review_draw.c: what happened when, and who started whom. */
void page_timeline(struct buf *, const struct review_entry *,
    const struct calls_file *);		/* NULL: not traced */
void page_processes(struct buf *, const struct calls_file *,
    const struct review_entry *);

/* review_article.c: all about one entry; `whole_at` as above. */
void page_article(struct buf *, const struct review_log *,
    const struct review_entry *, size_t at, size_t whole_at);

#endif
