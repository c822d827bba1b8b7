/*
 * Filters that were compiled when Sallyport was built (tools/gen), because
 * compiling one takes longer than all else at the start of a run.
 *
 * A filter follows from what the table says of each call, from two facts of
 * the host, and from one number: that of the guard's descriptor. The first
 * three select an image, the last is written into a copy of it. So a table of
 * one's own that refuses and inspects the calls that a shipped one does needs
 * no compiling either. `policy prove` looks at the copy.
 */
#ifndef SALLYPORT_FILTER_IMAGE_H
#define SALLYPORT_FILTER_IMAGE_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

#include "../base/syscalls.h"
#include "filter.h"

struct sock_fprog;

/* In an image, the number of the guard's descriptor. No constant of a filter
 * is this one; the generator makes sure. */
#define FILTER_IMAGE_READER	0x000fedcb

struct filter_image {
	bool			 sealed;	/* mseal(2) holds the guard */
	bool			 reads;		/* Landlock judges reads alone */
	uint16_t		 calls[SYSCALL_MAX];
	uint32_t		 from;		/* in filter_image_code */
	unsigned short		 len;
};

/* Generated; ended by one without code. */
extern const struct filter_image filter_images[];
extern const struct sock_filter filter_image_code[];

/* What selects an image: one word a call, and whether reads may pass. */
void filter_image_key(const struct policy *, enum filter_mode,
    uint16_t ret_calls[SYSCALL_MAX], bool *ret_reads);

/* False if there is none; else *ret is the caller's, its code to be freed. */
bool filter_image_take(const struct policy *, enum filter_mode, bool sealed,
    struct sock_fprog *ret);

#endif
