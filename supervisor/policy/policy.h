/*
 * A table made ready for one run: variables expanded, the operator's options
 * added as rows of their own, every system call's number looked up.
 */
#ifndef SALLYPORT_POLICY_H
#define SALLYPORT_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../base/rules.h"

struct policy;
struct run_options;

/* What a path is wanted for. Each has its rows in the table. */
enum access {
	ACCESS_READ = 0,
	ACCESS_WRITE,		/* also create, delete, rename, change */
	ACCESS_STAT,
	ACCESS_EXEC,
	ACCESS_CONNECT,		/* "address:port", "udp:address:port",
				   "unix:/path" */
	ACCESS_BIND,
	ACCESS_NKINDS
};

/*
 * Why something is refused, or that it is not. Strings live as long as the
 * policy. Zeroed: denied by nobody's rule, which still denies.
 */
struct ruling {
	enum rules_verb	 verb;
	bool		 quiet, kill;
	bool		 lookup;	/* told as one: no violation */
	bool		 input;		/* keeps an input from being written */
	bool		 minor;		/* refused for the run's own good: no
					   boundary, so it need not hold where
					   Landlock is alone, nor in a folder
					   that is moved */
	int		 err;		/* positive errno for the caller */
	const char	*rule, *why, *hint;
};

struct policy_dirs {
	const char	*work, *home;		/* canonical */
	const char	*code;			/* what was judged; or NULL */
	const char	*python_exe;		/* canonical interpreter, or NULL */
	const char	*python_name;		/* its argv[0]; or NULL */
	const char *const *python_ways;		/* the names it has; or NULL */
	const char *const *python_moved;	/* by what names it is seen, and
						   where that lies; or NULL */
	const char *const *python_trees;	/* what $PYTHON stands for */
	const char	*program;		/* canonical: what was asked
						   for; or NULL */
	const char	*program_name;		/* as it was asked for; or NULL */
	const char	*interpreter, *loader;	/* what its header names, see
						   policy_add_headers() */
};

int policy_new(const struct run_options *, const struct policy_dirs *,
    char **ret_why, struct policy **ret);
void policy_free(struct policy *);

/*
 * What the header of the program names (either may be NULL), once it was
 * found fit: see program_check(). The interpreter of a script is a program.
 * The loader is none: the kernel starts it for one, and by itself it would
 * start any file that can be read.
 */
void policy_add_headers(struct policy *, const char *interpreter,
    const char *loader);

/* `canonical` has no symlink, no dot part, no doubled or trailing slash. */
struct ruling policy_path(const struct policy *, enum access,
    const char *canonical);

/*
 * Does a row let the tree see, or use, this name or one below it? What no row
 * shows is not looked at, so that nothing tells whether it is there.
 */
bool policy_shows(const struct policy *, const char *canonical);

/*
 * Is the program `canonical` permitted only as what runs the script? Then by
 * what name it has to be called, else NULL.
 */
const char *policy_interpreter(const struct policy *, const char *canonical);

/* By number of the native ABI. Beyond the list: deny with ENOSYS. */
struct ruling policy_syscall(const struct policy *, long nr);

/* May there be one more thread, or process? If not, *ret says why. */
bool policy_task(const struct policy *, bool is_thread, struct ruling *ret);

/* An attack on the supervisor itself: `word` of the table's `self` rows. */
struct ruling policy_self(const struct policy *, const char *word);

/*
 * May the run make code: memory that was written, files of its own? Only by
 * the row `allow self jit`.
 */
bool policy_makes_code(const struct policy *);

/* As the options, the table or we say, in this order; and of a policy. */
int64_t policy_limit_of(const struct run_options *, enum rules_limit);
int64_t policy_limit(const struct policy *, enum rules_limit);
bool policy_reads_by_landlock(const struct policy *);
/* Otherwise than the table says: for making filters ahead of tables. */
void policy_judge_reads_by_landlock(struct policy *, bool);

/*
 * Names that lead to folders of the run. `at` is canonical but for them, `rest`
 * what follows it. Returns the canonical name that is meant by `at`, or NULL;
 * *ret_above: an alias lies below `at`. None hides what the operator named.
 */
