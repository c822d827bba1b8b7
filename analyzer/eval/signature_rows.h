/* Which parameters of the libraries' callables are paths, hosts and the like. */
#ifndef SALLYPORT_SIGNATURE_ROWS_H
#define SALLYPORT_SIGNATURE_ROWS_H

#include <stddef.h>

/*
 * callee, then its positional parameters in order. A letter behind a colon
 * says what it is (see signatures.h); `self` stands for a method's object.
 */
struct signature_row {
	char	callee[48], parameters[160];
};

/* In the order of strcmp(). */
extern const struct signature_row signature_functions[], signature_methods[];
extern const size_t signature_nfunctions, signature_nmethods;

#endif
