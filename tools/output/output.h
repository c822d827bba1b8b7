/*
 * What a table says of a run's output, by its rows of the kinds `output` and
 * `file`: asked of every text and every file before anybody gets them.
 *
 * Each line is looked at alone, and a private key to its end. It is no more than a look at plain
 * text: what is encoded, encrypted, packed or spelled otherwise passes.
 */
#ifndef SALLYPORT_OUTPUT_H
#define SALLYPORT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "../../supervisor/base/rules.h"

struct buf;
struct json;
struct output;

/* NULL: no row speaks of output, and all passes. The ruleset must live as
 * long. */
struct output *output_new(const struct ruleset *);
void output_free(struct output *);		/* NULL is fine */
void output_begin(struct output *);		/* nothing was found yet */

/*
 * The text as it may pass, added to `out`: without what a row denies. False:
 * it may pass as it is, and nothing was added. What cannot be scanned is
 * denied. `where` is what a report calls its place.
 */
bool output_text(struct output *, const char *text, size_t n,
    const char *where, struct buf *out);

/* A copy as it may pass: names of members, too. The caller's to free. */
struct json *output_json(struct output *, const struct json *,
    const char *where);
/*
 * The same of a list of results: pictures are looked at by their bytes. A main
 * result that a row wants to fit a schema, and that does, is that JSON alone.
 */
struct json *output_results(struct output *, const struct json *);

/* May a file of this name and these bytes pass? Else *ret_why, valid until the
 * next call, is why not. One that is held passes to where all is held. */
bool output_file(struct output *, const char *path, const char *bytes,
    size_t n, const char **ret_why);

/* Did a row hold something? */
bool output_holds(const struct output *);
/* A list: rule, action ("redact", "hold"), message, where, count. */
struct json *output_found(const struct output *);

/* Of base64 without other characters: the bytes. */
void output_decode(const char *text, size_t n, struct buf *out);

#endif
