/*
 * What a limit refused although no call stopped for it: known by the exception
 * that the code died of.
 */
#ifndef SALLYPORT_RUN_REFUSALS_H
#define SALLYPORT_RUN_REFUSALS_H

struct json;

/* The limit that an exception is about, by its name in the tables, or NULL. */
const char *run_limit_in_error(const struct json *error);

/*
 * The refusals of the record: those that were seen, and if none of them is
 * about the limit `name` (may be NULL), the one that `error` tells of. Its
 * places are those of the traceback whose file is `script` (NULL: any file);
 * how much was asked for is not known then. The caller's to free.
 */
struct json *run_refusals(const struct json *seen, const struct json *error,
    const char *name, long long max, const char *script);

#endif