const char *policy_alias(const struct policy *, const char *at,
    const char *rest, bool *ret_above);
/* The absolute name `name`, without dots, by what its alias stands for; the
 * caller's to free. */
char *policy_unalias(const struct policy *, const char *name);
/* What the folder `canonical` is called, or NULL. */
const char *policy_alias_of(const struct policy *, const char *canonical);
/* The folders that must be there for it, below the home; NULL behind the last. */
const char *policy_alias_folder(const struct policy *, size_t i);
/* And the files, which lie in POLICY_ETC. */
const char *policy_alias_file(const struct policy *, size_t i);
/* What the tree calls the folder `canonical` of the run: its alias, if names
 * there lead to it, or `canonical`. */
const char *policy_shown(const struct policy *, const char *canonical);
/*
 * By what name of its own, which leads back to it, the tree is told of what
 * the kernel calls `canonical`: the caller's to free, or NULL: by no other.
 */
char *policy_name_shown(const struct policy *, const char *canonical);
/* Has "alias/rest" a name of its own, so that the alias does not hide it? */
bool policy_keeps(const struct policy *, const char *alias, const char *rest);
/* Does one cover the absolute name `raw`? */
bool policy_is_aliased(const struct policy *, const char *raw);

/* Folders in the home, for aliases: shared memory and semaphores; files that
 * are for a while. */
#define POLICY_SHM	".shm"
#define POLICY_TMP	".tmp"
#define POLICY_ETC	".etc"		/* the run's own users, hosts, names */
#define POLICY_NAMES	".names"	/* stands for the root: what lies above
					   aliases, with them as folders */

/*
 * True if some row lets the tree create, delete or rename what is directly in
 * the directory `canonical`, so that symbolic links may appear there during
 * the run. Directories above a changeable one need not be changeable.
 */
bool policy_dir_may_change(const struct policy *, const char *canonical);

/* The first row that lets the tree change something at or below `canonical`. */
const char *policy_writes_below(const struct policy *, const char *canonical);

/*
 * May `from` be given the name `to`? Only with each right of `accesses` (bits)
 * on it that the new name gives; if it may be a folder (`below`), so for all
 * that may lie in it. If not, *ret says why.
 */
bool policy_may_rename(const struct policy *, unsigned accesses,
    const char *from, const char *to, bool below, struct ruling *ret);

/*
 * The trees as absolute directories or files for Landlock, each with the union
 * of what the rows grant there. Landlock only adds rights, to a file or to a
 * folder with all that is below: where the supervisor judges as well, what a
 * row means in part is given as a whole, and /proc for /proc/self. `exact`:
 * only what can be given exactly, which leaves out /proc/self. Calls `fn` for
 * each until it returns nonzero, and returns that.
 */
int policy_each_tree(const struct policy *, bool exact,
    int (*fn)(const char *path, unsigned access_mask, void *arg), void *arg);

/*
 * Does the run have streams, or datagrams, of IPv4 and IPv6 at all? Only where
 * an endpoint of that kind is named.
 */
#define POLICY_UDP	"udp:"
bool policy_has_net(const struct policy *, bool datagrams);

/*
 * Does one of those trees, even exactly given, hold what the table refuses for
 * one of `accesses` (bits)? *ret_why, the caller's to free, then names what
 * holds and what is held. `inputs_hold`: input files are kept from being
 * written by their modes, as those of tier C are.
 */
bool policy_landlock_exceeds(const struct policy *, unsigned accesses,
    bool inputs_hold, char **ret_why);

/* Could folders of other runs lie in this tree? */
bool policy_holds_other_runs(const struct policy *, const char *tree);

/* What the folders of runs are called: of each, while it is made. */
#define POLICY_RUN	"sallyport-run."
#define POLICY_NEW	"sallyport-new."
#define POLICY_POOL	"sallyport-pool."	/* of those of a pool */

/*
 * The ports of the TCP endpoints that the rows and the operator allow for
 * ACCESS_CONNECT or ACCESS_BIND, for Landlock, which knows no addresses: -1
 * where a pattern leaves the port open. Calls `fn` as above.
 */
int policy_each_port(const struct policy *, enum access,
    int (*fn)(int port, void *arg), void *arg);

#endif
