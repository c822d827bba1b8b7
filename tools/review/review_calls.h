/*
 * The file of calls of one run (calls.h), read back.
 */
#ifndef SALLYPORT_REVIEW_CALLS_H
#define SALLYPORT_REVIEW_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct buf;
struct json;
struct review_entry;
struct review_log;

/* What a call is about, for colour and letter. */
enum calls_class {
	CALLS_FILE = 0, CALLS_NETWORK, CALLS_MEMORY, CALLS_PROCESS, CALLS_WAIT,
	CALLS_OTHER, CALLS_NCLASSES
};

struct calls_item {
	int64_t		 us, ns;	/* began; took */
	pid_t		 tid;
	int		 nr;
	int64_t		 result;
	bool		 returned;
	uint8_t		 class;
	const char	*args;		/* as written; ends with the line */
	size_t		 args_len;
};

struct calls_lane {
	pid_t		 tid, tgid, parent;
	int64_t		 from, to;	/* us */
	const char	*image;		/* the last one; escaped; or "" */
	size_t		 image_len;
	int		 status;	/* as wait(2) has it, or -1 */
	size_t		 calls, refused;
};

struct calls_file {
	char			*text;
	struct calls_item	*items;
	struct calls_lane	*lanes;		/* as they came */
	size_t			 n, cap, nlanes, lanes_cap;
	int64_t			 end;		/* us */
	uint64_t		 total, lost;
	bool			 whole;		/* it has its last line */
};

/*
 * The entry is filled (review_fill). 0; -ENOENT: it was not traced; -EBADMSG:
 * the file is not the one that the log holds; or another negative errno.
 */
int calls_file_read(const struct review_log *, const struct review_entry *,
    struct calls_file *ret);
/* The same of `n` bytes with a NUL behind them, which are taken over. */
void calls_file_parse(char *text, size_t n, struct calls_file *ret);
void calls_file_free(struct calls_file *);

/* EACCES, EPERM, ENOSYS and the like: what a denial looks like. */
bool calls_is_refused(const struct calls_item *);
/* "openat", "syscall_1000" */
void calls_add_name(struct buf *, int nr);
/* "fd=3, count=100": the scalars; pointers are left out. */
void calls_add_args(struct buf *, const struct calls_item *);
/* "= 3", "= -1 EACCES"; "" if it never returned. */
void calls_add_result(struct buf *, const struct calls_item *);
const char *calls_class_name(int class);

/* review_timeline.c: as lanes of text, so many columns wide (40 at least). */
void review_draw_calls(struct buf *, const struct calls_file *,
    const struct review_entry *, int width);
/* review_chrome.c: in the Trace Event Format, as JSON. */
void review_chrome_calls(struct buf *, const struct calls_file *,
    const struct review_entry *);

#endif
