/*
 * The modules of a submission of several files, and what each lets the others
 * import. Made by submission.c, asked by facts.c.
 */
#ifndef SALLYPORT_SIBLINGS_H
#define SALLYPORT_SIBLINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct submission_file;

/* A name that a file binds in its module. */
struct sibling_name {
	char		*name;
	char		**from;		/* what it imports, dotted */
	size_t		 nfrom, from_cap;
	uint32_t	 line;
	bool		 is_value;	/* it defines it, too */
	bool		 is_open;	/* others may take it */
};

struct module {
	const struct submission_file *file;
	char		*dotted;	/* pkg.part; NULL: nobody imports it */
	char		*package;	/* for relative imports; or NULL */
	struct sibling_name	*bound;
	size_t		 nbound, bound_cap;
};

struct submission {
	struct module	*modules;
	size_t		 n;
	bool		 is_open;	/* all may be taken: while looking */
};

/* NULL has none. */
bool siblings_has_module(const struct submission *, const char *dotted);
bool siblings_has_member(const struct submission *, const char *module,
    const char *member);
/* The name that this module binds; or NULL. It stays the module's. */
struct sibling_name *siblings_find(const struct module *, const char *name);

#endif
