/*
 * What only exhausts: memory, time, files, the stack. Each check looks at one
 * node and adds a finding if what stands there comes to more than any honest
 * program asks for. Where an amount is not known there is none.
 */
#ifndef SALLYPORT_EXHAUST_H
#define SALLYPORT_EXHAUST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct judge;

/* bombs.c: a binary operation or a loop. */
void check_bomb(struct judge *, uint32_t at);
/* What stands behind the colon in f"{x:...}". */
void check_width(struct judge *, uint32_t format_specifier);
/*
 * Does this template of str.format (`begin` is '{') or of % ask for a width
 * or a precision of too many digits?
 */
bool asks_for_width(const char *, size_t n, char begin);

/*
 * volume.c: a number, which may be one of rounds or of bytes. Can those of the
 * submission come to so much, in loops as deep as its are, that it is worth
 * going through?
 */
void check_volume(struct judge *, uint32_t integer);
bool volume_is_large(const struct judge *);

/* sizes.c: a call, also one that is handed over; of a method of this name. */
void check_size_of_call(struct judge *, uint32_t call);
void check_size_of_method(struct judge *, uint32_t call, const char *method);
/* `x.name = n` */
void check_size_assigned(struct judge *, uint32_t attribute, const char *name);
void check_size_of_comparison(struct judge *, uint32_t at);
/* A comprehension; a sequence times a number. */
void check_size(struct judge *, uint32_t at);

/* endless.c: an iterator without an end that something takes as a whole. */
void check_taken_whole(struct judge *, uint32_t at);

/* recursion.c: what starts itself again, or in far too many calls. */
void check_self_call(struct judge *, uint32_t call);
void check_explosion(struct judge *, uint32_t call);

/* waits.c: patterns that take for ever on the text they are given. */
void check_pattern(struct judge *, uint32_t call);
/* Waiting for what nobody does. */
void check_wait(struct judge *, uint32_t call);

#endif
