/*
 * The parts of `sallyport check`:
 *
 *	check_files	which files, in which order
 *	check_staged	what git's index holds, instead of the work tree
 *	check_read	their bytes, without being led astray
 *	check_judge	front end, gate, findings at their places
 *	check_joined	what begins indented behind something else
 *	check_together	a folder as one submission
 *	check_session	what earlier snippets of a session bound
 *	check_choice	which findings count: --select, --ignore, a baseline
 *	check_pool	all of it by every core, reported in order
 *	check_audit	the record of it
 */
#ifndef SALLYPORT_CHECK_H
#define SALLYPORT_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "../cmd.h"
#include "../format/format.h"
#include "../frontend/frontend.h"

struct check_audit;
struct check_choice;
struct check_together;
struct gate;
struct hash;
struct ruleset;
struct session;
struct submission_file;

/* More than this is not read; the gate refuses far less, with a finding. */
#define CHECK_MAX_BYTES	(16u << 20)

struct check {
	const struct cmd	*cmd;
	const struct ruleset	*rules;
	const char		*table;		/* as the user calls it */
	const char		*profile;	/* as asked for, for the log */
	const struct format	*format;
	struct format_env	 env;
	enum frontend		 as;
	const char		*python;	/* it will run with; or NULL: the
						   table's environment */
	struct session		*session;	/* or NULL */
	struct gate		*gate;		/* the caller's; or NULL */
	const char *const	*granted;	/* see gate.h; or NULL */
	/* Modules that its snippets may import, judged with each of them. */
	const struct submission_file *files;
	size_t			 nfiles;
	struct check_audit	*audit;		/* or NULL */
	struct check_together	*together;	/* or NULL */
	struct check_choice	*choice;	/* or NULL: all count */
};

/* One file to judge, or what stood in the way of finding it. */
struct check_input {
	char		*name;		/* as reported */
	const char	*below;		/* the part of name below root_fd */
	int		 root_fd;	/* -1: an operand; shared, not closed */
	bool		 is_stdin, repeated;
	char		*why;		/* not judged, because; or NULL */
	char		*bytes;		/* what it says, if already known */
	size_t		 nbytes;
};

struct check_inputs {
	struct check_input	*items;
	size_t			 n, cap;
};

/*
 * Add an operand: a file, "-", or a directory with all of *.py *.ipynb *.md
 * below it, in byte order of their names. What cannot be judged becomes an
 * input with `why` set.
 */
void check_files_add(struct check_inputs *, const char *operand);
/* Has it one of those suffixes? */
bool check_files_wanted(const char *name);
/* An input whose bytes the caller will set, or which is not judged. */
void check_files_add_bytes(struct check_inputs *, const char *name,
    const char *why);
/*
 * Add what git's index holds that differs from the last commit, all or below
 * `paths`, with the bytes that would be committed. 0, or -1 after an error.
 */
int check_staged_add(const struct check *, char *const *paths, size_t n,
    struct check_inputs *);
/* Drop what was named before: nothing is judged twice. */
void check_files_unique(struct check_inputs *);
void check_files_free(struct check_inputs *);

/*
 * Read one input whole. Below a directory no symbolic link is followed, in
 * any component, whatever happens to the directory meanwhile. Returns 0, or
 * -1 with *ret_why (static).
 */
int check_read(const struct check_input *, struct buf *out,
    const char **ret_why);

/*
 * Open a path below a directory; a symbolic link anywhere in it is -ELOOP or
 * -ENOTDIR. Returns a descriptor or -errno.
 */
int check_open_below(int root_fd, const char *path, int flags);

/* A judge for one thread. Returns 0, or -1 after an error was printed. */
struct judge;

int judge_new(const struct check *, struct judge **ret);
void judge_free(struct judge *);		/* NULL is fine */
/*
 * The verdict, and the page it speaks of, are the judge's until its next
 * call; `bytes` has to live as long.
 */
const struct verdict *judge_submission(struct judge *,
    const struct check_input *, const char *bytes, size_t n,
    struct page **ret_page);

/* Is it refused for how it reads, so that it was not judged behind others? */
bool judge_reads_ill(const struct judge *, const struct verdict *);

/* The code of a text, if its first line is indented; else NULL. */
const char *joined_indent(const char *s, size_t n);
/*
 * The program of a document with each block that begins indented, but the
 * first, read by itself. Returns whether there is such a block. Lines and
 * columns stay.
 */
bool joined_apart(const struct document *, const struct buf *program,
    struct buf *out);

/*
 * The snippets of a session that were accepted, from a folder that only its
 * owner can change. The folder stays locked until session_close. Returns 0, or
 * -1 with *ret_why, the caller's to free.
 */
int session_open(const char *dir, char **ret_why, struct session **ret);
struct session *session_new(void);		/* in no folder */
void session_close(struct session *);		/* NULL is fine */
/* All of them, each ended by an empty line. */
const struct buf *session_text(const struct session *);
/* The snippet (from 1) that holds a line of that text, and its line there. */
size_t session_find_line(const struct session *, size_t line,
    size_t *ret_line);
/* This one was accepted; it joins the others with the commit. */
void session_keep(struct session *, const char *program, size_t n);
/* 0 or -errno; on failure the folder is as it was. */
int session_commit(struct session *);
/* Of all that was accepted, in its order. */
void session_hash(const struct session *, struct hash *ret);

/*
 * The *.py of a folder, which import one another. 0, or -1 after an error was
 * said. The inputs must live on.
 */
int check_together_new(const struct check *, const struct check_inputs *,
    struct check_together **ret);
void check_together_free(struct check_together *);	/* NULL is fine */
/* Of an input that is one of them: what was read; the verdict, as of
 * gate_judge(). False, and NULL, for others. */
bool check_together_bytes(const struct check_together *,
    const struct check_input *, struct buf *out);
const struct verdict *check_together_judge(const struct check_together *,
    struct gate *, const struct check_input *);

/* As the operator gave them; each may be NULL. */
struct check_choice_options {
	const char	*select, *ignore;	/* ids, or how they begin; commas */
	const char	*baseline, *write_baseline;	/* a path */
};

/*
 * Which findings count. *ret stays NULL if all do. 0, or -1 after an error;
 * *ret is to be freed even then.
 */
int check_choice_new(const struct check *, const struct check_choice_options *,
    struct check_choice **ret);
void check_choice_free(struct check_choice *);	/* NULL is fine */
/*
 * The verdict without what does not count; ret->findings is the caller's to
 * free, all else is still `v`'s. Returns how many were left out.
 */
size_t check_choice_apply(struct check_choice *, const struct verdict *v,
    struct page *, struct verdict *ret);
/* All was judged: write the baseline, if one was asked for. 0 or -errno. */
int check_choice_finish(struct check_choice *);

/* Judge all inputs and write the report. Returns the exit status. */
int check_run(const struct check *, const struct check_inputs *);

#endif
