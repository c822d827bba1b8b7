/*
 * Texts that libraries take for a path or for an address, whichever it is:
 * pandas.read_csv("https://..."), sqlite3.connect("file:x.db", uri=True).
 */
#ifndef SALLYPORT_URL_H
#define SALLYPORT_URL_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

/* Is it an address of something that is no file of this machine? */
bool url_is_remote(const char *s, size_t n);
/* Of file: and sqlite: addresses, the path; false if it is neither. */
bool url_path(const char *s, size_t n, struct buf *out);

#endif
