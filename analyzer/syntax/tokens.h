/*
 * The tokens of a source as CPython's tokenizer cuts it, for what the parser
 * cannot read: that text is respelt by them, or what is wrong with it is said.
 */
#ifndef SALLYPORT_TOKENS_H
#define SALLYPORT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOKENS_OPEN_MAX		200	/* brackets: CPython's bounds */
#define TOKENS_INDENT_MAX	100

enum token_kind {
	TOKEN_END,
	TOKEN_FAULT,	/* why: `fault`; nothing comes behind it */
	TOKEN_NAME,	/* and keywords */
	TOKEN_NUMBER,
	TOKEN_STRING,	/* with its prefix */
	TOKEN_OPERATOR,
	TOKEN_NEWLINE,	/* of a statement */
	TOKEN_INDENT,
	TOKEN_DEDENT,
};

struct token {
	enum token_kind	kind;
	uint32_t	start, end;
};

/* How far a line is indented: CPython counts tabs in two ways. */
struct indent {
	uint32_t	column;	/* to the next multiple of 8 */
	uint32_t	bytes;	/* as one */
};

struct tokens {
	const char	*text;
	uint32_t	 n, at;
	uint32_t	 open[TOKENS_OPEN_MAX];	/* brackets */
	unsigned	 nopen;
	struct indent	 indents[TOKENS_INDENT_MAX];
	unsigned	 depth, due;	/* levels to leave */
	bool		 begun;		/* a statement, in this line */
	bool		 is_format;	/* of the string that was just read */
	char		 fault[96];	/* CPython's words */
	bool		 is_late;	/* a fault that hides none before it */
};

void tokens_begin(struct tokens *, const char *text, uint32_t n);
struct token tokens_next(struct tokens *);

/* Is this token the word; or one that Python keeps, but for constants? */
bool token_is(const char *text, struct token, const char *word);
bool token_is_keyword(const char *text, struct token);

/* Of the line that this byte is in the white space in front of. */
struct indent tokens_indent(const char *text, uint32_t at);

#endif
