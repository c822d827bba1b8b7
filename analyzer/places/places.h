/*
 * Paths and hosts that the source names: what no row allows is a finding, and
 * the rest stands in the manifest. `use` is a letter of signatures.h.
 */
#ifndef SALLYPORT_PLACES_H
#define SALLYPORT_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;
struct value;
struct vset;

/*
 * places.c: the arguments of a call, by the signature of `callee`; with
 * `is_method` by its last name alone. `value` (or NULL) is what is called.
 */
void check_places(struct judge *, uint32_t call, const char *callee,
    const struct value *value, bool is_method);
/* This callable stands among arguments, and what follows is for it. */
void check_places_behind(struct judge *, uint32_t callable,
    const char *callee, const struct value *);
/* A call of a method on what has no known value: by the method's name. */
void check_places_of_unknown(struct judge *, uint32_t call);
/* A call, or a tuple of a callable and arguments, that site_of() finds. */
void check_places_of_site(struct judge *, uint32_t call_or_tuple);
/* x has been given `value`, a node, as its attribute `name`. */
void check_place_told(struct judge *, const struct vset *x, const char *name,
    uint32_t value);
/* `x.name = path`. */
void check_place_assigned(struct judge *, uint32_t attribute,
    const char *name);
/* What is used so, and may be any of this; `mode` as for open(), or NULL. */
void check_place(struct judge *, char use, const struct vset *,
    const struct vset *mode, uint32_t place);
/* A text, maybe with gaps, that becomes a path, by what is done to it. */
void check_use(struct judge *, char use, const struct vset *mode,
    const struct value *, uint32_t place);
/* Is it not certain that these are all, or that they are whole? */
bool place_is_unsure(const struct vset *);
/*
 * handed.c: a parameter, by what the submission's own calls are seen to give
 * it; and a path made of such, if that is all that it may be: else false.
 */
void check_handed(struct judge *, char use, uint32_t node,
    const struct vset *mode);
bool check_all_handed(struct judge *, char use, uint32_t place,
    const struct vset *mode);
/* together.c: one made of several things that calls hand over. */
void check_together(struct judge *, char use, uint32_t node,
    const struct vset *mode);
/* A text that is judged by itself, wherever it stands. */
void check_string(struct judge *, const struct value *text, uint32_t place);
/* What stands behind the colon in f"{x:...}". */
void check_format_spec(struct judge *, const char *text, size_t n,
    uint32_t place);
void check_format_text(struct judge *, uint32_t specifier);

/*
 * language.c: a text of another language that a method of this name gets; or
 * the name of a module, or of another method.
 */
void check_language(struct judge *, uint32_t call, const char *method);
/* The same of what stands behind a callee that is handed on. */
void check_language_behind(struct judge *, uint32_t callee,
    const char *method);

/*
 * loose.c: paths of the host that are written down, and operands that a path
 * may reach out of sight. Both are noted; together they are a finding, at the
 * end of the submission.
 */
void loose_note_text(struct judge *, const struct value *, uint32_t place);
/*
 * `from_nowhere`: nothing in the source says what it may be. `outside`: a part
 * of it is no text of the source's.
 */
void loose_note_operand(struct judge *, char use, const struct vset *mode,
    uint32_t node, bool from_nowhere, bool outside);
/* What this variable of the environment is set to. */
void loose_note_variable(struct judge *, const struct vset *key,
    const struct vset *, uint32_t place);
void check_loose(struct judge *);
/* After that: may what writes or deletes go where it is not followed? */
bool loose_may_write(const struct judge *);
/* What may be written to, if it is a path, is it one of the host? */
void check_if_of_host(struct judge *, const struct vset *, uint32_t place);
/* A call that changes the folder, to this one. */
void check_climb(struct judge *, const char *callee, uint32_t call,
    const struct vset *path);

/*
 * inherited.c: a call of one of these, classes of the submission's own, or of
 * super().__init__().
 */
void check_inherited(struct judge *, uint32_t call,
    const struct vset *callees);

/* given.c: does it lie in what the operator lets the run read? */
bool places_is_granted(const struct judge *, const char *mode,
    const char *path);
/* In a folder of the run, by a name that the table gives it? */
bool places_is_own(const struct judge *, const char *path);

/* untold.c: does the manifest tell what calling this needs? */
void check_untold(struct judge *, uint32_t callee);

/*
 * sql.c: files that the SQL given to a method of this name opens. `behind`:
 * the SQL is an argument behind the method itself, or behind its name.
 */
void check_sql(struct judge *, uint32_t call, const char *method,
    bool behind);

#endif
