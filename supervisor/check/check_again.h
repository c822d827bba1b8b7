/*
 * The interpreter of a script, started again by the run itself. It may come up
 * only as the standard library's pools bring it up (multiprocessing, and
 * joblib's loky): as a process that reads the submission's files anew. Whatever
 * else it could be given to run was not judged. What its parent then sends it, or
names as the script, the gate alone looks after.
 */
#ifndef SALLYPORT_CHECK_AGAIN_H
#define SALLYPORT_CHECK_AGAIN_H

#include <stdbool.h>
#include <stddef.h>

/* argv[0] does not count: the caller puts the interpreter's own there, and
 * "-I" behind it. */
bool check_again_may(const char *const *argv, size_t n);

#endif
