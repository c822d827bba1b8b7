/*
 * Removing what hostile code left, with the rights that it had.
 */
#ifndef SALLYPORT_REMOVE_H
#define SALLYPORT_REMOVE_H

/*
 * Open a name below `dir_fd`: no link is followed, no other file system
 * entered, nor another mount of the same. -errno; -EXDEV for the latter.
 */
int remove_open(int dir_fd, const char *name, int flags);

/*
 * Empty the folder `name` of `dir_fd`, whatever the depth, number of entries,
 * names and modes; links are removed, never followed, and what is mounted
 * there stays as it is.
 * Returns 0, or -errno if something is still there.
 */
int remove_inside(int dir_fd, const char *name);

#endif
