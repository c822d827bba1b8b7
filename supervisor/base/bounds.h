/*
 * Limits that the caller's shell has set: where one of them is what failed,
 * the operator is told its name, since `ulimit` is where he changes it.
 */
#ifndef SALLYPORT_BOUNDS_H
#define SALLYPORT_BOUNDS_H

/*
 * What an errno says, and which limit may be behind it, if one is set: "File
 * too large (ulimit -f bounds it)". Valid until the next call on this thread.
 */
const char *bounds_error(int err);

#endif
