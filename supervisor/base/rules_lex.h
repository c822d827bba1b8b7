/*
 * A table's text as lines of tokens. A line goes on while a brace is open.
 * Private to the rules modules, and to the formatter, which keeps comments.
 */
#ifndef SALLYPORT_RULES_LEX_H
#define SALLYPORT_RULES_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct rules_diag;
struct rules_file;

#define RULES_MAX_FILE	(2048u * 1024)
#define RULES_MAX_LINE	4096u

enum rules_token_type {
	RULES_TOK_WORD,
	RULES_TOK_QUOTED,	/* text without quotes and backslashes */
	RULES_TOK_REGEX,	/* text between ~/ and / */
	RULES_TOK_OPEN,		/* { */
	RULES_TOK_CLOSE,	/* } */
	RULES_TOK_ATTR,		/* one word between brackets */
	RULES_TOK_WHY,		/* the text behind ` : ` */
	RULES_TOK_HINT,		/* the text behind ` -> ` */
	RULES_TOK_BAD,		/* the text behind bad: */
	RULES_TOK_OK,		/* the text behind ok: */
	RULES_TOK_MORE,		/* the text behind |, one blank taken off */
	RULES_TOK_COMMENT,	/* from # on; only when asked for */
};

struct rules_token {
	enum rules_token_type	 type;
	const char		*text;		/* the arena's */
	uint32_t		 off, len;	/* as written */
	uint32_t		 line;		/* 1-based */
};

struct rules_lexer {
	const struct rules_file	*file;
	struct arena		*arena;
	struct rules_diag	*diag;
	bool			 want_comments;
	uint32_t		 off, line;
	struct rules_token	*tokens;	/* of the current line */
	size_t			 ntokens, cap;
	bool			 broken;	/* an error was reported in it */
	bool			 indented;
};

/*
 * Check what must hold for the whole file: UTF-8, no control character but
 * tab and newline, no line too long. Errors are reported. Returns 0 or
 * -EINVAL, upon which the file is not to be lexed.
 */
int rules_lex_check(const struct rules_file *, struct rules_diag *);

/* Zero the lexer, set file, arena and diag; end with rules_lex_end. */
bool rules_lex_next(struct rules_lexer *);	/* false at the end */
void rules_lex_end(struct rules_lexer *);

#endif
