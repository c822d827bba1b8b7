/*
 * From text to image, in three steps: read files and includes into statements
 * (rules_load.c, rules_parse.c), statements into rows (rules_resolve.c), rows
 * into one block (rules_build.c). Private to the rules modules.
 */
#ifndef SALLYPORT_RULES_LOAD_H
#define SALLYPORT_RULES_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules.h"
#include "rules_diag.h"
#include "rules_lex.h"

#define RULES_VERSION		2
#define RULES_MAX_FILES		64
#define RULES_MAX_DEPTH		8	/* of includes, and of sets in sets */
#define RULES_MAX_ROWS		65536
#define RULES_MAX_LISTED	262144	/* names in `surface` lists */
#define RULES_MAX_SETS		256
#define RULES_MAX_EXAMPLES	16	/* of one row */
#define RULES_MAX_SUBJECT	1024
#define RULES_MAX_SCHEMA	(64u << 10)
#define RULES_MAX_HINT		1400	/* with its sets spelled out */
#define RULES_MAX_LIST		1000	/* of one set in it */
#define RULES_MAX_STEPS		1000000	/* words, all sets spelled out */

/* `allow import json { dumps loads }  [..] : why -> hint`, as it stands. */
struct rules_stmt {
	const struct rules_file	*file;
	uint32_t		 off, len, line;	/* of the verb */
	enum rules_verb		 verb;
	enum rules_kind		 kind;
	bool			 is_default, has_members;
	bool			 replaces;	/* a row of an included file */
	struct rules_token	*subjects, *members;
	size_t			 nsubjects, nmembers;
	const struct rules_token *id;			/* or NULL */
	const char		*why, *hint;		/* "" if none */
	uint32_t		 hint_off, hint_len;
	uint8_t			 class, severity;
	uint8_t			 type;
	uint32_t		 most;		/* KiB */
	bool			 quiet, kill, lookup;
	int			 err;
	size_t			 examples, nexamples;	/* in load.examples */
};

struct rules_sample {
	bool			 is_bad;
	const char		*text;
	uint32_t		 line;
};

struct rules_set {
	const struct rules_file	*file;
	struct rules_token	 name;
	struct rules_token	*words;
	size_t			 nwords;
	bool			 open;		/* being spelled out */
};

/* An id kept out of use. */
struct rules_retired {
	const struct rules_file	*file;
	struct rules_token	 id;
};

/* `surface module { names }`, or `surface module = home { names }`. */
struct rules_listing {
	const struct rules_file	*file;
	struct rules_token	 module;
	const char		*home;		/* or NULL */
	struct rules_token	*words;
	size_t			 nwords;
};

/* One name of it: `home` is the dotted name it is judged by, or NULL. */
struct rules_listed {
	const char		*module, *name, *home;
	struct rules_place	 place;
};

struct rules_renamed {
	const struct rules_file	*file;
	struct rules_token	 name;
	const char		*target;
	bool			 shown;
};

/* Where something that may stand only once was said. */
struct rules_said {
	const struct rules_file	*file;
	uint32_t		 line;		/* 0: nowhere */
};

struct rules_load {
	struct arena		*arena;
	struct rules_diag	 diag;
	int			 status;	/* of a file not read */
	struct buf		*names;		/* of files, or NULL */
	bool			 from_memory;	/* no file is opened */
	bool			 partial;	/* a set or file is missing:
						   what uses it is not wrong */
	const char		*profile;

	struct rules_file	*files[RULES_MAX_FILES];
	size_t			 nfiles;
	struct rules_stmt	*stmts;
	size_t			 nstmts, stmts_cap;
	struct rules_sample	*examples;
	size_t			 nexamples, examples_cap;
	struct rules_set	*sets;
	size_t			 nsets, sets_cap;
	struct rules_retired	*retired;
	size_t			 nretired, retired_cap;
	struct rules_renamed	*aliases;
	size_t			 naliases, aliases_cap;
	bool			 no_aliases;
	struct rules_listing	*listings;
	size_t			 nlistings, listings_cap;
	struct rules_listed	*listed;	/* by module and name, once */
	size_t			 nlisted;

	int64_t			 limits[RULES_NLIMITS];
	struct rules_said	 limits_said[RULES_NLIMITS];
	char			 tier;
	struct rules_said	 tier_said;
	bool			 by_landlock;
	const char		*environment;	/* or NULL */
	struct rules_said	 environment_said;
	unsigned		 alerts;	/* enum rules_alert */
};

/* One row as the loader holds it: strings are still pointers. */
struct rules_draft {
	struct rules_row	 row;
	const char		*id, *subject, *why, *hint;
	struct rules_place	 place;		/* of the subject, for errors */
	const struct rules_stmt	*stmt;
};

struct rules_drafts {
	struct rules_draft	*rows;
	size_t			 nrows, cap;
};

/* Parse one file's text, following its includes. Errors are in load->diag. */
void rules_parse_file(struct rules_load *, struct rules_file *,
    unsigned depth);
/* Find, read and parse what `tok` of `from` names. */
void rules_load_include(struct rules_load *, const struct rules_file *from,
    const struct rules_token *tok, unsigned depth);

/* The file of that name below the folder of `from`; NULL: said at `tok`. */
const struct rules_file *rules_load_beside(struct rules_load *,
    const struct rules_file *from, const char *name,
    const struct rules_token *tok);

/* Sets, subjects, ids, contradictions, hints. */
void rules_resolve(struct rules_load *, struct rules_drafts *ret);
/* The names of all lists in order; one name with two homes is an error. */
void rules_resolve_listed(struct rules_load *);
struct ruleset *rules_build(const struct rules_load *,
    const struct rules_drafts *);

void rules_error_at(struct rules_load *, const struct rules_file *,
    const struct rules_token *, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* An errno's number by its name, or 0. */
int rules_errno(const char *name);
extern const char *const rules_errno_names[];
bool rules_is_id(const char *);
/* Why this cannot be one, or NULL. */
const char *rules_alias_fault(const char *name, const char *target);
bool rules_is_path_variable(const char *name, size_t n);
static inline bool
rules_kind_is_gate(enum rules_kind kind)
{
	return kind >= RULES_SOURCE && kind <= RULES_FLOW;
}
/* Once the run is over. */
static inline bool
rules_kind_is_output(enum rules_kind kind)
{
	return kind >= RULES_LEFT_TEXT && kind <= RULES_LEFT_RESULT;
}

/*
 * The image of a table (its text, the folder it lies in, its name without
 * ".rules") that is a shipped profile and `judge reads by landlock`, nothing
 * else: a start with it need not parse all that the profile includes. The
 * caller's to free, and what loading it would give; NULL if it is another.
 * `names` as in rules_load_from().
 */
struct ruleset *rules_builtin_variant(const char *dir, const char *profile,
    const char *text, size_t n, struct buf *names);

#endif
