/*
 * Removing a folder that hostile code filled.
 */
#ifndef SALLYPORT_REMOVE_H
#define SALLYPORT_REMOVE_H

/*
 * Remove the folder `name` of `dir_fd` and all below it: whatever its depth,
 * number of entries, names and modes; links are removed, never followed.
 * Returns 0, or -errno if something is still there.
 */
int remove_tree(int dir_fd, const char *name);

#endif
