/*
 * Secrets that slip into what is shown or kept: private keys, tokens of known
 * makes, values assigned to names such as password, passwords in URLs, long
 * random base64, the word behind a telling option. A best effort: what looks
 * like nothing in particular passes.
 */
#ifndef SALLYPORT_REDACT_H
#define SALLYPORT_REDACT_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct json;

/*
 * Add the text with "[redacted:N]" in place of each secret of N bytes. False,
 * and nothing added, if there is none.
 */
bool redact_text(const char *text, size_t n, struct buf *out);
/* The same as a string: `text` itself, NULL too, or what is in `scratch`. */
const char *redact_shown(const char *text, struct buf *scratch);
/* In place, a * for each byte, so that columns stay. False: nothing to hide. */
bool redact_mask(char *text, size_t n);

/* What says what it is; long random base64; private keys alone. */
enum redact_what { REDACT_KNOWN, REDACT_RANDOM, REDACT_KEYS };
/* Set mask[i] for each byte of those. How many. Its time grows with the text
 * alone, whatever it is. */
size_t redact_mark(const char *text, size_t n, enum redact_what, char *mask);

/* Is this the name of something whose value is a secret? */
bool redact_is_name(const char *name);
/* Was this redacted before? */
bool redact_is_done(const char *text, size_t n);

/*
 * A word of a command line as it may be shown: without what a telling name in
 * it assigns, whole if `before`, the word before it (or NULL), asks for a
 * secret, by its name or as an option of `program`, the first of them (or
 * NULL). Otherwise as redact_text. The caller's to free.
 */
struct json *redact_word(const char *program, const char *before,
    const char *word, size_t n);

/*
 * A copy that may be kept: without the secrets in its texts, without what
 * members and options of telling names hold, however short, and in lists of
 * words (a command line) without the word that follows such an option. An
 * integer beyond 2^53-1, which not every reader can hold, becomes its decimal
 * digits as a string. The caller's to free.
 */
struct json *redact_json(const struct json *);

#endif
