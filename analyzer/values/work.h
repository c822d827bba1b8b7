/* Bounds on what working out values may take. */
#ifndef SALLYPORT_WORK_H
#define SALLYPORT_WORK_H

#include <stdbool.h>

struct judge;

/*
 * Counts a step of work. True once the submission is too complex or late:
 * then answer `unknown`; judge.too_complex and judge.late refuse it.
 */
bool work_is_over(struct judge *);

#endif
