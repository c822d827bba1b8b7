/*
 * A log that takes no more records, or is not whole, is put away as it is, and
 * a new one begins in its place.
 */
#ifndef SALLYPORT_AUDIT_EPOCH_H
#define SALLYPORT_AUDIT_EPOCH_H

struct json;

/*
 * Move FILE, its full files and FILE.d into a new folder FILE.kept-TIME; nothing
 * is removed. Then begin a log whose first record after its own is "epoch", with
 * `body` (the caller's) and where the old one lies: `kept`, the folder's name,
 * and `sha256` of its last file. *ret_kept is the folder's path, the caller's,
 * also where the new log could not be begun: then -errno, and nothing takes
 * records until one is. NULL: nothing was moved.
 */
int audit_epoch_begin(const char *path, const struct json *body,
    char **ret_kept);

#endif
