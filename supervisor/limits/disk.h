/*
 * What the run has put on disk: the blocks of all below its two folders, and
 * by how much the other trees grew that its policy lets it write (whoever made
 * them grow).
 */
#ifndef SALLYPORT_DISK_H
#define SALLYPORT_DISK_H

#include <stdbool.h>
#include <stdint.h>

struct disk;
struct policy;

/* `before`: bytes that lay there when the run began, and are not its own. */
struct disk *disk_new(const char *work, const char *home, int64_t before,
    const struct policy *, bool alone);
void disk_free(struct disk *);

/*
 * The folder behind this link to a descriptor of ours is about to be closed to
 * everybody: what it holds now, each file as large as it says, is what it
 * counts for as long as it is closed. What is open in it can still grow:
 * whoever looks at descriptors counts it.
 */
void disk_shut(struct disk *, const char *link);
bool disk_has_shut(const struct disk *);

/*
 * So many bytes more (or less) in attributes, which a file system in memory
 * keeps without counting them as the file's. Returns by how much disk_usage is
 * more (or less) for it: what the run did not set is no gain when it goes.
 */
int64_t disk_attribute(struct disk *, int64_t more);

/*
 * Bytes now, or as last counted if counting again would cost too much: at most
 * a tenth of the time goes into it.
 */
int64_t disk_usage(struct disk *);
int64_t disk_usage_now(struct disk *);		/* whatever it costs */

#endif
