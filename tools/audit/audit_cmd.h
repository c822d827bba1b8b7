/*
 * The words of `sallyport audit`, and what they share.
 */
#ifndef SALLYPORT_AUDIT_CMD_H
#define SALLYPORT_AUDIT_CMD_H

#include <stddef.h>

#include "../cmd.h"

struct audit_report;
struct buf;
struct json;

extern const struct cmd_word audit_word_verify, audit_word_show,
    audit_word_tail, audit_word_prove, audit_word_export,
    audit_word_checkpoint, audit_word_repair;

/*
 * The log that is meant: the one argument left, else the default. Complains
 * and returns -1 if there is more than one, or no default; caller frees.
 */
int audit_cmd_path(int argc, char **argv, char **ret_path);

/*
 * Of a log that is whole: the sources beside it, each once or more. One that
 * is another than its record says is a fault of the report; one that is not
 * there is counted. And the last record of a log that was put away for this
 * one, or NULL; the caller's. 0 or -errno.
 */
struct audit_sources {
	uint64_t	 good, missing;
	struct json	*epoch;
};
int audit_cmd_sources(char *path, struct audit_report *,
    struct audit_sources *ret);

/* A whole number without sign or space; complains and returns -1. */
int audit_cmd_number(const char *option, const char *text, uint64_t *ret);

/* Write to standard output what `out` holds and empty it; 0 or -errno. */
int audit_cmd_print(struct buf *out);

#endif
