/*
 * The file of keys: who may ask a service, and for how much. A line each:
 *
 *	NAME SHA256 [runs=16] [sessions=32] [requests=64] [rate=3000]
 *	    [files=64M] [profile=P] [memory=N] [disk=N] [metrics]
 *
 * of a key's hash in hexadecimal; # begins a comment. Those that want the same
 * profile, memory and disk share a pool.
 */
#ifndef SALLYPORT_TOOLS_TENANTS_H
#define SALLYPORT_TOOLS_TENANTS_H

#include <stddef.h>

#define TENANTS_POOLS	8	/* at most */

struct cmd;
struct json;
struct tenants;

/* 0, or -1 after an error was said. */
int tenants_read(const struct cmd *, const char *path, struct tenants **ret);
/* The same of its text, which is changed: NULL, or what is wrong in which
 * line. *ret is to be freed in either case. */
const char *tenants_parse(char *text, struct tenants **ret, size_t *ret_line);
void tenants_free(struct tenants *);		/* NULL is fine */
/* For the front: [{"name","sha256","pool","limits"}]. The caller's to free. */
struct json *tenants_json(const struct tenants *);

size_t tenants_npools(const struct tenants *);
/* Of the pool `i` what is put behind the options of all; at most 6 words. How
 * many. */
size_t tenants_words(const struct tenants *, size_t i, const char **words);
/* For the front, what stands in the file now: a sealed file, or -1 after an
 * error was said. Each has to fit a pool that `old` has. */
int tenants_read_again(const struct cmd *, const char *path,
    const struct tenants *old);
/* NULL: what the command line says. */
const char *tenants_profile(const struct tenants *, size_t i);

/*
 * A new key for NAME, printed to standard output; its line joins the file at
 * `path`, which may not be there yet. An exit status.
 */
int tenants_new_key(const struct cmd *, const char *path, const char *name);

#endif
