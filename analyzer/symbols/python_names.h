/*
 * What CPython calls its builtins and its library's modules.
 */
#ifndef SALLYPORT_PYTHON_NAMES_H
#define SALLYPORT_PYTHON_NAMES_H

#include <stdbool.h>

/* Names found when no scope binds them, 3.8 to 3.14, with those of `site`. */
bool python_is_builtin(const char *name);
/* Builtins that only ever name a class of exceptions or warnings. */
bool python_is_exception(const char *name);
/* Top-level modules of the library. */
bool python_is_stdlib(const char *name);
/* Of these, those that do more when they are imported than define names. */
bool python_is_eager(const char *name);
/* Top-level modules of Python 2 that no Python 3 has by this name. */
bool python_is_gone(const char *name);

#endif
