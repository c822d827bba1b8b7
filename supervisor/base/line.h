/*
 * A line of Python source by its number, as CPython counts them.
 */
#ifndef SALLYPORT_LINE_H
#define SALLYPORT_LINE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Line `line`, from 1, within `text`, which stays the caller's; its length
 * without its end. A byte order mark is part of none. NULL if there is none.
 */
const char *line_at(const char *text, size_t n, int64_t line, size_t *ret_n);

#endif
