/*
 * Between reloaded.c and saved.c, and nobody else's: what a submission loads,
 * and where it has saved that.
 */
#ifndef SALLYPORT_SAVED_H
#define SALLYPORT_SAVED_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct judge;

/*
 * A loader of pickles, what writes what it loads, and what both are given.
 * BY_METHOD: the writer is a method of whatever is saved.
 */
struct pickler {
	const char	*reader, *writer;
	enum { BY_PATH, BY_FILE, IN_MEMORY, BY_METHOD } medium;
};

bool saved_is_reader(const char *name);
/* What this call loads a pickle with, if it is plain; else NULL. */
const struct pickler *saved_pickler(struct judge *, uint32_t call);
/* IN_MEMORY: does it load nothing but what the writer gave? */
bool saved_loads_dumped(struct judge *, const struct pickler *,
    uint32_t call);
/* The node of the path that it loads; or 0. */
uint32_t saved_loads(struct judge *, const struct pickler *, uint32_t call);
/*
 * The one path that stands here, in the form of the report, with a colon in
 * front; false if there is none.
 */
bool saved_read_path(struct judge *, uint32_t node, struct buf *out);
/* May it be this one, by what eval() knows? */
bool saved_may_be_path(struct judge *, uint32_t node, const char *path);
/*
 * May what is written to `written`, in the form of the report, or to what this
 * node may be, get into the file at `path`? "out/m": also to "out" (a copy
 * into the folder), to "out/" (some writers add to a name what they like), and
 * to "out/?", a name with a gap. An absolute path may be the same file.
 */
bool saved_may_be_at(const char *written, const char *path);
bool saved_may_be_in(struct judge *, uint32_t node, const char *path);
/*
 * The node of the path where the writer has saved to it, whenever this call
 * runs; or 0: that is not certain.
 */
uint32_t saved_before(struct judge *, const struct pickler *, uint32_t call,
    const char *path);
/* Is what is called the library's function of that name, and no other? */
bool saved_calls(struct judge *, uint32_t call, const char *name);

#endif
