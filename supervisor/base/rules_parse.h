/*
 * What parses statements and rows shares. Private to the rules modules.
 */
#ifndef SALLYPORT_RULES_PARSE_H
#define SALLYPORT_RULES_PARSE_H

#include "rules_load.h"

struct rules_parser {
	struct rules_load	*load;
	struct rules_lexer	 lex;
	const struct rules_file	*file;
	unsigned		 depth;
	unsigned		 version;	/* that its first line names */
	size_t			 last;		/* statement, for bad: */
	bool			 has_last;	/* false: skip examples */
};

/* The line of the lexer as a row. */
void rules_parse_row(struct rules_parser *);

/* `model` at the token before `i`, into the statement; false: it is none. */
bool rules_parse_model(struct rules_parser *, size_t i, struct rules_stmt *);

/* Words from the brace at token `i` on; returns the token behind it. */
size_t rules_parse_braces(struct rules_parser *, bool is_set,
    struct rules_token **ret, size_t *ret_n, size_t i);

/* "unknown WHAT 'word'", and the nearest of `words`. */
void rules_unknown_word(struct rules_parser *, const struct rules_token *,
    const char *what, const char *const *words);
/* An error just behind a token, for what is missing there. */
void rules_error_behind(struct rules_parser *, const struct rules_token *,
    const char *what);

/* The index of `word` in a NULL-terminated list, or -1. */
int rules_index_of(const char *const *words, const char *word);

/* True in a table of this version or later; else what `tok` says is an error. */
bool rules_needs_version(struct rules_parser *, const struct rules_token *tok,
    unsigned version);

/* Lists of names by number, made from the name functions. */
#define RULES_NAME_LIST(list, count, first, name)				\
	const char *list[(count) + 1];					\
	do {								\
		int k_;							\
		for (k_ = (first); k_ < (count); k_++)			\
			list[k_ - (first)] = name(k_);			\
		list[(count) - (first)] = NULL;				\
	} while (0)


#endif
