/*
 * Standard input of the tree: what can be read of what we were given, and
 * nothing that could be written. A terminal or a file is often open both ways.
 */
#ifndef SALLYPORT_FEED_H
#define SALLYPORT_FEED_H

/*
 * The same, open for reading alone: `fd` itself, or a new descriptor at the
 * same place, or /dev/null if it could not be read at all. Where neither can
 * be (a socket), `fd` comes back as it is: feed_start() copies from it.
 * In the front, which may open what the run's uid may not. Negative errno.
 */
int feed_open(int fd);

/*
 * In the supervisor: a descriptor for the tree, which is `fd` if that can only
 * be read, else the end of a pipe that a thread of ours fills as long as this
 * process lives. Negative errno.
 */
int feed_start(int fd);

#endif
