/*
 * Parameters of the callables whose arguments the gate looks at: which is
 * called what, and which is a path or a host.
 */
#ifndef SALLYPORT_SIGNATURES_H
#define SALLYPORT_SIGNATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct judge;

#define SIGNATURE_MAX	12
#define SIGNATURE_UNKNOWN UINT32_MAX

struct parameter {
	const char	*name;	/* or several: a|b */
	uint8_t		 n;
	char		 use;	/* r w d: a path that is read, written,
				   deleted; o: by the mode; m: that mode;
				   h: a host; j: a pattern below the object,
				   or another parameter; g: one that is read
				   by itself, too; t: a folder that is read
				   with all that is in it;
				   0: none of these */
	bool		 self;	/* the object of a method */
};

struct signature {
	struct parameter parameters[SIGNATURE_MAX];
	size_t		 n;
};

/* Parameters in order, `name` or `name:use`, parted by spaces. */
void signature_read(const char *text, struct signature *);
/* By dotted name; NULL if it has none. Valid until the next call. */
const struct signature *signature_of(const char *callee);
/* By the method's name alone, whatever object it is called on. */
const struct signature *signature_of_method(const char *name);

/* Is this one of the parameter's names? */
bool signature_has_name(const struct parameter *, const char *name);

/*
 * The argument of a call that the n-th parameter gets: its node, 0 if it is
 * not passed, SIGNATURE_UNKNOWN if stars hide it.
 */
uint32_t signature_argument(const struct judge *, uint32_t call,
    const struct signature *, size_t n);

/* "mode:path", with ./ and // and inner .. taken out as far as is certain. */
void signature_clean_path(const char *path, size_t n, const char *mode,
    struct buf *out);

#endif
