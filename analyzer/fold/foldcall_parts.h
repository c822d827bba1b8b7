/*
 * What foldcall.c and foldcall_text.c share: one call with its arguments
 * read, and how to take them. Nobody else includes this.
 */
#ifndef SALLYPORT_FOLDCALL_PARTS_H
#define SALLYPORT_FOLDCALL_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../values/value.h"

struct buf;
struct judge;
struct piece;

#define FOLDCALL_ARGS_MAX	6
#define FOLDCALL_LIST_MAX	4096	/* elements made by one call */

struct call {
	struct judge		*j;
	uint32_t		 node;
	const struct value	*callee;
	const struct value	*self;	/* of a method; else NULL */
	const struct vset	*arg[FOLDCALL_ARGS_MAX];
	size_t			 n;
	const struct vset	*keyword[FOLDCALL_ARGS_MAX];
	uint32_t		 keyword_name[FOLDCALL_ARGS_MAX];
	size_t			 nkeywords;
	bool			 odd;	/* has what is not read here */
	bool			 some;	/* *x, not known: in arg as one */
};

enum method {
	METHOD_NONE = 0, METHOD_JOIN, METHOD_REPLACE, METHOD_LOWER,
	METHOD_UPPER, METHOD_STRIP, METHOD_LSTRIP, METHOD_RSTRIP,
	METHOD_TRANSLATE, METHOD_FORMAT, METHOD_SPLIT, METHOD_ENCODE,
	METHOD_DECODE, METHOD_GET, METHOD_CASEFOLD, METHOD_ITEMS, METHOD_KEYS,
};

/* foldcall.c */

/* The n-th argument, if it is one known value of this kind; else NULL. */
const struct value *foldcall_argument(const struct call *, size_t n,
    enum value_kind);
/* The same of a str or bytes; *ret points into the value. */
bool foldcall_text_argument(const struct call *, size_t n,
    struct piece *ret);
/* The encoding: the n-th argument or the keyword, else UTF-8. */
bool foldcall_read_encoding(const struct call *, size_t n,
    struct piece *ret);
/* What was written to `out` as a value; unknown if r is an error. */
const struct vset *foldcall_finish(const struct call *, enum value_kind,
    struct buf *out, int r);

/* foldcall_builtins.c: what this function gives; NULL if it does not fold. */
const struct vset *foldcall_builtin(const struct call *, uint32_t path);

/* foldcall_text.c */

/* foldtemplate.c */

const struct vset *foldcall_format(const struct call *, struct piece self);

/* foldcall_path.c */

/* joinpath(), resolve() and the like; NULL of what is no known Path. */
const struct vset *foldcall_path_method(const struct call *);
/* os.path.join() of the arguments, behind `self` if there is one. */
const struct vset *foldcall_path_join(const struct call *,
    const struct value *self, bool is_object);
/*
 * What os.path.abspath() and the like give: the same place. `is_whole` if it
 * begins at the root then.
 */
const struct vset *foldcall_path_same(const struct call *,
    const struct vset *, bool is_whole);
/* What getcwd() and the like give, near enough. */
const struct vset *foldcall_path_fixed(const struct call *, const char *path,
    bool is_object);
/* A path as a text; `made_of` is the kind of value that it comes from. */
const struct vset *foldcall_path_text(const struct call *, const char *s,
    size_t n, unsigned made_of);

const struct vset *foldcall_maketrans(const struct call *);
/* METHOD_NONE if no method of this name folds. */
enum method foldcall_find_method(const char *name);
/* c->self is a known str or bytes. */
const struct vset *foldcall_on_text(const struct call *, enum method);

#endif
