/*
 * What holds a run, and which tier that makes:
 *
 *	A  trace, guard, openat2 and Landlock
 *	B  A without Landlock
 *	C  without openat2, but with Landlock
 *	D  neither traced nor guarded
 */
#ifndef SALLYPORT_ISOLATION_H
#define SALLYPORT_ISOLATION_H

#include <stdbool.h>
#include <sys/types.h>

struct json;

struct isolation {
	bool	ptrace, seccomp, guard, openat2, landlock;
	int	landlock_abi;
	uid_t	uid;
	bool	own_uid;	/* no other run has this uid meanwhile */
	bool	names_as_they_are;	/* the table has aliases, and nobody
					   here who minds them */
	bool	in_memory;	/* no other place would hold its folders */
	bool	reads_alone;	/* reads are judged by Landlock, without us */
	bool	runs_open;	/* what Landlock permits holds other runs */
};

/*
 * Each by doing it; ->landlock says beforehand whether this process is in
 * rules of its own. About a millisecond.
 */
void isolation_probe(struct isolation *);
char isolation_tier(const struct isolation *);

/* The member of the run document. The caller's to free. */
struct json *isolation_json(const struct isolation *);

/* Is `tier` at least as strong as `required`? */
bool isolation_suffices(char tier, char required);

#endif
