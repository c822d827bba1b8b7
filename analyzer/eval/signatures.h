/*
 * What the table's `model` rows know of a callable: what its parameters are
 * called, and which is a path, a host or a text that runs.
 */
#ifndef SALLYPORT_SIGNATURES_H
#define SALLYPORT_SIGNATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../supervisor/base/rules.h"

struct buf;
struct judge;

#define SIGNATURE_UNKNOWN UINT32_MAX

/*
 * What a row says of a callable by its dotted name; with a method's, of
 * whatever object it is called on. False if no row speaks of it.
 */
bool model_of(const struct judge *, const char *callee, struct rules_model *);
bool model_of_method(const struct judge *, const char *method,
    struct rules_model *);
bool model_says(const struct judge *, const char *callee, enum rules_word);
bool model_method_says(const struct judge *, const char *method,
    enum rules_word);
/* The place of its first parameter of this use; RULES_MODEL_MAX: none. */
size_t model_parameter(const struct rules_model *, enum rules_use);

/* The same where arguments matter as paths and hosts; `ret` may be NULL. */
bool signature_of(const struct judge *, const char *name, bool is_method,
    struct rules_model *ret);

/* Is such an argument a path or a host? */
static inline bool
model_is_place(char use)
{
	return use >= RULES_USE_READ && use != RULES_USE_MODE;
}

/* Is this one of the parameter's names? */
bool signature_has_name(const struct rules_parameter *, const char *name);

/*
 * The argument of a call that the n-th parameter gets: its node, 0 if it is
 * not passed, SIGNATURE_UNKNOWN if stars hide it.
 */
uint32_t signature_argument(const struct judge *, uint32_t call,
    const struct rules_model *, size_t n);
/* The parameter that this argument is for; NULL: none that is known. */
const struct rules_parameter *model_takes(const struct judge *,
    const struct rules_model *, uint32_t argument);

/* "mode:path", with ./ and // and inner .. taken out as far as is certain. */
void signature_clean_path(const char *path, size_t n, const char *mode,
    struct buf *out);

#endif
