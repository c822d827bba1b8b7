/*
 * What the steps from statements to rows share. Private to the rules modules.
 */
#ifndef SALLYPORT_RULES_RESOLVE_H
#define SALLYPORT_RULES_RESOLVE_H

#include "rules_load.h"

struct buf;

/* An index by string, for what may be there only once. */
struct rules_table {
	uint32_t	*slots;		/* row + 1 */
	size_t		 mask, used;
};

struct rules_resolver {
	struct rules_load	*load;
	struct rules_drafts	*out;
	struct rules_table	 by_subject;
	const char		**set_names;
	const char		*allowed[RULES_NKINDS];	/* $imports ... */
	unsigned		 steps;		/* words walked */
	bool			 full;		/* too many rows or words */
};

/* Words with the sets among them spelled out, each handed to `fn`. */
struct rules_walk {
	void			(*fn)(struct rules_resolver *,
				    struct rules_walk *,
				    const struct rules_token *place,
				    const struct rules_token *word);
	const struct rules_stmt	*stmt;
	const struct rules_file	*file;	/* where the places are */
	struct buf		*text;
};

/* `place` is where errors point; NULL: at each word itself. */
void rules_walk_words(struct rules_resolver *, struct rules_walk *,
    const struct rules_token *words, size_t n,
    const struct rules_token *place, unsigned depth);
struct rules_set *rules_find_set(struct rules_resolver *, const char *name);

/* What is wrong with a subject of this kind, or NULL. */
const char *rules_subject_fault(enum rules_kind, const char *);
/* A row for a system call that nobody knows is an error at `place`. */
bool rules_subject_syscall(struct rules_load *, const struct rules_stmt *,
    const struct rules_token *place, const char *);

/* Spell out the hints of all rows. */
void rules_resolve_hints(struct rules_resolver *);

static inline bool
rules_is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static inline bool
rules_is_name_char(char c)
{
	return rules_is_letter(c) || (c >= '0' && c <= '9');
}

#endif
