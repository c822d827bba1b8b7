/*
 * Code that is run once: a session of its own, one cell, and its end.
 */
#ifndef SALLYPORT_SERVE_ONCE_H
#define SALLYPORT_SERVE_ONCE_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct json;
struct tenant;
struct waiter;

/*
 * With the files of {"NAME":"TEXT"} or {"NAME":{"id":"..."}} (or NULL) in its
 * folder; what it left there is kept: see files.h. `head`, of the cell, is
 * taken over. *ret_doc, the caller's, is the document of the run. False: the
 * sandbox failed, or could not be asked, as `fail` says.
 */
bool once_run(const struct waiter *, const struct tenant *, struct json *head,
    const char *code, size_t n, const struct json *files,
    struct json **ret_doc, struct failure *fail);

#endif
