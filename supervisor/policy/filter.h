/*
 * The table as a seccomp program: what number and registers decide is decided
 * in the kernel, everything else stops for the tracer. By libseccomp; the only
 * file that knows it.
 */
#ifndef SALLYPORT_FILTER_H
#define SALLYPORT_FILTER_H

#include <stdbool.h>
#include <stddef.h>

struct filter;
struct policy;
struct sock_fprog;

/*
 * New memory of as many bytes stops, to be counted or refused; less the kernel
 * refuses alone. It is what malloc asks for when it cannot extend its heap
 * (its top_pad, 128 KiB, and a little), so that no lack of memory is unseen.
 */
#define FILTER_PIECE	(1 << 17)

/* How refused calls are met. */
enum filter_mode {
	FILTER_TRACED = 0,	/* they stop for the tracer */
	FILTER_LANDLOCKED,	/* the same; and Landlock holds, so that where
				   the table says so it judges reads alone */
	FILTER_ALONE,		/* tier D: no tracer, errno from the kernel;
				   what needs a look at memory is refused */
};

/*
 * What a run uses: made when Sallyport was built (filter_image.h) where the
 * table refuses and inspects what a shipped one does, else made now.
 */
int filter_compile(const struct policy *, enum filter_mode,
    struct filter **ret);
/* The same for an ABI of syscalls.h: for looking at, not for running. Rows
 * of calls that this machine lacks count as denied. */
int filter_compile_for(const struct policy *, enum filter_mode, int abi,
    struct filter **ret);
/*
 * Made now in any case. `sealed`: for a kernel with mseal(2); `as_tree`: takes
 * longer to make, and finds a call's number in fewer steps.
 */
int filter_generate(const struct policy *, enum filter_mode, int abi,
    bool sealed, bool as_tree, struct filter **ret);
void filter_free(struct filter *);

/* For seccomp(2) in the child, which may not allocate. */
const struct sock_fprog *filter_program(const struct filter *);

#endif
