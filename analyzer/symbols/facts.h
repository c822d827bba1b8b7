/*
 * What the table says of a name, looked up once and kept: one fact for each
 * interned name, for as long as the names are.
 */
#ifndef SALLYPORT_FACTS_H
#define SALLYPORT_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "../../supervisor/base/rules.h"
#include "../findings/words.h"

struct facts;
struct submission;
struct names;

/* What becomes of `module.attribute`. */
struct member {
	uint32_t		 full;	/* the name of both, with the dot */
	const struct rules_row	*row;	/* that decided; NULL: no row */
	enum rules_verb		 verb;
	bool			 is_module;
};

struct facts *facts_new(const struct ruleset *, struct names *);
void facts_free(struct facts *);
/* The names were reset: forget what does not stay. */
void facts_reset(struct facts *);

/* A row or NULL; facts_attr and facts_import fall back on the default. */
const struct rules_row *facts_call(struct facts *, uint32_t name);
const struct rules_row *facts_attr(struct facts *, uint32_t name);
const struct rules_row *facts_import(struct facts *, uint32_t name);
/* NULL unless the table has a row about this very module. */
const struct rules_row *facts_own_import(struct facts *, uint32_t name);
/* A module of the submission's own: see submission.h. */
bool facts_is_sibling(struct facts *, uint32_t name);
/* From here on these modules are there too; NULL: none. */
void facts_submission(struct facts *, const struct submission *);
bool facts_has_keywords(struct facts *, uint32_t name);
/*
 * What the table's models say of a callable; one that has none for open() is
 * read with those that are shipped. Does its model say this of it?
 */
bool facts_model(const struct facts *, const char *name,
    struct rules_model *ret);
bool facts_says(struct facts *, uint32_t name, enum rules_word);
/*
 * The name by which rows about arguments tell of this one: matplotlib's members
 * have one, whichever module hands them out, and so have its tables of settings
 * and what copies or fills them: matplotlib.rcParams.
 */
uint32_t facts_told_as(struct facts *, uint32_t name);

const struct rules_row *facts_source(struct facts *, enum source_word);
const struct rules_row *facts_flow(struct facts *, enum flow_word);
const struct rules_row *facts_node(struct facts *, unsigned kind);

bool facts_is_builtin(struct facts *, uint32_t name);
bool facts_is_exception(struct facts *, uint32_t name);
bool facts_is_stdlib(struct facts *, uint32_t name);	/* a module's name */

/* By value: the table of them moves when the next one is asked for. */
struct member facts_member(struct facts *, uint32_t module,
    uint32_t attribute);
/* `first.second` as a name; `first` where that is too long for any row. */
uint32_t facts_join(struct facts *, uint32_t first, uint32_t second);

/* NULL, or a word of the closed vocabularies or a kind without a row. */
const char *facts_missing(struct facts *);

#endif
