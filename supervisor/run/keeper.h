/*
 * Who looks after what a run leaves: a process of the run's uid, without a
 * capability, that lists, reads and removes what lies in the run's folders.
 * So nothing is read or deleted with more rights than the run had, whatever it
 * put there; and nothing on another file system than the folders'. The front
 * gets bytes over a socket, never a descriptor: how many are under way is
 * limited by uid, which other runs may share.
 *
 *	front				keeper
 *	KEEPER_INPUT	->		a name, for each input
 *	KEEPER_COLLECT	->		most
 *			<-		for each file, by name:
 *						KEEPER_FILE (two flags before
 *						its path) KEEPER_DATA...
 *						KEEPER_END
 *					or KEEPER_SKIP, which may break one off
 *			<-		KEEPER_DONE
 *	KEEPER_REMOVE	->
 *			<-		KEEPER_DONE, with an errno
 *
 * It dies with the front; the folder's lock is held until it did.
 */
#ifndef SALLYPORT_KEEPER_H
#define SALLYPORT_KEEPER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct fit_list;
struct keeper;

/* Where copies go: a folder, or -1; may they replace regular files there? */
struct keeper_output {
	int	fd;
	bool	overwrites;
	bool	is_private;	/* nobody else may read them */
};

/* `top_fd`: the folder that holds work/ and home/; stays the caller's. */
int keeper_new(uid_t uid, int top_fd, struct keeper **ret);
void keeper_free(struct keeper *);	/* ends it; NULL is fine */

/*
 * List what was left in work/: regular files of the run's own with one link,
 * sorted by name, links not followed, together at most `max_bytes`, without
 * the `n` names of `inputs`; and in what the code calls /tmp, below a folder
 * "tmp". They are copied to `output`. The lists are filled as in the run
 * document.
 */
void keeper_collect(struct keeper *, char *const *inputs, size_t n,
    struct keeper_output output, int64_t max_bytes, struct fit_list *files,
    struct fit_list *skipped);

/*
 * One file of work/, by its path there, while nothing of the tree runs: put
 * these bytes there, as the run's own and instead of what has its name; remove
 * it; read it, at most `n` bytes, to `to`. 0 or -errno.
 */
enum keeper_deed { KEEPER_FILE_PUT, KEEPER_FILE_DROP, KEEPER_FILE_GET };
int keeper_file(struct keeper *, enum keeper_deed, const char *path,
    const char *bytes, size_t n, int to);

/* The copy of a file, made from the beginning of this one, which says if it may
 * be executed. 0, or -errno with *ret_why. */
int keeper_copy(struct keeper_output, const char *path, int from,
    const char **ret_why);

/* Empties work/ and home/, the last it does. 0, or -errno of something that
 * stays. */
int keeper_empty(struct keeper *);

#endif
