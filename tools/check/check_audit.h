/* The record that `check` leaves, if it was told where. */
#ifndef SALLYPORT_CHECK_AUDIT_H
#define SALLYPORT_CHECK_AUDIT_H

#include <stddef.h>

struct check_audit;
struct json;
struct ruleset;
struct verdict;

/* 0 or -errno, before anything is judged. */
int check_audit_open(const char *path, const struct ruleset *,
    struct check_audit **ret);
void check_audit_close(struct check_audit *);	/* NULL is fine */

/* Keep the submission's bytes by their hash. From any thread. 0 or -errno. */
int check_audit_store(struct check_audit *, const struct verdict *,
    const char *bytes, size_t n);

/* Append one verdict, which is taken over. From one thread. 0 or -errno. */
int check_audit_record(struct check_audit *, struct json *verdict);

#endif
