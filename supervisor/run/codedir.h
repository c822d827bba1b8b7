/*
 * The folder of the code: the files of the submission as they were judged,
 * beside the work folder. It belongs to the front, who alone makes it; no row
 * and no option lets the run change it (policy.c). `__file__` lies there, and a
 * process that the submission starts afresh reads it again.
 */
#ifndef SALLYPORT_CODEDIR_H
#define SALLYPORT_CODEDIR_H

#include <stddef.h>

struct run_options;

#define CODEDIR		"code"

/* What the script's file is called there: its own name, or main.py. */
const char *codedir_script(const struct run_options *);

/*
 * Make it in `top_fd`, with all files of `opts`, and links to those inputs in
 * the folder `work` that no interpreter would take for code: where the script
 * lies is where people look for its data. 0 or -errno with *ret_why, the caller's to free.
 */
int codedir_make(int top_fd, const char *work, const struct run_options *,
    char **ret_why);

/* One more file, instead of one of its name; or (NULL) none. 0 or -errno. */
int codedir_put(int top_fd, const char *name, const void *bytes, size_t n);

/* Remove it, if it is ours. 0 or -errno. */
int codedir_remove(int top_fd);

#endif
