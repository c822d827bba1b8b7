/*
 * What the files of the policy share:
 *
 *	policy		from a table and options to rows; which row decides
 *	policy_names	what the operator and aliases call things
 *	policy_tree	what rows say of all names below a folder at once
 */
#ifndef SALLYPORT_POLICY_PARTS_H
#define SALLYPORT_POLICY_PARTS_H

#include "../base/rules.h"
#include "../base/syscalls.h"
#include "policy.h"

struct narrowed;

/* One row with its variables replaced. */
struct path_row {
	char		*pattern;
	size_t		 literal;	/* characters that are not * */
	size_t		 prefix;	/* of them, before the first * */
	uint64_t	 head, mask;	/* the first bytes of the prefix */
	bool		 is_glob;
	bool		 by_operator;
	struct ruling	 ruling;
};

struct path_rows {
	struct path_row	*rows;
	size_t		 count, cap;
	struct ruling	 otherwise;
};

/* policy_names.c */
struct policy_alias {
	char	*name, *target;		/* canonical */
	bool	 shows;			/* it lies above others, and is for
					   nothing but them */
	bool	 shown;			/* what the kernel calls by the target
					   is told by the name */
	bool	 inner;			/* the name lies in a folder of the run
					   that stands for one above it */
};

struct policy {
	const struct ruleset	*rules;
	struct path_rows	 paths[ACCESS_NKINDS];
	struct ruling		 calls[SYSCALL_MAX];
	struct ruling		 unlisted;
	int64_t			 limits[RULES_NLIMITS];
	struct narrowed		*narrow;	/* or NULL */
	bool			 net[2];	/* policy_has_net */
	bool			 explore;	/* nothing ends the run */
	bool			 reads_by_landlock, makes_code;
	struct policy_alias	*aliases;
	size_t			 naliases, aliases_cap;
	char			**kept;		/* under no alias */
	size_t			 nkept, kept_cap;
	char			*interpreter;	/* see policy_interpreter() */
	char			*interpreter_name;	/* or NULL */
	char			*loader;	/* the kernel's to start; or NULL */
	char			*code;		/* of this run, which nothing
						   changes; or NULL */
	char			*root;		/* of the names above aliases */
	char			*own, *base;	/* the folder of this run, and
						   where it lies; or NULL */
};

/* Does `row` decide rather than `best`, or NULL, where both match? */
bool policy_outranks(const struct path_row *row, const struct path_row *best);

/*
 * Does `name` lie in another run's folder? Is it, to be written, the folder of
 * this run itself, one directly in that, or one that it lies in?
 */
bool policy_is_of_another_run(const struct policy *, enum access,
    const char *name);

enum rules_kind policy_kind(enum access);

void policy_row_add(struct path_rows *, const char *pattern,
    const struct ruling *, bool by_operator);
/* The folder that a variable stands for, with its `$`; or NULL. */
const char *policy_folder(const struct policy_dirs *, const char *variable,
    size_t n);
/* To make a policy: names that lead to what is allowed, and aliases. */
void policy_add_way(struct policy *, const char *path);
void policy_add_names(struct policy *, const struct run_options *,
    const struct policy_dirs *);
void policy_add_aliases(struct policy *, const struct policy_dirs *);
void policy_release_names(struct policy *);
bool policy_is_an_alias(const struct policy *, const char *name);

#endif
