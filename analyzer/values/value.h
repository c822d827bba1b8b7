/*
 * What is known of an expression's value: a set of possibilities, and whether
 * there may be others. Values live in the judge's arena and never change.
 */
#ifndef SALLYPORT_VALUE_H
#define SALLYPORT_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum value_kind {
	VALUE_NONE = 0,		/* None, True, False, ... */
	VALUE_MODULE,		/* name: the module's dotted name */
	VALUE_PATH,		/* name: a builtin, or what a module holds */
	VALUE_RESULT,		/* name: what calling that gives */
	VALUE_INT,		/* name: nonzero for True and False */
	VALUE_STR,		/* UTF-8; lone surrogates as three bytes */
	VALUE_BYTES,
	VALUE_PARTIAL,		/* a string with gaps: see FOLD_GAP */
	VALUE_LIST,		/* items; also tuples and sets */
	VALUE_DICT,		/* items: key, value, key, value */
	VALUE_METHOD,		/* name: a method's; items[0]: what it is of */
	VALUE_FUNCTION,		/* node: the definition or lambda */
	VALUE_CLASS,		/* node */
	VALUE_OBJECT,		/* node: the class it is an instance of */
	VALUE_SLICE,
};

enum value_flag {
	VALUE_HAS_MODULE = 1,		/* it, or something in it */
	VALUE_HAS_SENSITIVE = 2,	/* a callable whose arguments matter */
	VALUE_OPEN = 4,			/* a container that may hold more;
					   an object: made by who knows whom */
	VALUE_REFUSED = 8,		/* a finding says so already */
	VALUE_NAMESPACE = 16,		/* a dict of a module's names */
	VALUE_FIXED = 32,		/* a tuple: cannot be changed */
	VALUE_CHANGES = 64,		/* a list or dict in it can be */
	VALUE_UNORDERED = 128,		/* a set: items in no known order */
};

struct vset;

struct value {
	uint8_t			 kind, flags;
	uint8_t			 depth;		/* of containers in it */
	uint32_t		 name, node;
	uint32_t		 place;	/* node where it came to be */
	const struct value	*from;	/* what it was made of, or NULL */
	uint64_t		 hash;	/* 0: not asked for yet */
	const struct vset	*inside; /* NULL: not asked for yet */
	const struct vset	*any;	/* the same: value_any() */
	union {
		struct {
			const char	*bytes;
			size_t		 n;
		} text;
		struct {
			const struct vset	**list;
			size_t			 n;
		} items;
		int64_t	integer;
	};
};

struct vset {
	uint16_t	n;
	bool		unknown;	/* there may be other values */
	bool		full;		/* constants were dropped */
	bool		holds_more;	/* than plain constants */
	uint8_t		flags;		/* of all values together */
	uint64_t	hash;		/* 0: not asked for yet */
	const struct value *v[];
};

extern const struct vset vset_unknown, vset_none;

const struct vset *vset_one(struct arena *, const struct value *);
/* Constants beyond a bound become `unknown`; modules never do. */
const struct vset *vset_join(struct arena *, const struct vset *,
    const struct vset *);
/* One after the other, of a list of n every stride-th; none: vset_none. */
const struct vset *vset_join_all(struct arena *, const struct vset *const *,
    size_t n, size_t stride);
const struct vset *vset_with_unknown(struct arena *, const struct vset *);
bool vset_same(const struct vset *, const struct vset *);
/* Is there more than plain constants in the first that the other lacks? */
bool vset_holds_more(const struct vset *, const struct vset *);

/* Is it this text, whole? Of a value that has one. */
bool value_is_text(const struct value *, const char *);
/* The only value there is, of this kind; else NULL. */
/* Each of them a text that is known, and no others? */
bool vset_are_texts(const struct vset *);
const struct value *vset_only(const struct vset *, enum value_kind);

/* A list or dict of these, with such flags and those that they give it. */
const struct vset *value_holding(struct arena *, enum value_kind,
    uint32_t place, const struct vset **, size_t n, unsigned flags);
/* To be changed: nothing that was asked of the other is kept. */
struct value *value_copy(struct arena *, const struct value *);
/* Of this list or dict, all that is known now is what lies in it. */
void value_hide(struct arena *, struct value *, const struct vset *inside);
/*
 * A list or dict whose items are in place: bounds how deep such things hold
 * each other, so that what holds itself comes to an end.
 */
void value_settle(struct arena *, struct value *);

/* What a container holds, and what that holds, and so on. */
const struct vset *value_inside(struct arena *, const struct value *);

/* What one of the items of a list may be, or a dict has for its keys. */
const struct vset *value_any(struct arena *, const struct value *);

struct value *value_new(struct arena *, enum value_kind, uint32_t place);
const struct vset *value_text(struct arena *, enum value_kind,
    uint32_t place, const char *bytes, size_t n);
const struct vset *value_integer(struct arena *, uint32_t place, int64_t);
/* Those of these n, no more than 64, that differ; and maybe others. */
const struct vset *vset_integers(struct arena *, uint32_t place,
    const int64_t *, size_t n, bool unknown);
const struct vset *value_bool(struct arena *, uint32_t place, bool);
bool value_same(const struct value *, const struct value *);

#endif
