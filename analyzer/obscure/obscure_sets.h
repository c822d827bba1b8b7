/*
 * What obscure.c asks of the values that an expression may have.
 */
#ifndef SALLYPORT_OBSCURE_SETS_H
#define SALLYPORT_OBSCURE_SETS_H

#include <stdbool.h>
#include <stdint.h>

struct judge;
struct vset;

/* Nothing but texts, numbers and None that are known. */
bool set_is_known(const struct vset *);
/* An object of the submission's own, or one of its classes. */
bool set_is_own(const struct vset *);
/* Something that can be called. */
bool set_holds_function(const struct vset *);
/* Nothing but lists and dicts: an index chooses from them. */
bool set_holds_container(const struct vset *);
/* An own object, or what a library names: x["text"] may give the text. */
bool set_answers_by_text(const struct vset *);
/* Nothing but what sqlite3.connect() gave. */
bool set_is_connection(struct judge *, const struct vset *);
/* A text of blanks. */
bool set_is_blank(const struct vset *);
/* A text that names a place, at a node that is taken apart into letters. */
bool set_gives_letters(struct judge *, const struct vset *, uint32_t at);

#endif
