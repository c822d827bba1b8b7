/*
 * What a pickle does as it is loaded, as a program: `import os`, then
 * `_0 = os.system("id")`. It is judged like the text that exec() runs.
 */
#ifndef SALLYPORT_UNPICKLE_H
#define SALLYPORT_UNPICKLE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;

/*
 * False: it is not a whole pickle, has more than it takes to be read here, or
 * calls what is not named in it.
 */
bool unpickle_as_code(struct arena *, const char *bytes, size_t n,
    struct buf *ret);

#endif
