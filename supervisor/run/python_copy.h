/*
 * A readable copy of an interpreter that runs cannot reach, as one in root's
 * home: made once, by root, named by the hash of all it holds, in a folder
 * that only root may write. A run sees it under the names of the original.
 */
#ifndef SALLYPORT_PYTHON_COPY_H
#define SALLYPORT_PYTHON_COPY_H

struct python;

/*
 * `py` as root finds it: make the copy, if there is none of what it is now.
 * *ret_folder is where it lies, the caller's to free. On error -errno, and
 * *ret_why, the caller's to free, says what and what to do.
 */
int python_copy_make(const struct python *py, char **ret_folder,
    char **ret_why);

/*
 * Let `py` be its copy: what is executed and read lies there, and py->moved
 * says by what names. 0; -ENOENT if there is none of what it is now; -EPERM if
 * others than root may write there; py is as it was then.
 */
int python_copy_use(struct python *py);

#endif
