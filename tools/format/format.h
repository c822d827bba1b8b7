/*
 * The forms in which `check` reports. A verdict is rendered where it was
 * judged, by the thread that judged it; the pieces are then put together in
 * order. Nothing here writes to a descriptor.
 */
#ifndef SALLYPORT_FORMAT_H
#define SALLYPORT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../analyzer/findings/verdict.h"
#include "../../supervisor/base/buf.h"

struct document;

/*
 * The submission as its author wrote it, by lines. For a front end's document
 * `doc` maps places to lines; plain Python has none.
 */
struct page {
	const char		*bytes;
	size_t			 n;
	const struct document	*doc;
	size_t			*starts;	/* made when first needed */
	size_t			 nstarts, starts_cap;
	const char		*seek_line;	/* where page_seek was last */
	size_t			 seek_byte;
	uint32_t		 seek_column;
};

/* The line without its end; false if there is no such place. */
bool page_line(struct page *, uint32_t cell, uint32_t line,
    const char **ret, size_t *ret_n);
/*
 * The byte of a column (from 1) of that line; n beyond its end. Going forward
 * through a line costs its length once, however many places are asked for.
 */
size_t page_seek(struct page *, const char *line, size_t n, uint32_t column);
/* Rule and line, white space apart: what stays when lines move. */
void page_fingerprint(struct page *, const struct finding *, struct hash *ret);
void page_free(struct page *);

/* Columns that a code point takes on a terminal: 0, 1 or 2. */
unsigned page_width(unsigned code_point);

/* What could not be judged. */
struct format_error {
	const char	*name, *why;
};

/* A rule that was seen, and how often. */
struct format_rule {
	char	*id;
	size_t	 findings, files;
	size_t	 last;		/* the file it was last seen in */
};

struct totals {
	size_t			 submissions;
	size_t			 by_decision[3];	/* submissions */
	size_t			 findings[3];		/* by decision */
	size_t			 left_out;		/* did not count */
	enum decision		 decision;		/* of all together */
	struct format_error	*errors;
	size_t			 nerrors, errors_cap;
	struct format_rule	*rules;		/* sorted by id */
	size_t			 nrules, rules_cap;
};

struct format_env {
	const struct ruleset	*rules;
	bool			 colour;	/* the output is a terminal */
	bool			 brief;		/* silent on what is allowed */
	bool			 why_allowed;
};

/* One verdict, rendered: `extra` is for a second list of the document. */
struct piece {
	struct buf body, extra;
};

struct format {
	const char	*name;
	bool		 streams;	/* begin() needs no totals */
	const char	*separator;	/* between two bodies */
	void		(*one)(const struct format_env *,
			    const struct verdict *, struct page *,
			    struct piece *ret);
	void		(*begin)(const struct format_env *,
			    const struct totals *, struct buf *out);
	/* `extras` are those of all pieces, in order. */
	void		(*end)(const struct format_env *,
			    const struct totals *, const struct piece *,
			    size_t npieces, struct buf *out);
};

extern const struct format format_text, format_json, format_sarif,
    format_github;

/* By its name, or NULL. */
const struct format *format_find(const char *name);
extern const char *const format_names[];	/* NULL-terminated */

#endif
