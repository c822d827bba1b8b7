/*
 * Files that are kept for a tenant, in memory, for an hour: what it sent for
 * runs to come, and what its runs left.
 */
#ifndef SALLYPORT_SERVE_FILES_H
#define SALLYPORT_SERVE_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "owned.h"

struct buf;
struct failure;
struct json;
struct tenant;

bool files_keep(const struct tenant *, const char *name, const void *bytes,
    size_t n, char ret_id[OWNED_ID], struct failure *fail);
/* False: no such file of the tenant's. */
bool files_read(const struct tenant *, const char *id, struct buf *out);
bool files_remove(const struct tenant *, const char *id);
/* [{"id","name","size","sha256"}], the caller's to free; of one, or NULL. */
struct json *files_list(const struct tenant *);
struct json *files_about(const struct tenant *, const char *id);

void files_tick(void);		/* each second */

#endif
