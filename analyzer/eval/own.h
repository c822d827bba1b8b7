/*
 * What the submission itself defines: its identifiers, classes and objects. The
 * table refuses much by name alone; these say where such a name is the
 * submission's own and can do nothing else.
 *
 * All of them fail closed: false and 0 mean "not known for certain", also when
 * too much has been asked (own_may_look). Nodes and bindings are indexes, 0
 * for none; names are interned.
 */
#ifndef SALLYPORT_OWN_H
#define SALLYPORT_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../symbols/occurrences.h"
#include "../values/value.h"

struct judge;
struct vset;

/* own.c: classes and objects. */

/*
 * Asked before each look over the whole source. False: there were too many of
 * them, and the answer is "not known".
 */
bool own_may_look(struct judge *);
/* Is this definition a class that adds nothing of the interpreter's? */
bool own_class(struct judge *, uint32_t class);
/* Is each of these an object of such a class, or (VALUE_CLASS) one itself? */
bool own_are(struct judge *, const struct vset *, enum value_kind);
/* The class whose method takes this name first, as `self`; or 0. */
uint32_t own_self(struct judge *, uint32_t node);
/*
 * vars(x), x.__dict__: is x `self` of an own class, or a namespace, and are the
 * attributes of all objects here plain values? globals(), vars(): is it only
 * asked which names there are?
 */
bool own_vars(struct judge *, uint32_t call);
bool own_dict(struct judge *, uint32_t attribute);
/* An own object, or a namespace, where all attributes are plain values? */
bool own_is_plain(struct judge *, uint32_t object);
/*
 * getattr(x, name) of such an x, where name does not begin with "_", by a test
 * before it; or comes from vars(x).
 */
bool own_public_name(struct judge *, uint32_t object, uint32_t name);

/*
 * own_given.c: what an expression is, where its function's parameters have what
 * the calls of the function give them. Nobody calls it: *ret_uncalled, if it
 * depends on one of them.
 */
/* May functions and imports be reached past the names that they have? */
bool own_is_reached_otherwise(struct judge *);
const struct vset *own_given(struct judge *, uint32_t node,
    bool *ret_uncalled);
/*
 * return fig, plt: a function whose calls are all known, and each gives this
 * module, which `name` stands for, to names alone.
 */
bool own_returns_in_sight(struct judge *, uint32_t name);

/* own_kinds.c */

/* os.close(fd) of what tempfile.mkstemp() gave. */
bool own_temporary(struct judge *, uint32_t attribute);
/*
 * Is `name` what Python handed to __getattr__, and is the answer of this
 * getattr() only returned?
 */
bool own_delegated(struct judge *, uint32_t call, uint32_t name);
/*
 * x.__mro__, x.__subclasses__: of a class of the submission's own, where all
 * that it gives is its own or a plain builtin; or only names are looked at.
 */
bool own_lineage(struct judge *, uint32_t attribute);
/* f.__code__.co_name, tb.tb_frame.f_lineno: a text or a number comes of it. */
bool own_is_label(struct judge *, uint32_t attribute);
/* self.json, which methods set, and never to a module. */
bool own_attribute(struct judge *, uint32_t attribute);
/* Does this imported name stand only in isinstance(x, name)? */
bool own_only_asks(struct judge *, uint32_t name);
/* Is no object of this class, or of any, a text that equals another one? */
bool own_class_is_no_text(struct judge *, uint32_t class);
bool own_texts_are_plain(struct judge *);

#endif
