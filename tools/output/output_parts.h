/*
 * The parts of the output gate: `output` finds it in a text, `output_json` in
 * a document, `output_file` in a file.
 */
#ifndef SALLYPORT_OUTPUT_PARTS_H
#define SALLYPORT_OUTPUT_PARTS_H

#include "output.h"

#define OUTPUT_MOST	((size_t)64 << 20)	/* bytes that are scanned */
#define HITS_MOST	200

struct regexes;

struct output_schema {
	const struct rules_row	*row;
	struct json		*schema;
};

struct output_hit {
	const struct rules_row	*row;
	char			 where[120];
	size_t			 count;
};

struct output {
	const struct ruleset	*rules;
	const struct rules_row	*known, *random;	/* each may be NULL */
	struct regexes		*regexes;
	struct output_hit	*hits;
	size_t			 nhits, hits_cap, left_out;
	bool			 holds;
	bool			 has_files, has_patterns;	/* rows of those */
	struct output_schema	*schemas;	/* of rows of results */
	size_t			 nschemas, schemas_cap;
	char			 why[200];
};

/* What no row of the table says, and is denied all the same. */
enum output_own { OUTPUT_TOO_LONG, OUTPUT_UNNAMED, OUTPUT_NO_PICTURE,
	OUTPUT_NOWN };
extern const struct rules_row output_own[OUTPUT_NOWN];

/* It is on the list, and if the row holds, all is held. */
void output_hit(struct output *, const struct rules_row *, const char *where,
    size_t count);

/* Are these bytes, or the beginning of them, of this type? */
bool output_is_type(enum rules_type, const char *bytes, size_t n);
#endif
