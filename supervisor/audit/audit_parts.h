/*
 * The files of one log. A full one is renamed FILE.<its first record's
 * sequence number in 12 digits>, and the chain goes on in a new FILE.
 */
#ifndef SALLYPORT_AUDIT_PARTS_H
#define SALLYPORT_AUDIT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct audit_part {
	char		*name;		/* in its folder */
	uint64_t	 first;		/* as its name says; UINT64_MAX: the
					   present file, which comes last */
};

struct audit_parts {
	struct audit_part	*items;
	size_t			 n, cap;
};

/*
 * Oldest first. A folder that may not be listed gives the present file alone.
 * `dir` may be O_PATH.
 */
int audit_parts_list(int dir, const char *name, struct audit_parts *ret);
void audit_parts_free(struct audit_parts *);

/* FILE.000000000042, written to `ret`. */
#define AUDIT_PART_NAME	280
int audit_parts_name(const char *name, uint64_t first,
    char ret[AUDIT_PART_NAME]);
/* Does `name` end like the name of a full file? */
bool audit_parts_is_full(const char *name);

#endif
