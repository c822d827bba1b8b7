/*
 * What the gate says of one submission. Plain data, owned by the arena that
 * judged it; strings are UTF-8 or raw source bytes (see the field).
 */
#ifndef SALLYPORT_VERDICT_H
#define SALLYPORT_VERDICT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../supervisor/base/hash.h"
#include "../../supervisor/base/rules.h"

struct json;

enum decision {
	DECISION_BLOCK = 0,	/* zeroed memory blocks */
	DECISION_HOLD,
	DECISION_ALLOW,
};

/* A place: lines and columns from 1, columns in code points, end exclusive. */
struct span {
	uint32_t line, column, end_line, end_column;
	uint32_t byte, end_byte;	/* in the text as judged, from 0 */
	uint32_t cell;			/* of a notebook, from 1; 0: no cell */
};

/* One step of how a fact came about: `json` -> `.codecs` -> `.builtins`. */
struct chain_step {
	uint32_t	 line, column;
	const char	*text;		/* the source there, or the folded value */
	const char	*fact;		/* what is known after this step */
	uint32_t	 cell;		/* as in struct span */
	/* In a text that is run: the place in it, and how many texts deep. The
	 * line and column above are those of what runs it. */
	uint32_t	 depth;		/* 0: in no such text */
	uint32_t	 inner_line, inner_column;
};

struct finding {
	const char		*rule;		/* id; static or the ruleset's */
	enum rules_class	 class;
	enum rules_severity	 severity;
	enum decision		 decision;
	const char		*message;	/* one line, names the subject */
	const char		*hint;		/* what is allowed instead; or "" */
	struct span		 span;
	const char		*excerpt;	/* the source line(s) of the span */
	const struct chain_step	*chain;
	size_t			 nchain;
	uint32_t		 origin;	/* the analyzer's: which node */
};

/* What the code will need at run time. Sorted, without repeats. */
struct manifest {
	bool		  complete;	/* nothing was unknown */
	bool		  processes, threads;
	const char	**imports, **reads, **writes, **hosts;
	size_t		  nimports, nreads, nwrites, nhosts;
};

/* A row that admitted something, for --why-allowed. */
struct admission {
	const char	*subject;	/* "import json", "call print" */
	const char	*rule;		/* "" where the row has no id */
	const char	*row;		/* "file:line" of the row */
	uint32_t	 line, column;
	uint32_t	 cell;		/* as in struct span */
};

struct verdict {
	const char		*name;		/* as the caller called it */
	const void		*bytes;		/* as submitted: the caller's */
	size_t			 nbytes;
	const char		*text;		/* as judged: in UTF-8 */
	size_t			 ntext;
	enum decision		 decision;
	const struct finding	*findings;	/* by place, then by rule */
	size_t			 nfindings;
	struct manifest		 manifest;
	const struct admission	*admissions;	/* NULL unless asked for */
	size_t			 nadmissions;
};

const char *decision_name(enum decision);	/* "allow" "hold" "block" */

/* What a row's verb means for a submission; anything but allow and hold is
 * a block. */
enum decision decision_of(enum rules_verb);

/* The graver of two. */
enum decision decision_join(enum decision, enum decision);

/*
 * SHA-256 of the submitted bytes, while they are still there. Counted when it
 * is asked for: it takes as long as a quarter of a parse.
 */
void verdict_hash(const struct verdict *, struct hash *ret);

/*
 * One member of `submissions` of the check document. The caller's to free.
 * "cell" is null but in a notebook, "admissions" unless they were asked for.
 */
struct json *verdict_json(const struct verdict *);

#endif
