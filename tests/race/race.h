/*
 * What the two halves of the attacker share: attack.c changes names while
 * they are judged, ops.c and ops_other.c make the calls and look who won.
 */
#ifndef RACE_H
#define RACE_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * The sixth argument of our own calls that are no attempt: the naive mediator
 * lets them through. Supervised it means nothing.
 */
#define BYPASS	0x5a11L

/* How a call's name is changed under the judge. */
enum kind {
	KIND_BYTE,	/* one byte of the path; the last part may change */
	KIND_DEEP,	/* the same, two levels below */
	KIND_FIXED,	/* the same, in trees the run cannot change */
	KIND_LINK,	/* a folder in the middle, for a link to the other */
	KIND_SLINK,	/* a link in the middle, for another link */
	KIND_LAST,	/* the thing itself, for a link to the other */
	KIND_DIRFD,	/* dup2 over the folder's descriptor */
	KIND_CWD,	/* fchdir */
	KIND_ADDR,	/* the bytes of a socket's address */
	KIND_MSG,	/* the pointer in the message's header */
	KIND_HOW,	/* the flags in openat2's structure */
	KIND_ARGV,	/* the vector, whose first string is the path too */
	KIND_NKINDS
};
#define KIND(k)		(1u << KIND_##k)
/* What every call with a path is tried with, and one with a descriptor. */
#define KINDS_PATH	(KIND(BYTE) | KIND(DEEP) | KIND(LINK) | KIND(SLINK) | \
    KIND(CWD))
#define KINDS_FOLLOW	(KINDS_PATH | KIND(LAST))
#define KINDS_LOOK	(KINDS_FOLLOW | KIND(FIXED))

/* Which table the harness gives: may the forbidden be looked at? */
enum class { CLASS_LOOK, CLASS_CHANGE };

struct op {
	const char	*name;
	enum class	 class;
	unsigned	 kinds;
	const char	*object;	/* in the two folders; see prepare() */
	/* One attempt, and scene.more: 1 if the forbidden was reached. */
	int		(*attempt)(void);
};

extern const struct op race_ops[];

/* One attempt's surroundings. */
struct scene {
	const char	*canary;
	enum kind	 kind;
	const struct op	*op;
	char		 path[800];	/* what is passed */
	int		 dir;		/* and from where */
	int		 home;		/* where the run is, but for chdir */
	int		 good;		/* the folder that may be used, O_PATH */
	char		 name[16];	/* of the object in it */
	char		 bad[700];	/* the forbidden folder */
	long		 done;		/* attempts that came to something */
	long		 more;		/* that one call made beyond one */
	bool		 control;	/* unsupervised: what is won is mended */
};
extern struct scene scene;

extern int udp_bad;

/* The forbidden folder's objects as they should be (unsupervised). */
void mend(const char *folder, const char *word, int mode);

/* What the changer of structures changes. */
struct targets {
	volatile char		*byte;		/* 'a' or 'b' */
	volatile unsigned short	*port, port_good, port_bad;
	void *volatile		*pointer;
	void			*pointer_good, *pointer_bad;
	volatile unsigned long	*word, word_good, word_bad;
};
extern struct targets targets;

/* Start a changer of this process's own, after a fork. */
void change_beside(void);

/* Lay out what is passed for the family in `scene`. */
void ops_prepare(void);
void ops_other_prepare(void);

/* Count an attempt that came to something; gives `result`. */
long counted(long result);
/* Was a thing made where it may not be? Elsewhere it is removed. */
int is_made(long result, int flag);

int try_execve(void), try_execveat(void);
int try_execve_again(void), try_execveat_again(void);
int try_connect(void), try_bind(void);
int try_connect_unix(void), try_bind_unix(void);
int try_sendto(void), try_sendmsg(void), try_sendmmsg(void);

#endif
