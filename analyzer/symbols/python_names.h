/*
 * What CPython calls its builtins and its library's modules.
 */
#ifndef SALLYPORT_PYTHON_NAMES_H
#define SALLYPORT_PYTHON_NAMES_H

#include <stdbool.h>

enum python_table {
	PYTHON_BUILTINS,	/* found when no scope binds them, 3.8 to 3.14,
				   with those of `site` */
	PYTHON_STDLIB,		/* top-level modules of the library */
	PYTHON_EAGER,		/* of these, who does more when imported than
				   define names */
	PYTHON_GONE,		/* of Python 2, and of no Python 3 */
};
bool python_has(enum python_table, const char *name);

/* Builtins that only ever name a class of exceptions or warnings. */
bool python_is_exception(const char *name);

#endif
